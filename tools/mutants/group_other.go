//go:build !unix

package main

import "os/exec"

// endWithGroup does nothing: only the command itself ends with its context.
func endWithGroup(*exec.Cmd) {}
