//go:build unix

package main

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// A fault of the program is no wrong usage: it ends by SIGABRT. SIGQUIT ends a program of Go as a
// fault does.
func TestFaultOfProgramAborts(t *testing.T) {
	command := exec.Command("aco-vk", "pipe")
	var text strings.Builder
	command.Stderr = &text
	in := must.Get(command.StdinPipe())(t)
	out := must.Get(command.StdoutPipe())(t)
	must.Do(t, command.Start())
	defer in.Close()
	if _, err := out.Read(make([]byte, 1)); err != nil { // it runs
		t.Fatal(err)
	}
	must.Do(t, command.Process.Signal(syscall.SIGQUIT))
	command.Wait()
	status := command.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGABRT || !strings.Contains(text.String(), "goroutine") {
		t.Errorf("%v: %s", command.ProcessState, text.String())
	}
}
