package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilInterrupted returns a context that the first SIGINT, SIGTERM or SIGHUP cancels. A second
// one ends the process at once. nohup starts processes that ignore SIGHUP, and that is left as it
// is.
func untilInterrupted() (context.Context, context.CancelFunc) {
	if signal.Ignored(syscall.SIGHUP) {
		return untilTerminated()
	}
	return until(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}

// untilTerminated is untilInterrupted for commands that SIGHUP does not end.
func untilTerminated() (context.Context, context.CancelFunc) {
	return until(os.Interrupt, syscall.SIGTERM)
}

// untilAsked is untilTerminated for a process that another one ends. It often gets two signals:
// systemd and terminals send one to all processes, and then the other process sends its own. So a
// second one has no effect.
func untilAsked() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

func until(signals ...os.Signal) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// interruptible calls read, and returns when it does or when the context ends. The command ends
// with the context, so a read that is not over is abandoned: opening a pipe, for example, waits
// for its writer.
func interruptible[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := read()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
