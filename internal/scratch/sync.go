package scratch

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// SyncFolder makes a rename in a folder durable, where the system supports it. Windows cannot sync a
// folder: its file system keeps a journal of renames.
func SyncFolder(path string) error {
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
