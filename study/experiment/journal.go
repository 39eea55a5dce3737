package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/aco-vk/aco-vk/internal/filelock"
	"github.com/aco-vk/aco-vk/internal/scratch"
)

// Journal is a file of rows to which an experiment adds a row for each finished run. A row that was
// added is on the disk, whatever ends the process. One goroutine at a time may use it.
type Journal struct {
	name string
	file *os.File
	rows []Row
	size int64 // bytes of the rows
	// needsLine: the last row has no end of line, because the file was edited.
	needsLine bool
}

// OpenJournal opens a file of rows, or creates it. A last line that is torn, because a process was
// killed while it wrote the line, is removed. Another experiment that has the file open is an error.
func OpenJournal(name string) (*Journal, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{name: name, file: file}
	if err := j.read(); err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

// read reads the rows and removes a torn line.
func (j *Journal) read() error {
	info, err := j.file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, &Error{File: j.name, Reason: "the rows of an experiment need a regular file"})
	}
	if err := filelock.Lock(j.file); err != nil {
		return &Error{File: j.name, Reason: fmt.Sprintf("another experiment writes to the file; wait for its end (%v)", err)}
	}
	if info, err = j.file.Stat(); err != nil { // as it is since it is locked
		return err
	}
	if now, err := os.Stat(j.name); err != nil || !os.SameFile(info, now) {
		return &Error{File: j.name, Reason: "another experiment has just replaced the file; begin again"}
	}
	if info.Size() > MaxBytes {
		return errTooLarge(j.name)
	}
	text, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	rows, whole, err := parseRows(text, j.name)
	if err != nil {
		return err
	}
	j.rows, j.size, j.needsLine = rows, int64(whole), whole > 0 && text[whole-1] != '\n'
	if err := j.file.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err = j.file.Seek(int64(whole), io.SeekStart)
	return err
}

// Rows returns the rows of the file.
func (j *Journal) Rows() []Row { return slices.Clone(j.rows) }

// Add adds a row and waits until it is on the disk.
func (j *Journal) Add(row Row) error {
	text, err := json.Marshal(row)
	if err != nil {
		return err
	}
	if j.needsLine {
		text = slices.Insert(text, 0, '\n')
	}
	text = append(text, '\n')
	if _, err := j.file.Write(text); err != nil { // a full disk: no part of the row may stay before another one
		_, seeking := j.file.Seek(j.size, io.SeekStart)
		return errors.Join(err, j.file.Truncate(j.size), seeking)
	}
	j.rows, j.size, j.needsLine = append(j.rows, row), j.size+int64(len(text)), false
	return scratch.Disk.Sync(j.file)
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// Replace replaces the file by one with these rows, atomically.
func (j *Journal) Replace(rows []Row) error {
	return scratch.Replace(j.name, 0o666, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		for i := range rows {
			if err := encoder.Encode(rows[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReadJournal returns the rows of a file without changing it, none if it is missing.
func ReadJournal(name string) ([]Row, error) {
	rows, err := ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return rows, err
}
