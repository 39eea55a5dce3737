//go:build !unix

package filelock

import (
	"errors"
	"os"
)

// Lock does nothing. Windows keeps a second process from opening a file for writing by itself only
// on some file systems.
func Lock(*os.File) error { return nil }

// Folder returns errors.ErrUnsupported: nothing says whether another process uses a folder.
func Folder(string) (*os.File, error) { return nil, errors.ErrUnsupported }
