// Package cachefile keeps files in the user's cache folder: aids that are read with care and can go at any time.
package cachefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Dir is where the program's files are: aco-vk in the user's cache folder. It need not exist.
func Dir() (string, error) {
	user, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for what is kept from run to run: %w", err)
	}
	return filepath.Join(user, "aco-vk"), nil
}

// Read returns a file's content. What is no regular file or has more than so many bytes is not the program's, and an error.
func Read(path string, most int64) ([]byte, error) {
	if _, err := regular(path, most); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// Open opens a file, of which Read says what it may be, and returns its size.
func Open(path string, most int64) (*os.File, int64, error) {
	size, err := regular(path, most)
	if err != nil {
		return nil, 0, err
	}
	f, err := os.Open(path)
	return f, size, err
}

func regular(path string, most int64) (size int64, err error) {
	s, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if !s.Mode().IsRegular() || s.Size() > most {
		return 0, fmt.Errorf("%s is no regular file of up to %d bytes", path, most)
	}
	return s.Size(), nil
}

// Write replaces a file as WriteFunc does.
func Write(path string, parts ...[]byte) error {
	return WriteFunc(path, func(w io.Writer) error {
		for _, part := range parts {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		return nil
	})
}

// WriteFunc replaces a file by what fill writes, in one step, so that no reader ever sees half of it, and makes its folder.
func WriteFunc(path string, fill func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	err = fill(f)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Trim removes the oldest of the files that a pattern of [filepath.Glob] names, until the others have no more than so many
// bytes.
func Trim(pattern string, most int64) error {
	paths, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	type file struct {
		path string
		info os.FileInfo
	}
	var files []file
	for _, path := range paths {
		if info, err := os.Lstat(path); err == nil { // else another process was faster
			files = append(files, file{path, info})
		}
	}
	slices.SortFunc(files, func(a, b file) int { return b.info.ModTime().Compare(a.info.ModTime()) })
	for _, f := range files {
		if most -= f.info.Size(); most < 0 {
			err = errors.Join(err, os.Remove(f.path))
		}
	}
	return err
}
