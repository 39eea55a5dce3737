//go:build unix

package child

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/memory"
	"github.com/aco-vk/aco-vk/internal/must"
)

// behaviour is the environment variable that makes the test binary a child.
const behaviour = "CHILD_TEST_BEHAVIOUR"

func TestMain(m *testing.M) {
	switch os.Getenv(behaviour) {
	case "":
		os.Exit(m.Run())
	case "echo":
		var line string
		for n, _ := fmt.Scanln(&line); n == 1; n, _ = fmt.Scanln(&line) {
			fmt.Println(line)
		}
		os.Exit(0)
	case "status":
		fmt.Fprintln(os.Stderr, "bad luck")
		os.Exit(7)
	case "signal":
		fmt.Fprintln(os.Stderr, "a message of the driver")
		var nowhere *int
		*nowhere = 1
	case "killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "silent":
		time.Sleep(time.Hour)
	case "leak":
		var all [][]byte
		for {
			block := make([]byte, 16<<20)
			for i := range block {
				block[i] = 1
			}
			all = append(all, block)
			time.Sleep(time.Millisecond)
			runtime.KeepAlive(all)
		}
	}
}

func start(t *testing.T, kind string, limits Limits) *Process {
	t.Helper()
	program := must.Get(os.Executable())(t)
	command := exec.Command(program)
	command.Env = append(os.Environ(), behaviour+"="+kind)
	p := must.Get(Start(command, limits))(t)
	t.Cleanup(func() {
		p.Kill()
		p.Wait()
	})
	return p
}

func TestLinesAreAnswered(t *testing.T) {
	p := start(t, "echo", Limits{Silence: time.Hour})
	for _, want := range []string{"one", "two"} {
		must.Do(t, p.SendMessage(want))
		if line, err := p.Receive(t.Context()); err != nil || string(line) != strconv.Quote(want) {
			t.Fatalf("%q, %v", line, err)
		}
	}
	p.CloseInput()
	if _, err := p.Receive(t.Context()); !errors.Is(err, ErrEnded) {
		t.Error(err)
	}
	if end := p.Wait(); end.Cause != Exited || end.Signal != "" {
		t.Errorf("%+v", end)
	}
}

// The end of a process tells its cause, its signal and its last words.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		kind, signal, output string
		limits               Limits
		cause                Cause
	}{
		{kind: "status", cause: Crashed, output: "bad luck"},
		{kind: "signal", cause: Crashed, signal: "SIGSEGV", output: "a message of the driver"},
		{kind: "killed", cause: OutOfMemory, signal: "SIGKILL"},
		{kind: "silent", cause: Hung, limits: Limits{Silence: time.Nanosecond}},
		{kind: "leak", cause: OutOfMemory, limits: Limits{Memory: 100 << 20}},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			if c.limits.Memory > 0 && memory.Available() == 0 {
				t.Skip("this system does not tell the memory of processes")
			}
			if c.limits.Silence == 0 {
				c.limits.Silence = time.Hour
			}
			p := start(t, c.kind, c.limits)
			if line, err := p.Receive(t.Context()); !errors.Is(err, ErrEnded) {
				t.Fatalf("%q, %v", line, err)
			}
			end := p.Wait()
			if end.Cause != c.cause || end.Signal != c.signal ||
				!strings.Contains(strings.Join(end.Output, "\n"), c.output) {
				t.Errorf("%+v", end)
			}
			if c.signal == "SIGSEGV" && !strings.Contains(strings.Join(end.Output, "\n"), "TestMain") {
				t.Errorf("no stack in %q", end.Output)
			}
		})
	}
}

// A context that ends kills the process, and Receive returns its error.
func TestContext(t *testing.T) {
	p := start(t, "silent", Limits{Silence: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if _, err := p.Receive(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if end := p.Wait(); end.Cause != Killed {
		t.Errorf("%+v", end)
	}
}

// The lines kept are the messages before the signal and the stack of one goroutine.
func TestExcerpt(t *testing.T) {
	text := strings.Repeat("old\n", 50) +
		"LLVM ERROR\nSIGSEGV: segmentation violation\n\ngoroutine 1:\nmain.main()\n\t/main.go:1\n\ngoroutine 2:\nother()"
	got := strings.Join(excerpt(strings.Split(text, "\n")), "\n")
	want := strings.Repeat("old\n", maxMessages-1) +
		"LLVM ERROR\nSIGSEGV: segmentation violation\ngoroutine 1:\nmain.main()\n    /main.go:1"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Only the end of a long output is kept.
func TestTail(t *testing.T) {
	var kept tail
	for i := range 300_000 {
		fmt.Fprintf(&kept, "line %d\n", i)
	}
	lines := kept.lines()
	if lines[len(lines)-1] != "line 299999" || len(kept.text) > 2*tailBytes+100 || len(lines) < 10_000 {
		t.Errorf("%d lines up to %q, %d bytes", len(lines), lines[len(lines)-1], len(kept.text))
	}
}
