package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/internal/perturb"
	"github.com/aco-vk/aco-vk/internal/precompile"
	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/api"
	"github.com/aco-vk/aco-vk/vk"
)

// A first argument of these makes the program a worker, which uses a driver in a process that the
// driver may crash. They are not commands of the command line: the index of the device and the
// value of --emulate follow.
const (
	conformWorker    = "conform-worker"    // runs cases
	perturbedWorker  = "perturbed-worker"  // runs cases with shaders that package perturb has changed
	precompileWorker = "precompile-worker" // makes pipelines

	noCache = "no-cache" // an optional last argument: the worker uses no files of pipelines
)

// decodeWorker as the only argument makes the program a process that reads what the clients of a
// server send.
const decodeWorker = "decode-worker"

// serveDecoder does the work of such a process.
func serveDecoder(c console) error {
	ignoreEnds()
	return api.ServeDecoder(c.in, c.out)
}

// newDecoder returns the decoder of a server, whose processes are this program.
func newDecoder() (*api.Processes, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return api.NewProcesses(func() *exec.Cmd { return commandOfThis(context.Background(), program, decodeWorker) },
		api.DefaultBudget), nil
}

// commandOfThis returns a command that runs this program, which is the file program. Tests choose what the
// program does by its name.
func commandOfThis(ctx context.Context, program string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, program, arguments...)
	command.Args[0] = "aco-vk"
	return command
}

// ignoreEnds ignores the signals that a terminal sends to all processes. The process that started
// this one ends it.
func ignoreEnds() { signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) }

// workers are the functions that serve the process that started a worker.
var workers = map[string]func(open func(trace func(call, operation string)) (*vk.Device, error), in io.Reader,
	out io.Writer) error{
	conformWorker: conform.Serve, perturbedWorker: conform.Serve, precompileWorker: precompile.Serve,
}

// workerCommand returns the command that starts a worker on a device. program is this program.
func (e emulateFlags) workerCommand(program, worker string, device int) *exec.Cmd {
	return commandOfThis(context.Background(), program, worker, strconv.Itoa(device), e.Emulate)
}

// serveWorker does the work of a worker.
func serveWorker(arguments []string, c console) (err error) {
	withoutCache := len(arguments) == 4 && arguments[3] == noCache
	if len(arguments) != 3 && !withoutCache {
		return usagef("%s is started by aco-vk alone", arguments[0])
	}
	index, err := strconv.Atoi(arguments[1])
	if err != nil {
		return usageError{err}
	}
	ignoreEnds()
	var instance *vk.Instance
	defer func() { err = errors.Join(err, instance.Close()) }()
	return workers[arguments[0]](func(trace func(call, operation string)) (device *vk.Device, err error) {
		if instance, err = (emulateFlags{Emulate: arguments[2]}).openVulkan(); err != nil {
			return nil, err
		}
		// precompile finds the pipeline in another way
		o := vk.DeviceOptions{Trace: trace, OneByOne: arguments[0] != precompileWorker, NoCache: withoutCache}
		if arguments[0] == perturbedWorker {
			o.Rewrite = perturb.Reverse
		}
		return instance.OpenDevice(index, o)
	}, c.in, c.out)
}

// ownWorker is the worker of a server on its own machine, a process of its own: a driver that
// crashes ends the worker, and the server starts it again.
type ownWorker struct {
	arguments []string
	token     string
	log       *slog.Logger
	messages  io.Writer     // of the worker
	done      chan struct{} // closed when keep has ended
}

const (
	// firstPause is the time before a worker that ended is started again. It doubles up to
	// longestPause while the worker ends soon.
	firstPause, longestPause = time.Second, 30 * time.Second
	// stopTime is how long a worker may take to store its checkpoint and give its job back.
	stopTime = 30 * time.Second
)

// keep runs the worker until the context ends. The error is that the first one has found no
// device: more will not find it either.
func (w *ownWorker) keep(ctx context.Context) error {
	defer close(w.done)
	pause := firstPause
	for first := true; ; first = false {
		started := time.Now()
		err := w.run(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if exit, ok := errors.AsType[*exec.ExitError](err); ok && first && exit.ExitCode() == exitNoDevice {
			return fmt.Errorf("%w for the worker of this machine: choose another with --device, or none", errNoDevice)
		}
		if time.Since(started) > longestPause {
			pause = firstPause
		}
		w.log.Error("the worker of this machine ended; it is started again", "pause", pause, "error", err)
		if !timed.Pause(ctx, pause) {
			return nil
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
	command := commandOfThis(ctx, program, w.arguments...)
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
