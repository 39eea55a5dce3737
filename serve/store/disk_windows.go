package store

import (
	"os"

	"golang.org/x/sys/windows"
)

// diskOf returns the size of the disk of a folder, and how much of it is free.
func diskOf(folder string) (free, size int64, err error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, 0, err
	}
	var available, total uint64
	if err := windows.GetDiskFreeSpaceEx(name, &available, &total, nil); err != nil {
		return 0, 0, &os.PathError{Op: "GetDiskFreeSpaceEx", Path: folder, Err: err}
	}
	return int64(available), int64(total), nil
}
