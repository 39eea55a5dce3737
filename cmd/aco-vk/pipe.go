package main

import (
	"context"
	"encoding/json"
	"os"
	"os/signal"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/pipe"
	"github.com/aco-vk/aco-vk/tsp"
)

type pipeCommand struct{}

// Run serves a program in another language. Ctrl-C in a terminal reaches both: the other program
// decides what ends, and the end of the input ends this one.
func (pipeCommand) Run(c console) error {
	signal.Ignore(os.Interrupt)
	processor, err := aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{})
	if err != nil {
		return err
	}
	return pipe.Serve(context.Background(), c.in, c.out, pipe.Options{
		Version: version(),
		Report: func(in *tsp.Instance, devices []*aco.Device, result *aco.Result, lower int64) ([]byte, error) {
			if len(devices) == 0 { // all tours were compared
				devices = []*aco.Device{processor}
			}
			return json.Marshal(newReport(in, devices, result, lower))
		},
	})
}
