package filelock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ownAttempts bounds how often another process may remove a new folder before it is locked.
const ownAttempts = 10

// Own is a folder that a process has for itself. It is locked while the process lives, so no other
// process removes it, even while this one is stopped.
type Own struct {
	Path string
	lock *os.File // nil: the system has no locks of folders
}

// NewOwn makes a folder below a parent, whose name has a pattern of os.MkdirTemp. First it removes the
// folders of the pattern whose processes have ended: nobody has their locks.
func NewOwn(parent, pattern string) (*Own, error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	others, err := filepath.Glob(filepath.Join(parent, pattern))
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		if lock, err := Folder(other); err == nil { // else it is used, or of another user
			(&Own{other, lock}).Remove()
		}
	}
	for range ownAttempts {
		path, err := os.MkdirTemp(parent, pattern)
		if err != nil {
			return nil, err
		}
		lock, err := Folder(path)
		if errors.Is(err, errors.ErrUnsupported) || err == nil && isAt(path, lock) {
			return &Own{path, lock}, nil
		}
		if err == nil { // a process that starts has removed the folder before the lock
			lock.Close()
		}
	}
	return nil, fmt.Errorf("folder below %s: other processes remove it at once", parent)
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

// Remove removes the folder and gives its lock up.
func (o *Own) Remove() {
	_ = os.RemoveAll(o.Path) // if this fails, the next process tries again
	if o.lock != nil {
		o.lock.Close()
	}
}
