//go:build !linux && !darwin && !freebsd && !windows

package store

import "errors"

// diskOf returns errors.ErrUnsupported.
func diskOf(string) (free, size int64, err error) { return 0, 0, errors.ErrUnsupported }
