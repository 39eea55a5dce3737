package checkpoint

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/aco-vk/aco-vk/internal/scratch"
)

const (
	magic  = "aco-vk checkpoint\n"
	format = 1
	// prologueBytes is the size of what precedes the header: magic, format number and two sizes.
	prologueBytes = len(magic) + 4 + 4 + 8
	// maxHeaderBytes bounds the header that a reader accepts. It is enough for a trace or schedule
	// of a million entries.
	maxHeaderBytes = 64 << 20
	bufferBytes    = 1 << 20
)

// fileHeader is the header as stored in a file.
type fileHeader struct {
	Header
	Sections []sectionSize `json:"sections"`
}

type sectionSize struct {
	Name  string `json:"name"`
	Words uint64 `json:"words"`
}

// Write creates or replaces the checkpoint at path. It writes a temporary file, path with .tmp
// appended, syncs it and renames it to path. One process at a time may write to a path. An error
// is a *WriteError. After an error the old file is unchanged, unless only the sync of the
// directory failed: then the new file is in place.
func Write(path string, h Header, sections []Section) error {
	if err := replace(path, h, sections); err != nil {
		return &WriteError{path, err}
	}
	return nil
}

func replace(path string, h Header, sections []Section) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return &os.PathError{Op: "replace", Path: path, Err: errors.New("not a regular file")}
	}
	temporary := path + ".tmp"
	if err := os.Remove(temporary); err != nil && !errors.Is(err, os.ErrNotExist) { // left by a process that was killed
		return err
	}
	file, err := scratch.CreateAs(temporary, path)
	if err != nil {
		return err
	}
	return scratch.Install(file, path, write(file, h, sections))
}

// write writes the contents of a checkpoint.
func write(file io.Writer, h Header, sections []Section) error {
	c, sectionBytes := fileHeader{Header: h}, uint64(0)
	for _, s := range sections {
		c.Sections = append(c.Sections, sectionSize{s.Name, s.Words})
		sectionBytes += 4 * s.Words
	}
	header, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if len(header) > maxHeaderBytes {
		return fmt.Errorf("the header has %d bytes, more than the limit of %d: keep a shorter trace", len(header),
			maxHeaderBytes)
	}
	sum := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(file, sum), bufferBytes) // keeps the first error until Flush
	w.WriteString(magic)
	numbers := binary.LittleEndian.AppendUint32(nil, format)
	numbers = binary.LittleEndian.AppendUint32(numbers, uint32(len(header)))
	w.Write(binary.LittleEndian.AppendUint64(numbers, uint64(prologueBytes+len(header)+sha256.Size)+sectionBytes))
	w.Write(header)
	for _, s := range sections {
		if err := s.write(w); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = file.Write(sum.Sum(nil))
	return err
}
