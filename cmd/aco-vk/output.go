package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// output is a file to write at the end of a run. That it can be written is checked at the start.
type output struct {
	name string
	c    console
}

// newOutput checks that a file can be created beside the one that is to be written. The name "" stands for no output.
func newOutput(c console, name string) (output, error) {
	o := output{name, c}
	if name == "" || name == standard {
		return o, nil
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return o, usageError{fmt.Errorf("%s is a folder", name)}
	}
	file, err := o.temporary()
	if err != nil {
		return o, usageError{fmt.Errorf("%s cannot be written: %w", name, err)}
	}
	file.Close()
	return o, os.Remove(file.Name())
}

func (o output) temporary() (*os.File, error) {
	return os.CreateTemp(filepath.Dir(o.name), "."+filepath.Base(o.name)+"-*")
}

// write replaces the file by what fill writes, whole or not at all.
func (o output) write(fill func(io.Writer) error) (err error) {
	switch o.name {
	case "":
		return nil
	case standard:
		return fill(o.c.out)
	}
	file, err := o.temporary()
	if err != nil {
		return fmt.Errorf("write %s: %w", o.name, err)
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
			err = fmt.Errorf("write %s: %w", o.name, err)
		}
	}()
	if err = fill(file); err != nil {
		return err
	}
	// What other programs of the user create can be read by others unless the umask says otherwise; so can this.
	if err = file.Chmod(0o644); err != nil {
		return err
	}
	if err = file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), o.name)
}
