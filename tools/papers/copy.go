package main

import (
	"time"

	"github.com/aco-vk/aco-vk/vk"
)

const (
	// copyBytes is several times any cache, and fits the smallest buffers that devices bind.
	copyBytes = 128 << 20
	copies    = 32
)

// copyBandwidth measures copies between two buffers in the device's memory: bytes read and written, a second.
func copyBandwidth(device *vk.Device) (float64, error) {
	var pairs [4][2]*vk.Buffer // in turn, so that no copy finds its bytes in a cache
	for i := range pairs {
		for k := range pairs[i] {
			buffer, err := device.NewBuffer("copy", copyBytes, vk.DeviceLocal)
			if err != nil {
				return 0, err
			}
			defer buffer.Close()
			pairs[i][k] = buffer
		}
	}
	commands, err := device.NewCommands("copy", 2)
	if err != nil {
		return 0, err
	}
	defer commands.Close()
	if err := commands.Begin(); err != nil {
		return 0, err
	}
	commands.Timestamp()
	for i := range copies {
		pair := pairs[i%len(pairs)]
		commands.Copy(pair[0], pair[1], 0, 0, copyBytes)
		commands.Barrier(pair[1:], vk.Transfer, vk.Transfer)
	}
	commands.Timestamp()
	if err := commands.End(); err != nil {
		return 0, err
	}
	for range 2 { // the first submission warms up
		if err := commands.Submit(); err != nil {
			return 0, err
		}
		if _, err := commands.Wait(time.Minute); err != nil {
			return 0, err
		}
	}
	stamps, err := commands.Timestamps()
	if err != nil || stamps == nil {
		return 0, err
	}
	return 2 * copies * copyBytes / stamps[1].Seconds(), nil
}
