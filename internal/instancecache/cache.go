// Package instancecache reads instances from files, and keeps a binary copy of what is in a large one, which is read many times as
// fast. A copy is an aid: it is taken only if it is whole and of the file as that is now, and can go at any time.
package instancecache

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// smallest is the size of the smallest file with a copy; reading takes a few milliseconds below.
	smallest = 1 << 20
	// mostBytes is what all copies in a folder have at most: room for a dozen instances of ten million cities.
	mostBytes = 2 << 30
	// settled is how long a file must not have changed to be copied: a change within the coarsest tick of a file system's
	// clock could not be told later.
	settled = 2 * time.Second
	suffix  = ".instance"
)

// ReadFile returns the instance in a file as [tsp.ReadFile] does, from the copy in a folder if there is one. Otherwise it keeps one
// there; that this is impossible is no error. The folder need not exist.
func ReadFile(folder, file string) (*tsp.Instance, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	of, ok := keyOf(f)
	if !ok {
		return tsp.Read(f, file)
	}
	path := of.file(folder)
	if in, err := read(path, of); err == nil {
		return in, nil
	}
	in, err := tsp.Read(f, file)
	if now, ok := keyOf(f); err == nil && ok && now == of && time.Since(time.Unix(0, of.Modified)) > settled {
		if write(path, of, in) == nil {
			_ = cachefile.Trim(filepath.Join(folder, "*"+suffix+"*"), mostBytes) // with what broken runs left
		}
	}
	return in, err
}

// key says which file a copy is of, and of which of its contents.
type key struct {
	Path     string // absolute
	Size     int64
	Modified int64 // in nanoseconds since 1970
}

// keyOf returns the key of an open file, if it may have a copy.
func keyOf(f *os.File) (key, bool) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() < smallest {
		return key{}, false
	}
	path, err := filepath.Abs(f.Name())
	return key{path, info.Size(), info.ModTime().UnixNano()}, err == nil
}

// file is the copy's place in a folder. A new copy of the same file takes an old one's place.
func (k key) file(folder string) string {
	sum := sha256.Sum256([]byte(k.Path))
	return filepath.Join(folder, fmt.Sprintf("%x%s", sum[:16], suffix))
}
