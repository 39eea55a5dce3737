// Package child runs a child process and watches it: for silence, for the memory that it takes,
// and for how it ends.
//
// It is for work that can end the process that does it, such as calls of a driver that may crash
// or hang. Requests and answers are lines on the child's standard input and output. What it writes
// to standard error explains how it ended.
package child

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// Limits bound a working process. A process that exceeds one is killed.
type Limits struct {
	Silence time.Duration // longest time without a line of output while Receive waits
	Memory  uint64        // resident memory in bytes; 0: no limit. It has an effect on Linux only
}

// ErrEnded is the error of Receive when the process has ended, by itself or because it exceeded a
// limit. Wait tells how.
var ErrEnded = errors.New("the process has ended")

// Process is a running child. One goroutine at a time uses it; any may call Kill.
type Process struct {
	command *exec.Cmd
	limits  Limits
	input   io.WriteCloser
	lines   chan []byte
	errors  tail
	memory  *time.Ticker
	killed  atomic.Pointer[Cause] // why this package killed it; nil if it did not
	reading chan struct{}         // closed when nobody reads lines any more
	once    sync.Once
	end     End
}

// memoryEvery is how often the memory is read. A process that writes 10 GB/s exceeds a limit by
// less than 1 GB until then.
const memoryEvery = 50 * time.Millisecond

// Start starts a command. The caller calls Wait.
func Start(command *exec.Cmd, limits Limits) (*Process, error) {
	p := &Process{command: command, limits: limits, lines: make(chan []byte), reading: make(chan struct{})}
	command.Stderr = &p.errors
	// A grandchild that keeps standard error open must not delay Wait.
	command.WaitDelay = time.Second
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	if p.input, err = command.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	if err := p.begin(); err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	killFirst(command.Process.Pid)
	p.memory = time.NewTicker(memoryEvery)
	go p.read(output)
	return p, nil
}

// read passes the lines of standard output on.
func (p *Process) read(output io.Reader) {
	defer close(p.lines)
	for buffered := bufio.NewReader(output); ; {
		line, err := buffered.ReadBytes('\n')
		if err != nil {
			return // an incomplete line is no answer
		}
		select {
		case p.lines <- bytes.TrimSuffix(line, []byte("\n")):
		case <-p.reading:
			return
		}
	}
}

// HasEnded reports whether a process that is not working has ended, as if the system needed its
// memory.
func (p *Process) HasEnded() bool {
	select {
	case _, open := <-p.lines:
		return !open
	default:
		return false
	}
}

// SetLimits changes the limits of a process that is not working.
func (p *Process) SetLimits(l Limits) { p.limits = l }

// Receive returns the next line that the process writes. The error is ErrEnded, or ctx.Err() after
// it killed the process.
func (p *Process) Receive(ctx context.Context) ([]byte, error) {
	silence := time.NewTimer(p.limits.Silence)
	defer silence.Stop()
	for {
		select {
		case line, open := <-p.lines:
			if !open {
				return nil, ErrEnded
			}
			return line, nil
		case <-silence.C:
			p.kill(Hung)
			return nil, ErrEnded
		case <-p.memory.C:
			if p.limits.Memory > 0 && ResidentMemory(p.command.Process.Pid) > p.limits.Memory {
				p.kill(OutOfMemory)
				return nil, ErrEnded
			}
		case <-ctx.Done():
			p.Kill()
			return nil, ctx.Err()
		}
	}
}

// CloseInput tells the process that there is no more work.
func (p *Process) CloseInput() { p.input.Close() }

// Kill ends the process at once.
func (p *Process) Kill() { p.kill(Killed) }

func (p *Process) kill(cause Cause) {
	p.killed.CompareAndSwap(nil, &cause)
	_ = p.command.Process.Kill() // it may have ended already
}

// cause returns why this package killed the process; "" if it did not.
func (p *Process) cause() Cause {
	if killed := p.killed.Load(); killed != nil {
		return *killed
	}
	return ""
}

// killTime is how long a killed process may take to end. One that a driver blocks in the kernel
// never ends.
const killTime = 10 * time.Second

// Wait waits until the process has ended and returns how. A process that does not end within the
// limit of silence is killed. Later calls return the same.
func (p *Process) Wait() End {
	p.once.Do(func() {
		p.memory.Stop()
		close(p.reading)
		ended := make(chan error, 1)
		go func() {
			err := p.command.Wait()
			p.leave()
			ended <- err
		}()
		p.end = p.waitFor(ended)
	})
	return p.end
}

// waitFor waits for the result of the command's Wait.
func (p *Process) waitFor(ended chan error) End {
	limit, killed := p.limits.Silence, p.cause()
	if killed != "" {
		limit = killTime
	}
	select {
	case err := <-ended:
		return newEnd(p.cause(), p.command.ProcessState, p.errors.lines(), err)
	case <-time.After(limit):
	}
	if killed != "" {
		return End{Cause: killed, Status: "killed, but does not end", Output: excerpt(p.errors.lines())}
	}
	p.kill(Hung)
	return p.waitFor(ended)
}
