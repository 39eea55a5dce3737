//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// Writing to a closed pipe, or beyond the file size limit, is an error of that write; it does not
// end the process.
func init() { signal.Ignore(syscall.SIGPIPE, syscall.SIGXFSZ) }
