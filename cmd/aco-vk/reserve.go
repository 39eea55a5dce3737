package main

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// sampleCities is the number of cities of a sample of an output. The outputs of most instances are
// timed as a whole.
const sampleCities = 1 << 14

// reserve returns the expected time to write the outputs of a run with a time limit. It writes
// samples of them, to nowhere, while devices are opened.
func (f *resultFiles) reserve(ctx context.Context, in *tsp.Instance) (sum time.Duration) {
	n := in.Dimension()
	sample := sampleTour(ctx, in)
	inProportion := func(write func(tour tsp.Tour)) {
		times := []time.Duration{timeOf(write, sample)}
		if n > len(sample) { // the error of one is multiplied
			times = append(times, timeOf(write, sample), timeOf(write, sample))
			slices.Sort(times)
		}
		sum += times[len(times)/2] * time.Duration(n) / time.Duration(len(sample))
	}
	if f.tour.name != "" {
		inProportion(func(tour tsp.Tour) { _ = tsplib.WriteTour(io.Discard, tour, in.Name, "") })
	}
	if f.json.name != "" || f.archive.name != "" {
		inProportion(func(tour tsp.Tour) { _ = json.NewEncoder(io.Discard).Encode(report{Tour: slices.Clone(tour)}) })
		hash := timeOf(func(tour tsp.Tour) { tour.SHA256(in.Symmetric()) }, sample)
		words := n + len(in.Weights) + 2*(len(in.X)+len(in.Y)+len(in.Z))
		sum += time.Duration(float64(hash) * float64(words) / float64(len(sample)))
	}
	for _, r := range f.routes {
		write := func(tour tsp.Tour) { _ = r.fill(io.Discard, format.NewRoute(f.input, tour, false, tour[0])) }
		if _, err := draw.FormatOf(r.name); err == nil {
			sum += timeOfPicture(write, sample, n)
		} else {
			inProportion(write)
		}
	}
	return sum
}

// sampleTour returns a tour of some cities, in which most are near the next one.
func sampleTour(ctx context.Context, in *tsp.Instance) tsp.Tour {
	n := min(in.Dimension(), sampleCities)
	in = in.Located()
	part := tsp.Instance{Kind: in.Kind, Metric: in.Metric}
	for _, axis := range []struct{ from, to *[]float64 }{{&in.X, &part.X}, {&in.Y, &part.Y}, {&in.Z, &part.Z}} {
		if *axis.from != nil {
			*axis.to = (*axis.from)[:n]
		}
	}
	if part.X != nil {
		if tour, err := construct.SpaceFilling(ctx, &part); err == nil {
			return tour
		}
	}
	tour := make(tsp.Tour, n)
	for city := range tour {
		tour[city] = int32(city)
	}
	return tour
}

func timeOf(write func(tsp.Tour), tour tsp.Tour) time.Duration {
	began := time.Now()
	write(tour)
	return time.Since(began)
}

// timeOfPicture returns the expected time to write a picture of n cities. Most of it does not depend
// on the number of cities.
func timeOfPicture(write func(tsp.Tour), sample tsp.Tour, n int) time.Duration {
	whole := timeOf(write, sample)
	if n <= len(sample) {
		return whole
	}
	part := len(sample) / 4
	more := max(0, whole-timeOf(write, sample[:part]))
	return whole + more*time.Duration(n-len(sample))/time.Duration(len(sample)-part)
}

const (
	// closeShare is the part of the time to open the devices in which they are closed: an Nvidia
	// H200 takes .2 s and .05 s.
	closeShare = 4
	// warmOpening bounds the time to open a device from which closing is expected. A first opening
	// also reads the driver from the disk: an H200 takes 1.4 s, and .06 to .14 s to be closed.
	warmOpening = 400 * time.Millisecond
	// furtherShare is the time of each further device in percent of the first one's: the driver closes
	// them one after the other in parts. Four devices of Nvidia's take .147 s, and one .054 s.
	furtherShare = 60
	// exitTime is the time of a small process to end, and exitTimePerCity the time to free the pages
	// of a city.
	exitTime        = 3 * time.Millisecond
	exitTimePerCity = 15 * time.Nanosecond
)

// closingTime returns the expected time to close the devices that a command opens, and to end the
// process. A device that is still being opened takes about as long as its instance took.
func closingTime(times *timeline.Timeline, devices []*aco.Device, cities int) time.Duration {
	sum := exitTime + time.Duration(cities)*exitTimePerCity
	open := 0
	for _, d := range devices {
		if vkdevice.Of(d) != nil {
			open++
		}
	}
	instance, device := time.Duration(0), time.Duration(0) // means
	for _, part := range times.Parts() {
		switch mean := part.Sum / time.Duration(max(1, part.Count)); part.Name {
		case timeline.Instance:
			instance = mean
		case timeline.Device:
			device = mean
		}
	}
	return sum + timeToClose(instance+cmp.Or(device, instance), open)
}

// timeToClose returns the expected time to close a number of devices, each of which took this time to
// open, at once.
func timeToClose(opening time.Duration, devices int) time.Duration {
	if devices == 0 {
		return 0
	}
	return min(opening, warmOpening) / closeShare * time.Duration(100+furtherShare*(devices-1)) / 100
}
