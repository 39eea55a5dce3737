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
	"path/filepath"
	"syscall"
)

const (
	mark    = "aco-vk checkpoint\n"
	version = 1
	// begin is what a file has before the header: mark, version and two sizes.
	begin = len(mark) + 4 + 4 + 8
	// mostHeader bounds what a reader takes for a header: a trace or schedule of a million entries.
	mostHeader = 64 << 20
	bufferSize = 1 << 20
)

// contents is the header as a file has it.
type contents struct {
	Header
	Sections []size `json:"sections"`
}

// size is a section's place in the table of the header.
type size struct {
	Name  string `json:"name"`
	Words uint64 `json:"words"`
}

// Write replaces a file, or makes it: first a temporary file beside it, its name with .tmp, which takes its place once it is on the
// disk. One process at a time writes a checkpoint of one name. When Write fails, the old file is as it was,
// or, where only its folder cannot be brought to the disk, the new one is there.
func Write(path string, h Header, sections []Section) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return &os.PathError{Op: "checkpoint", Path: path, Err: errors.New("there is something that is no regular file")}
	}
	temporary := path + ".tmp"
	if err := os.Remove(temporary); err != nil && !errors.Is(err, os.ErrNotExist) { // of a process that was killed
		return err
	}
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	err = fill(file, h, sections)
	if err == nil {
		err = file.Sync()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder sees to it that a file's new name is on the disk, where the file system knows such a thing.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, folder.Close())
}

// fill writes all that a file has.
func fill(file io.Writer, h Header, sections []Section) error {
	c, all := contents{Header: h}, uint64(0)
	for _, s := range sections {
		c.Sections = append(c.Sections, size{s.Name, s.Words})
		all += 4 * s.Words
	}
	header, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if len(header) > mostHeader {
		return fmt.Errorf("checkpoint: a header of %d bytes, and %d can be read again", len(header), mostHeader)
	}
	sum := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(file, sum), bufferSize) // keeps the first error until Flush
	w.WriteString(mark)
	sizes := binary.LittleEndian.AppendUint32(nil, version)
	sizes = binary.LittleEndian.AppendUint32(sizes, uint32(len(header)))
	w.Write(binary.LittleEndian.AppendUint64(sizes, uint64(begin+len(header)+sha256.Size)+all))
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
