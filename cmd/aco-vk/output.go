package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/aco-vk/aco-vk/internal/scratch"
)

// output is a file to write at the end of a run. newOutput checks at the start that it can be
// written.
type output struct {
	name  string // "": no output
	whole bool   // replace the file by renaming; false if it is not a regular file, but for example a pipe
	c     console
}

// newOutput checks that a file can be written, and that the command does not read it. It follows
// symbolic links.
func newOutput(c console, name string) (output, error) {
	if name == "" || name == standard {
		return output{name, false, c}, nil
	}
	if err := c.mayWrite(name); err != nil {
		return output{}, err
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return output{}, usagef("%s is a folder", name)
	}
	o := output{name, err != nil || info.Mode().IsRegular(), c}
	if !o.whole {
		return o, nil
	}
	file, err := scratch.Create(o.name)
	if err != nil {
		return output{}, usagef("%s cannot be written: creating a file in %s: %w", name, filepath.Dir(name), cause(err))
	}
	file.Close()
	return o, os.Remove(file.Name())
}

// write writes the output by calling fill. A regular file is written completely or not at all.
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
		// not a *fs.PathError, which would be a usage error: newOutput has checked the file
		return fmt.Errorf("write %s: %w", o.name, cause(err))
	}
	return fillAndClose(file, o.name, fill)
}

// writeJSON writes a value as JSON.
func (o output) writeJSON(value any) error {
	return o.write(func(w io.Writer) error { return json.NewEncoder(w).Encode(value) })
}

// writeIndented writes a value as JSON for people, too.
func writeIndented(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

func (o output) replace(fill func(io.Writer) error) error {
	if err := scratch.Replace(o.name, 0o666, fill); err != nil {
		return fmt.Errorf("write %s: %w", o.name, cause(err))
	}
	return nil
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

// cause returns why an operation on a file failed, without the name of the file, which the
// message has already.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// rescue saves a tour whose file could not be written: in a temporary file, or, if that fails
// too, among the messages.
func rescue(messages io.Writer, write func(io.Writer) error) {
	if file, err := os.CreateTemp("", "aco-vk-*.tour"); err == nil {
		if fillAndClose(file, file.Name(), write) == nil {
			fmt.Fprintf(messages, "aco-vk: an output could not be written; the tour is saved in %s\n", file.Name())
			return
		}
		os.Remove(file.Name())
	}
	fmt.Fprintln(messages, "aco-vk: an output could not be written; the tour is:")
	_ = write(messages) // an error has nowhere to go
}
