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
)

// File is a checkpoint that was found to be whole. Its sections are read when they are asked for.
type File struct {
	Header   Header
	path     string
	file     io.Closer
	sections map[string]Section
}

// Open reads a file once, to check it, and its header. What cannot be used is an *Error; nothing that the file says makes Open take more
// memory than the file has.
func Open(path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{path, ErrNotCheckpoint}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f, err := read(file, info.Size())
	if err != nil {
		file.Close()
		return nil, &Error{path, err}
	}
	f.path, f.file = path, file
	return f, nil
}

// Close ends the reading.
func (f *File) Close() error { return f.file.Close() }

// WrapError returns the reason why a file cannot be used as an *Error, nil where there is none.
func (f *File) WrapError(reason error) error {
	if reason == nil {
		return nil
	}
	return &Error{f.path, reason}
}

// Damaged returns why a file cannot have come from a run, as an *Error for ErrDamaged.
func (f *File) Damaged(format string, arguments ...any) error {
	return f.WrapError(fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, arguments...)))
}

// Section returns the section of a name. One that is not there, or that has not so many words, is an *Error: the file is whole, but
// not of such a run.
func (f *File) Section(name string, words uint64) (Section, error) {
	s, ok := f.sections[name]
	if !ok || s.Words != words {
		return Section{}, f.Damaged("its section %s has %d words, not the %d of such a run", name, s.Words, words)
	}
	return s, nil
}

// Words returns the words of a section. It refuses what Section refuses.
func (f *File) Words(name string, words uint64) ([]uint32, error) {
	s, err := f.Section(name, words)
	if err != nil {
		return nil, err
	}
	return s.ReadAll()
}

// Sections returns all sections by their names.
func (f *File) Sections() map[string]Section { return maps.Clone(f.sections) }

// read checks all that is in a file, and in which order it is there.
func read(file io.ReaderAt, bytesThere int64) (*File, error) {
	header, end, err := sizes(file, bytesThere)
	if err != nil {
		return nil, err
	}
	if err := checkSum(file, end); err != nil {
		return nil, err
	}
	text := make([]byte, header)
	if _, err := file.ReadAt(text, int64(begin)); err != nil {
		return nil, err
	}
	var c contents
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%w: its header: %w", ErrDamaged, err)
	}
	f := &File{Header: c.Header, sections: map[string]Section{}}
	at := int64(begin) + header
	for _, s := range c.Sections {
		if _, twice := f.sections[s.Name]; twice || s.Words > uint64(end-at)/4 {
			return nil, fmt.Errorf("%w: its sections are more than it has", ErrDamaged)
		}
		f.sections[s.Name] = sectionAt(file, at, s.Name, s.Words)
		at += 4 * int64(s.Words)
	}
	if at != end {
		return nil, fmt.Errorf("%w: its sections are less than it has", ErrDamaged)
	}
	return f, nil
}

// sizes returns the bytes of the header and where the hash begins, once they agree with what is there.
func sizes(file io.ReaderAt, bytesThere int64) (header, end int64, err error) {
	prologue := make([]byte, begin)
	n, err := file.ReadAt(prologue, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, 0, err
	}
	if common := min(n, len(mark)); string(prologue[:common]) != mark[:common] {
		return 0, 0, ErrNotCheckpoint
	}
	if n < begin {
		return 0, 0, ErrTruncated
	}
	numbers := prologue[len(mark):]
	if binary.LittleEndian.Uint32(numbers) > version {
		return 0, 0, ErrNewer
	}
	header = int64(binary.LittleEndian.Uint32(numbers[4:]))
	all := binary.LittleEndian.Uint64(numbers[8:])
	switch {
	case all > math.MaxInt64 || header > mostHeader || int64(begin)+header+sha256.Size > int64(all):
		return 0, 0, fmt.Errorf("%w: its sizes contradict each other", ErrDamaged)
	case int64(all) > bytesThere:
		return 0, 0, fmt.Errorf("%w: %d of %d bytes are there", ErrTruncated, bytesThere, all)
	case int64(all) < bytesThere:
		return 0, 0, fmt.Errorf("%w: it has %d bytes more than it should", ErrDamaged, bytesThere-int64(all))
	}
	return header, int64(all) - sha256.Size, nil
}

// checkSum compares the hash that a file ends with with that of all before.
func checkSum(file io.ReaderAt, end int64) error {
	sum, want := sha256.New(), make([]byte, sha256.Size)
	if _, err := io.CopyBuffer(sum, io.NewSectionReader(file, 0, end), make([]byte, bufferSize)); err != nil {
		return err
	}
	if _, err := file.ReadAt(want, end); err != nil {
		return err
	}
	if !bytes.Equal(sum.Sum(nil), want) {
		return fmt.Errorf("%w: its content does not have its hash", ErrDamaged)
	}
	return nil
}
