package child

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// Cause says why a process ended.
type Cause string

const (
	Exited      Cause = "exited"        // by itself, with status 0
	Crashed     Cause = "crashed"       // by a signal, an exception or another status
	Hung        Cause = "hung"          // it was killed because it was silent for too long
	OutOfMemory Cause = "out of memory" // it was killed because it took too much memory
	Killed      Cause = "killed"        // by Process.Kill
)

// End says how a process ended.
type End struct {
	Cause  Cause
	Signal string   // such as SIGSEGV; "" if there was none, or it is not known
	Status string   // in the system's words, such as "exit status 2"
	Output []string // the end of standard error: messages, and the stack of a Go program that a signal ended
}

// Text describes in a sentence how a process ended that Exited does not apply to, without the
// limits that it exceeded.
func (e End) Text() string {
	switch {
	case e.Cause == Hung:
		return "the process made no progress"
	case e.Cause == OutOfMemory && e.Signal == "":
		return "the process took too much memory"
	case e.Cause == OutOfMemory:
		return e.Signal + " ended the process, as the system does when its memory is used up"
	case e.Signal != "":
		return e.Signal + " ended the process"
	}
	return "the process ended with " + e.Status
}

func newEnd(killed Cause, state *os.ProcessState, output []string, err error) End {
	e := End{Cause: killed, Output: excerpt(output)}
	if state == nil {
		e.Cause, e.Status = Crashed, err.Error()
		return e
	}
	e.Status = state.String()
	if killed != "" {
		return e
	}
	e.Cause = Exited
	if !state.Success() {
		e.Cause, e.Signal = Crashed, signalIn(output)
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.Signal = signalName(status.Signal())
	}
	if e.Signal == "SIGKILL" { // nobody else kills it: Linux does when the memory of the machine or of the container is used up
		e.Cause = OutOfMemory
	}
	return e
}

// signalNames are the signals that end programs with faults.
var signalNames = map[syscall.Signal]string{
	syscall.SIGSEGV: "SIGSEGV", syscall.SIGABRT: "SIGABRT", syscall.SIGBUS: "SIGBUS", syscall.SIGILL: "SIGILL",
	syscall.SIGFPE:  "SIGFPE",
	syscall.SIGTRAP: "SIGTRAP", syscall.SIGKILL: "SIGKILL", syscall.SIGTERM: "SIGTERM", syscall.SIGINT: "SIGINT",
}

func signalName(s syscall.Signal) string {
	if name, known := signalNames[s]; known {
		return name
	}
	return s.String()
}

// goSignal matches the lines of Go's runtime that report a signal. It then exits with status 2.
var goSignal = regexp.MustCompile(`^(?:\[signal )?(SIG[A-Z0-9]+): `)

// signalIn returns the signal that the output of a Go program names, "" if it names none.
func signalIn(output []string) string {
	for _, line := range output {
		if found := goSignal.FindStringSubmatch(line); found != nil {
			return found[1]
		}
	}
	return ""
}

const (
	maxMessages = 10 // lines before a signal: what a driver or a compiler writes about the fault
	maxStack    = 30 // lines after it
)

// excerpt returns the lines of standard error that explain the end: the last messages and, after a
// signal, the stack that follows, without the stacks of other goroutines.
func excerpt(lines []string) []string {
	at := slices.IndexFunc(lines, goSignal.MatchString)
	if at < 0 {
		return slices.Clone(lines[max(0, len(lines)-maxMessages):])
	}
	kept := slices.Clone(lines[max(0, at-maxMessages):at])
	stacks := 0
	for _, line := range lines[at:min(len(lines), at+maxStack)] {
		if strings.HasPrefix(line, "goroutine ") {
			stacks++
		}
		if stacks > 1 {
			break
		}
		if line != "" {
			kept = append(kept, strings.ReplaceAll(line, "\t", "    "))
		}
	}
	return kept
}

// tailBytes is the size of the end of standard error that is kept: more than the stacks of all
// goroutines of a crash.
const tailBytes = 256 << 10

// tail keeps the end of what is written to it.
type tail struct {
	mutex sync.Mutex
	text  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - tailBytes; over > tailBytes { // seldom, so that each byte is moved once
		t.text = slices.Clone(t.text[over:])
	}
	return len(p), nil
}

// lines returns the lines kept.
func (t *tail) lines() []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(t.text[max(0, len(t.text)-tailBytes):]), "?"))
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
