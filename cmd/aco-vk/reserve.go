package main

import (
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp/draw"
)

// Times of the end of a command; most machines need less. aco-vk bench --table anytime measures how well
// limits are kept.
const (
	exitTime        = 3 * time.Millisecond
	exitTimePerCity = 15 * time.Nanosecond
	closeTimeOfGPU  = 50 * time.Millisecond // an H200; four of them, .147 s

	numberTimePerCity  = 100 * time.Nanosecond // of a tour or a report, with its hash
	routeTimePerCity   = time.Microsecond
	pictureTime        = 50 * time.Millisecond
	pictureTimePerCity = 2 * time.Microsecond
	pixelTimePerCity   = 10 * time.Microsecond // of PNG
)

// reserve returns the part of a time limit in which the outputs are written, the devices are closed
// and the process ends.
func (f *resultFiles) reserve(cities int, devices []*aco.Device) time.Duration {
	sum, perCity := exitTime, exitTimePerCity
	for _, d := range devices {
		if gpu := vkdevice.Of(d); gpu != nil && !gpu.Info().IsSoftware() {
			sum += closeTimeOfGPU
		}
	}
	for _, file := range []output{f.tour, f.json, f.archive} {
		if file.name != "" {
			perCity += numberTimePerCity
		}
	}
	for _, r := range f.routes {
		switch picture, err := draw.FormatOf(r.name); {
		case err != nil:
			perCity += routeTimePerCity
		case picture == draw.PNG:
			sum, perCity = sum+pictureTime, perCity+pixelTimePerCity
		default:
			sum, perCity = sum+pictureTime, perCity+pictureTimePerCity
		}
	}
	return sum + time.Duration(cities)*perCity
}
