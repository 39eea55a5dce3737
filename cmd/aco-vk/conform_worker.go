package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/vk"
)

// workerArgument, as the first argument, makes the program a worker of conform, which runs cases in a process that a driver may crash. It is not
// a command of the command line: the index of the device and the value of --emulate follow.
const workerArgument = "conform-worker"

// workerCommand returns the command that starts a worker on a device.
func (f *conformCommand) workerCommand(program string, device int) *exec.Cmd {
	command := exec.Command(program, workerArgument, strconv.Itoa(device), f.Emulate)
	command.Args[0] = os.Args[0] // tests choose what the program does by its name
	return command
}

// serveConform runs cases for another process. arguments follow workerArgument.
func serveConform(arguments []string, c console) (err error) {
	if len(arguments) != 2 {
		return usageError{errors.New(workerArgument + " is started by aco-vk conform alone")}
	}
	index, err := strconv.Atoi(arguments[0])
	if err != nil {
		return usageError{err}
	}
	// A terminal sends these to all processes. The one that tests the device ends this one.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	var instance *vk.Instance
	defer func() { err = errors.Join(err, instance.Close()) }()
	return conform.Serve(func(trace func(call, operation string)) (device *vk.Device, err error) {
		if instance, err = (emulateFlags{Emulate: arguments[1]}).openVulkan(); err != nil {
			return nil, err
		}
		return instance.OpenDevice(index, vk.DeviceOptions{Trace: trace})
	}, c.in, c.out)
}
