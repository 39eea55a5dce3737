package worker

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"

	"github.com/aco-vk/aco-vk/internal/filelock"
)

const (
	// folderPattern is the pattern of names of workers' folders.
	folderPattern = "aco-vk-worker-*"
	// probeBytes is written to the folder before each job. It is enough to find a full disk.
	probeBytes = 256 << 10
)

// folder is a folder for checkpoints that one worker has for itself.
type folder struct {
	parent, path string
	own          *filelock.Own // nil: there is none
}

// newFolder makes a folder below a parent; "": the system's folder for temporary files. It also
// removes the folders of workers that have ended without removing them.
func newFolder(parent string) (*folder, error) {
	f := &folder{parent: cmp.Or(parent, os.TempDir())}
	return f, f.check()
}

// check returns an error if no file can be written to the folder. It makes a folder that is
// missing: a cleaner may have removed it.
func (f *folder) check() (err error) {
	if _, err := os.Stat(f.path); f.path == "" || errors.Is(err, os.ErrNotExist) {
		f.remove()
		if f.own, err = filelock.NewOwn(f.parent, folderPattern); err != nil {
			return err
		}
		f.path = f.own.Path
	}
	probe := filepath.Join(f.path, "probe")
	err = os.WriteFile(probe, make([]byte, probeBytes), 0o600)
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
	if f.own != nil {
		f.own.Remove()
	}
	f.path, f.own = "", nil
}
