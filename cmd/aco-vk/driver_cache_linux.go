package main

import "syscall"

// freeSpace returns the bytes that the user can still write to the disk of a folder.
func freeSpace(folder string) (bytes uint64, known bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, false
	}
	return disk.Bavail * uint64(disk.Bsize), true
}
