//go:build unix

package main

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// A fault of the program is no wrong usage: it ends by SIGABRT. SIGQUIT ends a program of Go as a
// fault does.
func TestFaultOfProgramAborts(t *testing.T) {
	command := exec.Command("aco-vk", "pipe")
	var text strings.Builder
	command.Stderr = &text
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := out.Read(make([]byte, 1)); err != nil { // it runs
		t.Fatal(err)
	}
	if err := command.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	command.Wait()
	status := command.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGABRT || !strings.Contains(text.String(), "goroutine") {
		t.Errorf("%v: %s", command.ProcessState, text.String())
	}
}
