//go:build linux || darwin || freebsd

package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// diskOf returns the size of the disk of a folder, and how much of it is free.
func diskOf(folder string) (free, size int64, err error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, 0, &os.PathError{Op: "statfs", Path: folder, Err: err}
	}
	block := int64(s.Bsize)
	return int64(s.Bavail) * block, int64(s.Blocks) * block, nil
}
