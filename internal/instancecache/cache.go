// Package instancecache reads instances from files and stores a binary copy of a large one, which
// is many times faster to read. It uses a copy only if that is complete and the file has not
// changed. Copies can be deleted at any time.
package instancecache

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

const (
	// smallest is the size of the smallest file with a copy; smaller ones are read in a few
	// milliseconds.
	smallest = 1 << 20
	// mostBytes is the largest size of all copies in a folder together: a dozen instances of ten
	// million cities.
	mostBytes = 2 << 30
	// settled is how long a file must not have changed before it is copied: a file system with a
	// coarse clock does not show a second change within one tick.
	settled = 2 * time.Second
	suffix  = ".instance"
)

// ReadFile returns what a file has as [tsplib.ReadContext] does without limits, from the copy in a
// folder if there is one. Otherwise it stores a copy there, if it can and the instance has all of
// the file. The folder may be missing. When the context ends, the error is its cause.
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
	whole := read.Unused == nil && read.Instance.Display == nil // a copy has neither warnings nor pictures
	if ok && now == of && time.Since(time.Unix(0, of.Modified)) > settled && whole {
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

// A copy has this mark, a header, X, Y, Z and the weights, little-endian, and the CRC-32C of all
// these.
const mark = "aco-vk instance 3\n"

const pieceBytes = 1 << 20 // the buffer for reading and writing

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header precedes the values in a copy.
type header struct {
	Of       key
	Instance tsp.Instance // without values and weights
	Values   [3]int       // lengths of X, Y and Z
	Weights  int
}

// write writes a copy of the instance to a file.
func write(ctx context.Context, path string, of key, in *tsp.Instance) error {
	return cachefile.WriteFunc(path, func(file io.Writer) error {
		sum := crc32.New(castagnoli)
		w := &contextWriter{ctx, io.MultiWriter(file, sum)}
		b := bufio.NewWriterSize(w, pieceBytes) // keeps the first error until Flush
		b.WriteString(mark)
		h := header{of, *in, [3]int{len(in.X), len(in.Y), len(in.Z)}, len(in.Weights)}
		h.Instance.X, h.Instance.Y, h.Instance.Z, h.Instance.Weights = nil, nil, nil, nil
		if err := gob.NewEncoder(b).Encode(h); err != nil {
			return err
		}
		for _, values := range [][]float64{in.X, in.Y, in.Z} {
			if err := writeValues(b, values); err != nil {
				return err
			}
		}
		if err := writeValues(b, in.Weights); err != nil {
			return err
		}
		if err := b.Flush(); err != nil {
			return err
		}
		return binary.Write(file, binary.LittleEndian, sum.Sum32())
	})
}

// contextReader reads until its context ends.
type contextReader struct {
	ctx context.Context
	io.Reader
}

func (r *contextReader) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.Reader.Read(p)
}

// contextWriter writes until its context ends.
type contextWriter struct {
	ctx context.Context
	io.Writer
}

func (w *contextWriter) Write(p []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, context.Cause(w.ctx)
	}
	return w.Writer.Write(p)
}

// value is the type of coordinates or of weights.
type value interface{ float64 | int32 }

const pieceValues = pieceBytes / 8

func writeValues[T value](w io.Writer, values []T) error {
	var buffer []byte
	for piece := range slices.Chunk(values, pieceValues) {
		var err error
		if buffer, err = binary.Append(buffer[:0], binary.LittleEndian, piece); err != nil {
			return err
		}
		if _, err := w.Write(buffer); err != nil {
			return err
		}
	}
	return nil
}

var errNotThis = errors.New("the file is not a copy of the instance")

// read returns the instance from the copy in a file. It returns an error if the copy is damaged or
// has another key.
func read(ctx context.Context, path string, of key) (*tsp.Instance, error) {
	file, size, err := cachefile.Open(path, mostBytes)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	sum := crc32.New(castagnoli)
	body := io.LimitReader(&contextReader{ctx, file}, size-crc32.Size)
	b := bufio.NewReaderSize(io.TeeReader(body, sum), pieceBytes)
	in, err := readInstance(b, size, of)
	if err != nil {
		return nil, err
	}
	var want uint32
	if err := binary.Read(file, binary.LittleEndian, &want); err != nil {
		return nil, err
	}
	if sum.Sum32() != want {
		return nil, errNotThis
	}
	return in, in.Validate()
}

// readInstance reads all but the checksum. It takes no more memory than the file has, whatever the
// header says.
func readInstance(b *bufio.Reader, size int64, of key) (*tsp.Instance, error) {
	begin := make([]byte, len(mark))
	if _, err := io.ReadFull(b, begin); err != nil || string(begin) != mark {
		return nil, errNotThis
	}
	var h header
	if err := gob.NewDecoder(b).Decode(&h); err != nil || h.Of != of {
		return nil, errNotThis
	}
	in := &h.Instance
	var err error
	for axis, values := range []*[]float64{&in.X, &in.Y, &in.Z} {
		if *values, err = readValues[float64](b, h.Values[axis], size); err != nil {
			return nil, err
		}
	}
	if in.Weights, err = readValues[int32](b, h.Weights, size); err != nil {
		return nil, err
	}
	if _, err := b.ReadByte(); !errors.Is(err, io.EOF) {
		return nil, errNotThis
	}
	return in, nil
}

func readValues[T value](r io.Reader, n int, size int64) ([]T, error) {
	if n < 0 || int64(n) > size/int64(binary.Size(T(0))) {
		return nil, errNotThis
	}
	var values []T
	if n > 0 {
		values = make([]T, n)
	}
	buffer := make([]byte, pieceBytes)
	for piece := range slices.Chunk(values, pieceValues) {
		bytes := buffer[:binary.Size(piece)]
		if _, err := io.ReadFull(r, bytes); err != nil {
			return nil, err
		}
		if _, err := binary.Decode(bytes, binary.LittleEndian, piece); err != nil {
			return nil, err
		}
	}
	return values, nil
}
