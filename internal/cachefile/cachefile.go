// Package cachefile reads and writes files in the user's cache directory. They can be deleted at
// any time. It knows no format: callers check the contents of the files they read.
//
//	dir, err := cachefile.Dir()
//	path := filepath.Join(dir, "data")
//	data, err := cachefile.Read(path, maxBytes)
//	err = cachefile.Write(path, data)
//
// Several goroutines and processes may write a file: readers see one of the versions as a whole.
package cachefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Dir returns the directory of the files: aco-vk in the user's cache directory. It may be missing.
func Dir() (string, error) {
	user, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no cache directory: %w", err)
	}
	return filepath.Join(user, "aco-vk"), nil
}

// Read returns the contents of a file. A file that is not regular or has more than maxBytes is an
// error: this program did not write it.
func Read(path string, maxBytes int64) ([]byte, error) {
	s, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !s.Mode().IsRegular() || s.Size() > maxBytes {
		return nil, fmt.Errorf("%s is not a regular file of at most %d bytes", path, maxBytes)
	}
	return os.ReadFile(path)
}

// Write creates or replaces a file with the concatenated parts, and creates its directory. The file
// is replaced atomically: readers see the old or the new contents.
func Write(path string, parts ...[]byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err == nil {
			_, err = f.Write(part)
		}
	}
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

// Trim removes the oldest files that match a pattern of [filepath.Glob], until the others have at
// most maxBytes together.
func Trim(pattern string, maxBytes int64) error {
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
		if info, err := os.Lstat(path); err == nil { // otherwise another process removed it
			files = append(files, file{path, info})
		}
	}
	slices.SortFunc(files, func(a, b file) int { return b.info.ModTime().Compare(a.info.ModTime()) })
	for _, f := range files {
		if maxBytes -= f.info.Size(); maxBytes < 0 {
			err = errors.Join(err, os.Remove(f.path))
		}
	}
	return err
}
