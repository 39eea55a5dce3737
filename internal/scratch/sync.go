package scratch

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// Disk has the steps that make a file durable. Tests replace it by a disk that loses what was not synced.
var Disk = struct {
	Sync       func(*os.File) error
	Rename     func(from, to string) error
	SyncFolder func(path string) error
}{(*os.File).Sync, os.Rename, syncFolder}

// syncFolder makes a rename in a folder durable, where the system supports it. Windows cannot sync a
// folder: its file system keeps a journal of renames.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
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
