//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// endWithGroup makes the end of a command's context end the processes that it has started, too.
func endWithGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
