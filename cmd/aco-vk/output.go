package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// output is a file to write at the end of a run. That it can be written is checked at the start.
type output struct {
	name  string // "": no output
	whole bool   // replaced as a whole by renaming; not so what is no regular file, a pipe for example
	c     console
}

// newOutput checks that a file can be written. A link's target is what is written.
func newOutput(c console, name string) (output, error) {
	if name == "" || name == standard {
		return output{name, false, c}, nil
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return output{}, usageError{fmt.Errorf("%s is a folder", name)}
	}
	o := output{name, err != nil || info.Mode().IsRegular(), c}
	if !o.whole {
		return o, nil
	}
	file, err := o.temporary()
	if err != nil {
		return output{}, usageError{fmt.Errorf("%s cannot be written: creating a file in %s: %w", name, filepath.Dir(name), cause(err))}
	}
	file.Close()
	return o, os.Remove(file.Name())
}

// temporary creates a file beside the one that is to be written, with the permissions of any new file.
func (o output) temporary() (*os.File, error) {
	name := filepath.Join(filepath.Dir(o.name), fmt.Sprintf(".%s.%d", filepath.Base(o.name), os.Getpid()))
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// write writes what fill makes: a regular file whole or not at all.
func (o output) write(fill func(io.Writer) error) error {
	switch {
	case o.name == "":
		return nil
	case o.name == standard:
		if err := fill(o.c.out); err != nil {
			return errReported
		}
		return nil
	case o.whole:
		return o.replace(fill)
	}
	file, err := os.OpenFile(o.name, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("write %s: %w", o.name, cause(err)) // no error of usage any more: it could be written before the run
	}
	return fillAndClose(file, o.name, fill)
}

func (o output) replace(fill func(io.Writer) error) error {
	file, err := o.temporary()
	if err != nil {
		return fmt.Errorf("write %s: %w", o.name, cause(err))
	}
	if err = fillAndClose(file, o.name, fill); err == nil {
		err = os.Rename(file.Name(), o.name)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

func fillAndClose(file *os.File, name string, fill func(io.Writer) error) error {
	err := fill(file)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, cause(err))
	}
	return nil
}

// cause is why an operation on a file failed, without the file's name, which is told already.
func cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// sameFile says whether two names on the command line stand for one file or for one standard stream.
func sameFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	}
	return filepath.Clean(a) == filepath.Clean(b)
}
