package worker

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aco-vk/aco-vk/internal/filelock"
)

const (
	// folderPattern is the pattern of names of workers' folders.
	folderPattern = "aco-vk-worker-*"
	// probeBytes is written to the folder before each job. It is enough to find a full disk.
	probeBytes = 256 << 10
	// folderAttempts bounds how often another worker may remove a folder before it is locked.
	folderAttempts = 10
)

// folder is a folder for checkpoints that one worker has for itself. It is locked while the worker
// lives, so no other worker removes it, even while this one is stopped.
type folder struct {
	parent, path string
	lock         *os.File // nil: the system has no locks of folders
}

// newFolder makes a folder below a parent; "": the system's folder for temporary files. It also
// removes the folders of workers that have ended without removing them.
func newFolder(parent string) (*folder, error) {
	f := &folder{parent: cmp.Or(parent, os.TempDir())}
	if err := os.MkdirAll(f.parent, 0o700); err != nil {
		return nil, err
	}
	if err := f.removeAbandoned(); err != nil {
		return nil, err
	}
	return f, f.check()
}

// removeAbandoned removes the folders whose workers have ended: nobody has their locks.
func (f *folder) removeAbandoned() error {
	others, err := filepath.Glob(filepath.Join(f.parent, folderPattern))
	if err != nil {
		return err
	}
	for _, other := range others {
		lock, err := filelock.Folder(other)
		if err != nil {
			continue // it is used, or of another user
		}
		os.RemoveAll(other) // if this fails, the next worker tries again
		lock.Close()
	}
	return nil
}

// make makes and locks a new folder.
func (f *folder) make() error {
	for range folderAttempts {
		path, err := os.MkdirTemp(f.parent, folderPattern)
		if err != nil {
			return err
		}
		lock, err := filelock.Folder(path)
		if errors.Is(err, errors.ErrUnsupported) {
			f.path = path
			return nil
		}
		// a worker that starts may have removed the folder before the lock
		if err == nil && isAt(path, lock) {
			f.path, f.lock = path, lock
			return nil
		}
		if err == nil {
			lock.Close()
		}
	}
	return fmt.Errorf("folder below %s: other processes remove it at once", f.parent)
}

// isAt reports whether a folder that is open is at a path.
func isAt(path string, open *os.File) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	here, err := open.Stat()
	return err == nil && os.SameFile(there, here)
}

// check returns an error if no file can be written to the folder. It makes a folder that is
// missing: a cleaner may have removed it.
func (f *folder) check() error {
	if _, err := os.Stat(f.path); f.path == "" || errors.Is(err, os.ErrNotExist) {
		f.remove()
		if err := os.MkdirAll(f.parent, 0o700); err != nil {
			return err
		}
		if err := f.make(); err != nil {
			return err
		}
	}
	probe := filepath.Join(f.path, "probe")
	err := os.WriteFile(probe, make([]byte, probeBytes), 0o600)
	return errors.Join(err, ignoreMissing(os.Remove(probe)))
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// remove removes the folder and gives its lock up.
func (f *folder) remove() {
	if f.path != "" {
		os.RemoveAll(f.path) // if this fails, the next worker tries again
	}
	if f.lock != nil {
		f.lock.Close()
	}
	f.path, f.lock = "", nil
}
