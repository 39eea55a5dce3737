//go:build !unix

package store

import "os"

// lockFile creates a file. Windows keeps a second process from opening it for writing by itself
// only on some file systems.
func lockFile(name string) (*os.File, error) { return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600) }
