package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/internal/perturb"
	"github.com/aco-vk/aco-vk/internal/precompile"
	"github.com/aco-vk/aco-vk/vk"
)

// A first argument of these makes the program a worker, which uses a driver in a process that the driver may crash. They are not commands of the
// command line: the index of the device and the value of --emulate follow.
const (
	conformWorker    = "conform-worker"    // runs cases
	perturbedWorker  = "perturbed-worker"  // runs cases with shaders that package perturb has changed
	precompileWorker = "precompile-worker" // makes pipelines
)

// workers are the functions that serve the process that started a worker.
var workers = map[string]func(open func(trace func(call, operation string)) (*vk.Device, error), in io.Reader, out io.Writer) error{
	conformWorker: conform.Serve, perturbedWorker: conform.Serve, precompileWorker: precompile.Serve,
}

// workerCommand returns the command that starts a worker on a device. program is this program.
func (e emulateFlags) workerCommand(program, worker string, device int) *exec.Cmd {
	command := exec.Command(program, worker, strconv.Itoa(device), e.Emulate)
	command.Args[0] = "aco-vk" // tests choose what the program does by its name
	return command
}

// serveWorker does the work of a worker.
func serveWorker(arguments []string, c console) (err error) {
	if len(arguments) != 3 {
		return usageError{errors.New(arguments[0] + " is started by aco-vk alone")}
	}
	index, err := strconv.Atoi(arguments[1])
	if err != nil {
		return usageError{err}
	}
	// A terminal sends these to all processes. The one that started this one ends it.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	var instance *vk.Instance
	defer func() { err = errors.Join(err, instance.Close()) }()
	return workers[arguments[0]](func(trace func(call, operation string)) (device *vk.Device, err error) {
		if instance, err = (emulateFlags{Emulate: arguments[2]}).openVulkan(); err != nil {
			return nil, err
		}
		o := vk.DeviceOptions{Trace: trace, OneByOne: arguments[0] != precompileWorker} // precompile finds the pipeline in another way
		if arguments[0] == perturbedWorker {
			o.Rewrite = perturb.Reverse
		}
		return instance.OpenDevice(index, o)
	}, c.in, c.out)
}
