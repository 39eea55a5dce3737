package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/vk"
)

// machines are the devices of a run in their order, each with an instance of its own, so that one can be there twice.
type machines []chosen

// openDevices opens what each --device asks for, while other work is done. An error of that comes first.
func (e emulateFlags) openDevices(wanted []string, meanwhile func() error) (machines, error) {
	var (
		on      machines
		failed  error
		opening sync.WaitGroup
	)
	opening.Go(func() { on, failed = e.openAll(wanted) })
	err := meanwhile()
	opening.Wait()
	if err != nil {
		on.closeAfter(&err)
		return nil, err
	}
	return on, failed
}

func (e emulateFlags) openAll(wanted []string) (machines, error) {
	if e.Emulate != "" && !slices.ContainsFunc(wanted, func(name string) bool { return name != deviceCPU }) {
		return nil, usageError{errors.New("--emulate with --device cpu: the processor has no limits that a file could lower; leave one of them out")}
	}
	var on machines
	for _, name := range wanted {
		c, err := e.openDevice(name)
		if err != nil {
			on.closeAfter(&err)
			return nil, err
		}
		on = append(on, c)
	}
	return on, nil
}

// devices are those of package aco, nil for the processor.
func (m machines) devices() []*vk.Device {
	var list []*vk.Device
	for _, c := range m {
		list = append(list, c.device)
	}
	return list
}

func (m machines) name() string {
	var names []string
	for _, c := range m {
		names = append(names, c.name())
	}
	return strings.Join(names, " and ")
}

// remarks tells what the user should know of the choices.
func (m machines) remarks(talk io.Writer) {
	for _, c := range m {
		if c.remark != "" {
			fmt.Fprintf(talk, "aco-vk: %s\n", c.remark)
		}
	}
}

// closeAfter closes all of them at a command's end.
func (m machines) closeAfter(err *error) {
	for _, c := range m {
		c.closeAfter(err)
	}
}

// lost tells which devices the run went on without, and what became of the tours of their colonies.
func (m machines) lost(talk io.Writer, devices []classic.DeviceResult, tours string) {
	for i, d := range devices {
		switch {
		case d.Lost == nil || len(m) == 1: // the only one's end is the run's
			continue
		case d.Lost.Start:
			fmt.Fprintf(talk, "aco-vk: %s, --device number %d, failed before the first iteration, and the others took its colonies: %v\n", m[i].name(), i+1, d.Lost.Err)
			continue
		}
		fmt.Fprintf(talk, "aco-vk: %s, --device number %d, is gone after %.1f s and iteration %d of its colonies, %s: %v\n",
			m[i].name(), i+1, d.Lost.Elapsed.Seconds(), d.Lost.Iteration, tours, d.Lost.Err)
	}
}
