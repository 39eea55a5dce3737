//go:build !linux

package main

// freeSpace is not known.
func freeSpace(string) (bytes uint64, known bool) { return 0, false }
