// Package cachefile keeps files in the user's cache folder: aids that are read with care and can go at any time.
package cachefile

import (
	"fmt"
	"os"
	"path/filepath"
)

// Folder is where the program's files are: aco-vk in the user's cache folder. It need not exist.
func Folder() (string, error) {
	user, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for what is kept from run to run: %w", err)
	}
	return filepath.Join(user, "aco-vk"), nil
}

// Read returns a file's content. What is no regular file or has more than so many bytes is not the program's, and an error.
func Read(path string, most int64) ([]byte, error) {
	s, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !s.Mode().IsRegular() || s.Size() > most {
		return nil, fmt.Errorf("%s is no regular file of up to %d bytes", path, most)
	}
	return os.ReadFile(path)
}

// Write replaces a file in one step, so that no reader ever sees half of it, and makes its folder.
func Write(path string, parts ...[]byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "*.tmp")
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
