package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"

	"github.com/aco-vk/aco-vk/internal/jsonerror"
)

// File is a checkpoint that was checked. Its sections are read on demand.
type File struct {
	Header   Header
	path     string
	file     io.Closer
	sections map[string]Section
}

// Open opens a checkpoint, verifies its hash and reads its header. If the file cannot be used, it
// returns an *Error. Open allocates at most as much memory as the file is large, whatever its
// header says.
func Open(path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // to open a named pipe would block
		return nil, &Error{path, ErrNotCheckpoint}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	var f *File
	if info, err = file.Stat(); err == nil { // the file may have been replaced since the first Stat
		f, err = read(file, info.Size())
	}
	if err != nil {
		file.Close()
		return nil, &Error{path, err}
	}
	f.path, f.file = path, file
	return f, nil
}

// Close closes the file. Its sections cannot be read after that.
func (f *File) Close() error { return f.file.Close() }

// WrapError returns reason as an *Error of this file, or nil if reason is nil.
func (f *File) WrapError(reason error) error {
	if reason == nil {
		return nil
	}
	return &Error{f.path, reason}
}

// Damaged returns an *Error that wraps ErrDamaged, for a file whose contents no run writes.
func (f *File) Damaged(format string, arguments ...any) error {
	return f.WrapError(fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, arguments...)))
}

// Section returns the section with this name and size. An *Error that wraps ErrDamaged says that
// the file has no such section.
func (f *File) Section(name string, words uint64) (Section, error) {
	s, ok := f.sections[name]
	if !ok {
		return Section{}, f.Damaged("section %s is missing", name)
	}
	if s.Words != words {
		return Section{}, f.Damaged("section %s has %d words, expected %d", name, s.Words, words)
	}
	return s, nil
}

// Words returns the words of a section. It returns the errors of Section and of reading the file.
func (f *File) Words(name string, words uint64) ([]uint32, error) {
	s, err := f.Section(name, words)
	if err != nil {
		return nil, err
	}
	return s.ReadAll()
}

// Sections returns all sections by name.
func (f *File) Sections() map[string]Section { return maps.Clone(f.sections) }

// read checks the contents of a file.
func read(file io.ReaderAt, fileBytes int64) (*File, error) {
	headerBytes, end, err := readPrologue(file, fileBytes)
	if err != nil {
		return nil, err
	}
	if err := verifyHash(file, end); err != nil {
		return nil, err
	}
	text := make([]byte, headerBytes)
	if _, err := file.ReadAt(text, int64(prologueBytes)); err != nil {
		return nil, err
	}
	var header fileHeader
	if err := json.Unmarshal(text, &header); err != nil {
		return nil, fmt.Errorf("%w: its header: %w", ErrDamaged, jsonerror.Explain(err, ""))
	}
	f := &File{Header: header.Header, sections: map[string]Section{}}
	at := int64(prologueBytes) + headerBytes
	for _, s := range header.Sections {
		if _, twice := f.sections[s.Name]; twice {
			return nil, fmt.Errorf("%w: it has two sections %s", ErrDamaged, s.Name)
		}
		if s.Words > uint64(end-at)/4 {
			return nil, fmt.Errorf("%w: section %s goes beyond the end", ErrDamaged, s.Name)
		}
		f.sections[s.Name] = fileSection(file, at, s.Name, s.Words)
		at += 4 * int64(s.Words)
	}
	if at != end {
		return nil, fmt.Errorf("%w: %d bytes follow its sections", ErrDamaged, end-at)
	}
	return f, nil
}

// readPrologue returns the size of the header and the offset of the hash, after comparing them
// with the size of the file.
func readPrologue(file io.ReaderAt, fileBytes int64) (headerBytes, end int64, err error) {
	prologue := make([]byte, prologueBytes)
	n, err := file.ReadAt(prologue, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, 0, err
	}
	if common := min(n, len(magic)); string(prologue[:common]) != magic[:common] {
		return 0, 0, ErrNotCheckpoint
	}
	if n < prologueBytes {
		return 0, 0, ErrTruncated
	}
	numbers := prologue[len(magic):]
	if number := binary.LittleEndian.Uint32(numbers); number != format {
		return 0, 0, otherFormat(number)
	}
	headerBytes = int64(binary.LittleEndian.Uint32(numbers[4:]))
	claimed := binary.LittleEndian.Uint64(numbers[8:])
	switch {
	case claimed > math.MaxInt64 || headerBytes > maxHeaderBytes ||
		int64(prologueBytes)+headerBytes+sha256.Size > int64(claimed):
		return 0, 0, fmt.Errorf("%w: its sizes contradict each other", ErrDamaged)
	case int64(claimed) > fileBytes:
		return 0, 0, fmt.Errorf("%w: it has %d of %d bytes", ErrTruncated, fileBytes, claimed)
	case int64(claimed) < fileBytes:
		return 0, 0, fmt.Errorf("%w: it is %d bytes too long", ErrDamaged, fileBytes-int64(claimed))
	}
	return headerBytes, int64(claimed) - sha256.Size, nil
}

// verifyHash compares the hash at offset end with the hash of everything before it.
func verifyHash(file io.ReaderAt, end int64) error {
	sum, want := sha256.New(), make([]byte, sha256.Size)
	if _, err := io.CopyBuffer(sum, io.NewSectionReader(file, 0, end), make([]byte, bufferBytes)); err != nil {
		return err
	}
	if _, err := file.ReadAt(want, end); err != nil {
		return err
	}
	if !bytes.Equal(sum.Sum(nil), want) {
		return fmt.Errorf("%w: its contents do not match its hash", ErrDamaged)
	}
	return nil
}
