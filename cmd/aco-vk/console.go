package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"syscall"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/serve/worker"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// console has the standard streams of a command: results go to out, progress, notices and errors
// to messages.
type console struct {
	in            io.Reader
	out, messages io.Writer
	read          []namedFile // by the command, which does not write them
}

// checkedWriter reports the first write that fails, to a full disk for example, and remembers it.
// It does not report a closed pipe: its reader, for example head, wants no more.
type checkedWriter struct {
	io.Writer
	messages io.Writer
	failed   bool
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err == nil {
		return n, nil
	}
	if !w.failed && !errors.Is(err, syscall.EPIPE) {
		fmt.Fprintf(w.messages, "aco-vk: %v\n", err)
	}
	w.failed = true
	return n, fmt.Errorf("%w: %w", errReported, err)
}

// code returns the exit code of a command: exitFailure instead of exitDone if a write failed.
func (w *checkedWriter) code(code int) int {
	if w.failed && code == exitDone {
		return exitFailure
	}
	return code
}

// fail prints an error, if there is one, and returns the exit code for it.
func fail(c console, err error) int {
	if err == nil {
		return exitDone
	}
	switch {
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, errReported):
		return exitFailure
	}
	if log := logOf(c.messages); log != nil {
		log.Error(err.Error())
	} else {
		fmt.Fprintf(c.messages, "aco-vk: %v\n", err)
	}
	return exitCode(err)
}

var (
	errInterrupted = errors.New("interrupted")
	errNoDevice    = aco.ErrNoDevice
	errReported    = errors.New("reported already")
)

// usageError is an error in the arguments or in an input file.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef returns a usageError with the text that fmt.Errorf makes.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func exitCode(err error) int {
	if repeat, ok := errors.AsType[repeatError](err); ok {
		return repeat.code
	}
	switch path, _ := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, syscall.ENOSPC):
		return exitFailure
	case errtype.Is[*worker.Fault](err): // also one without a device: the command has done jobs before
		return exitFailure
	case errors.Is(err, errNoDevice):
		return exitNoDevice
	case errors.Is(err, errDeviceFailed):
		return exitDevice
	case errors.Is(err, errNotConforming), errors.Is(err, errImproved), errors.Is(err, errReportsDiffer), errors.Is(err, errNotReproduced):
		return exitDiffers
	case isUsage(err), path != nil && path.Op != "write" && path.Op != "sync":
		return exitUsage
	}
	return exitFailure
}

// isUsage reports whether an error says that arguments, an input or a combination of both cannot
// be used.
func isUsage(err error) bool {
	return errtype.Is[usageError](err) || errtype.Is[aco.Explained](err) || errtype.Is[*aco.CheckpointError](err) ||
		errtype.Is[*tsp.SyntaxError](err) || errtype.Is[*tsp.Error](err) || errtype.Is[*tsp.DistanceError](err) ||
		errtype.Is[*option.Error](err) || errtype.Is[*option.TooLargeError](err) || errtype.Is[*pipeline.TooLargeError](err) ||
		errtype.Is[*schema.Error](err)
}

// logWriter turns each line that is written into a record of a log.
type logWriter struct {
	out io.Writer
	log *slog.Logger
}

// newJSONLog returns messages that are written as lines of JSON.
func newJSONLog(out io.Writer) logWriter {
	return logWriter{out, slog.New(slog.NewJSONHandler(out, nil))}
}

func (w logWriter) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if text := bytes.TrimSpace(bytes.TrimPrefix(line, []byte("aco-vk: "))); len(text) > 0 {
			w.log.Info(string(text))
		}
	}
	return len(p), nil
}

// logTimes writes a record of what the time of a command was spent on, if messages are written to
// a log.
func logTimes(messages io.Writer, times *timeline.Timeline) {
	if log := logOf(messages); log != nil {
		log.Info("times", "parts", newParts(times))
	}
}

// logOf returns the log that messages are written to, nil if they are text.
func logOf(messages io.Writer) *slog.Logger {
	if w, ok := messages.(logWriter); ok {
		return w.log
	}
	return nil
}
