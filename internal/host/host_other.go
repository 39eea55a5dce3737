//go:build !linux

package host

import "runtime"

// system returns the name of the operating system. Its version is not determined.
func system() (name, kernel string) { return runtime.GOOS, "" }
