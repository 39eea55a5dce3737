//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// A pipe that was closed and a file that may not grow are errors of writing, which end no run.
func init() { signal.Ignore(syscall.SIGPIPE, syscall.SIGXFSZ) }
