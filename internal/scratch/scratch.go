// Package scratch makes temporary files beside the files that they replace.
//
// The name has the number of the process, so what a process leaves that is killed is known later
// and removed.
package scratch

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Create creates a temporary file for a file, in the same folder and with the permissions of a new
// file. It removes the files of processes that have ended. A process makes one at a time for a file.
func Create(name string) (*os.File, error) {
	folder, begin := filepath.Dir(name), "."+filepath.Base(name)+"."
	if len(begin) > longest {
		begin = fmt.Sprintf(".%x.", sha256.Sum256([]byte(filepath.Base(name))))
	}
	removeStale(folder, begin)
	temporary := filepath.Join(folder, fmt.Sprintf("%s%d", begin, os.Getpid()))
	return os.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
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
