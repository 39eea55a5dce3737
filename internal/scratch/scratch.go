// Package scratch makes temporary files beside the files that they replace.
//
// The name has the number of the process, so what a process leaves that is killed is known later
// and removed.
package scratch

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Create creates a temporary file for a file, in the same folder and with its permissions, or those
// of a new file. It removes the files of processes that have ended. A process makes one at a time for
// a file.
func Create(name string) (*os.File, error) { return create(name, 0o666) }

func create(name string, mode os.FileMode) (*os.File, error) {
	folder, begin := filepath.Dir(name), "."+filepath.Base(name)+"."
	if len(begin) > longest {
		begin = fmt.Sprintf(".%x.", sha256.Sum256([]byte(filepath.Base(name))))
	}
	removeStale(folder, begin)
	return createAs(filepath.Join(folder, fmt.Sprintf("%s%d", begin, os.Getpid())), name, mode)
}

// CreateAs creates a file that does not exist, with the permissions of the file that it will replace,
// or of a new file if there is none.
func CreateAs(temporary, name string) (*os.File, error) { return createAs(temporary, name, 0o666) }

func createAs(temporary, name string, mode os.FileMode) (*os.File, error) {
	info, missing := os.Stat(name)
	if missing == nil {
		mode = info.Mode().Perm()
	}
	file, err := os.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err != nil || missing != nil {
		return file, err
	}
	if info, err = file.Stat(); err == nil && info.Mode().Perm() != mode { // by the mask of new files
		err = file.Chmod(mode)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(temporary))
	}
	return file, nil
}

// Replace replaces a file by what a function writes, with the permissions of the file, or with a mode
// if there is none. A crash of the machine leaves the old or the new file as a whole.
func Replace(name string, mode os.FileMode, write func(io.Writer) error) error {
	file, err := create(name, mode)
	if err != nil {
		return err
	}
	return Install(file, name, write(file))
}

// Install replaces a file by a temporary one. err is the error of writing the temporary file. A crash of the
// machine leaves the old or the new file as a whole. It closes the temporary file, and removes it after
// an error, unless only the sync of the folder failed.
func Install(temporary *os.File, name string, err error) error {
	if err == nil {
		err = Disk.Sync(temporary)
	}
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = Disk.Rename(temporary.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return Disk.SyncFolder(filepath.Dir(name))
}

// longest is the number of bytes that the name of a temporary file has before the number of the process. A
// name has up to 255 bytes in most file systems.
const longest = 240

// removeStale removes the files of processes that have ended. An error is not one of the caller's
// file.
func removeStale(folder, begin string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		number, isTemporary := strings.CutPrefix(e.Name(), begin)
		if pid, err := strconv.Atoi(number); isTemporary && err == nil && strconv.Itoa(pid) == number && pid > 0 &&
			e.Type().IsRegular() && !exists(pid) {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}
