package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// ownWorker is the worker of a server on its own machine, a process of its own: a driver that crashes ends the worker, and the server starts it again.
type ownWorker struct {
	arguments []string
	token     string
	messages  io.Writer
	done      chan struct{} // closed when keep has ended
}

const (
	// firstPause is the time before a worker that ended is started again. It doubles up to longestPause while the worker ends soon.
	firstPause, longestPause = time.Second, 30 * time.Second
	// stopTime is how long a worker may take to store its checkpoint and give its job back.
	stopTime = 30 * time.Second
)

// keep runs the worker until the context ends. The error is that the first one has found no device: more will not find it either.
func (w *ownWorker) keep(ctx context.Context) error {
	defer close(w.done)
	pause := firstPause
	for first := true; ; first = false {
		started := time.Now()
		err := w.run(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if exit := (*exec.ExitError)(nil); first && errors.As(err, &exit) && exit.ExitCode() == exitNoDevice {
			return fmt.Errorf("%w for the worker of this machine: choose another with --device, or none", errNoDevice)
		}
		if time.Since(started) > longestPause {
			pause = firstPause
		}
		fmt.Fprintf(w.messages, "aco-vk: the worker of this machine ended: %v; it is started again in %v\n", err, pause)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
}

// run runs the worker once.
func (w *ownWorker) run(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, program, w.arguments...)
	command.Args[0] = "aco-vk" // tests choose what the program does by its name
	if w.token != "" {
		command.Env = append(os.Environ(), tokenVariable+"="+w.token)
	}
	command.Stderr = w.messages
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = stopTime
	if _, err := command.StdinPipe(); err != nil { // its end tells the worker that this process has died
		return err
	}
	return command.Run()
}
