// Package instancecache reads instances from files and stores a binary copy of a large one, which is many times faster to
// read. It uses a copy only if that is complete and the file has not changed. Copies can be deleted at any time.
package instancecache

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

const (
	// smallest is the size of the smallest file with a copy; smaller ones are read in a few milliseconds.
	smallest = 1 << 20
	// mostBytes is the largest size of all copies in a folder together: a dozen instances of ten million cities.
	mostBytes = 2 << 30
	// settled is how long a file must not have changed before it is copied: a file system with a coarse clock does not show
	// a second change within one tick.
	settled = 2 * time.Second
	suffix  = ".instance"
)

// ReadFile returns what a file has as [tsplib.ReadContext] does without limits, from the copy in a folder if there is one. Otherwise it
// stores a copy there, if it can and the instance has all of the file. The folder need not exist. When the context ends, the error is its cause.
func ReadFile(ctx context.Context, folder, file string) (*tsplib.File, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	of, ok := keyOf(f)
	if !ok {
		return tsplib.ReadContext(ctx, f, file, tsplib.Limits{})
	}
	path := of.file(folder)
	if in, err := read(ctx, path, of); err == nil {
		return &tsplib.File{Instance: in}, nil
	}
	read, err := tsplib.ReadContext(ctx, f, file, tsplib.Limits{})
	if err != nil {
		return nil, err
	}
	now, ok := keyOf(f)
	if ok && now == of && time.Since(time.Unix(0, of.Modified)) > settled && read.Unused == nil {
		if write(ctx, path, of, read.Instance) == nil {
			_ = cachefile.Trim(filepath.Join(folder, "*"+suffix+"*"), mostBytes) // with what broken runs left
		}
	}
	return read, nil
}

// key identifies a file and its content.
type key struct {
	Path     string // absolute
	Size     int64
	Modified int64 // in nanoseconds since 1970
}

// keyOf returns the key of an open file, if the file is large enough for a copy.
func keyOf(f *os.File) (key, bool) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() < smallest {
		return key{}, false
	}
	path, err := filepath.Abs(f.Name())
	return key{path, info.Size(), info.ModTime().UnixNano()}, err == nil
}

// file returns the path of the copy in a folder. A new copy of a file replaces the old one.
func (k key) file(folder string) string {
	sum := sha256.Sum256([]byte(k.Path))
	return filepath.Join(folder, fmt.Sprintf("%x%s", sum[:16], suffix))
}
