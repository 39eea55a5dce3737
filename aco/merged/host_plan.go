package merged

import (
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/memory"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// HostPlan lists the memory of the host that a run takes at its peak.
type HostPlan []hostItem

// hostItem is the memory of a part of the data.
type hostItem struct {
	Name   string
	Bytes  uint64
	Held   bool // by the caller, before the run begins
	Device bool // allocated by the driver of a device without memory of its own
}

// Bytes returns the memory of all items.
func (p HostPlan) Bytes() uint64 {
	return p.sum(func(hostItem) bool { return true })
}

// Held returns the memory of the items that the caller holds.
func (p HostPlan) Held() uint64 {
	return p.sum(func(item hostItem) bool { return item.Held })
}

// Heap returns the memory of the items that are no device's.
func (p HostPlan) Heap() uint64 {
	return p.sum(func(item hostItem) bool { return !item.Device })
}

func (p HostPlan) sum(counts func(hostItem) bool) (sum uint64) {
	for _, item := range p {
		if counts(item) {
			sum += item.Bytes
		}
	}
	return sum
}

// WithOriginal returns the plan of a caller who also holds the instance of which this one is a
// part.
func (p HostPlan) WithOriginal(instance *tsp.Instance) HostPlan {
	coordinates := len(instance.X) + len(instance.Y) + len(instance.Z)
	bytes := axisBytes*uint64(coordinates) + cityBytes*uint64(len(instance.Weights))
	return append(p[:len(p):len(p)], hostItem{Name: "original", Bytes: bytes, Held: true})
}

// String returns a line for each part, and their sum.
func (p HostPlan) String() string {
	var b strings.Builder
	for _, item := range p {
		fmt.Fprintf(&b, "  %-12s %12s\n", item.Name, pipeline.FormatBytes(item.Bytes))
	}
	fmt.Fprintf(&b, "  %-12s %12s on the host at most", "total", pipeline.FormatBytes(p.Bytes()))
	return b.String()
}

// HostTooSmallError is the error of a run that takes more memory of the host than there is.
type HostTooSmallError struct {
	Plan      HostPlan
	Available uint64
}

// Error returns the reason and the plan, one line for each part.
func (e *HostTooSmallError) Error() string {
	return fmt.Sprintf("the plan does not fit the host: %s of memory needed, %s available\n%s",
		pipeline.FormatBytes(e.Plan.Bytes()), pipeline.FormatBytes(e.Available), e.Plan)
}

// Bytes of a city on the host.
const (
	cityBytes = 4 // in a tour or in a list
	axisBytes = 8 // of a coordinate
	// workBytes is the most that one of three phases takes: finding near cities with trees and
	// cells, greedy matching, and fetching, verifying and recombining tours.
	workBytes   = 56
	ascentBytes = 650 // of the 1-trees of the ascent, at most
	// moreBytes and populationBytes are for each colony but the first: its tours, and in a population
	// a greedy tour with noise, or a recombination with another tour.
	moreBytes, populationBytes = 12, 76
	// colonyBytes is what a colony of the processor has: two tours, the best one, and positions.
	// Its claims have about two bits for each city.
	colonyBytes = 4*cityBytes + 1
	// programBytes is the program without data of the run.
	programBytes = 96 << 20
)

// hostSize is what the memory of the host depends on.
type hostSize struct {
	cities, axes, width, colonies int
	weights                       uint64 // bytes of a matrix
	ascent, population, processor bool   // processor: it runs colonies
}

func sizeOf(m *model.Model, processor bool) hostSize {
	s := hostSize{
		cities: m.Cities, width: m.Width, colonies: m.Parameters.Colonies, weights: 4 * uint64(len(m.Instance.Weights)),
		ascent: m.AscentSteps() > 0, population: m.IsPopulation(), processor: processor,
	}
	for _, axis := range [][]float64{m.Instance.X, m.Instance.Y, m.Instance.Z} {
		if axis != nil {
			s.axes++
		}
	}
	return s
}

// plan returns the memory of a run whose devices take these parts of the host's memory.
func (s hostSize) plan(devices HostPlan) HostPlan {
	n, others := uint64(s.cities), uint64(s.colonies-1)
	axes, lists, work, each := uint64(s.axes)*axisBytes, uint64(s.width)*cityBytes, uint64(workBytes), uint64(moreBytes)
	if s.ascent {
		work += ascentBytes
	}
	if s.population {
		each = populationBytes
	}
	plan := HostPlan{
		{Name: "program", Bytes: programBytes},
		{Name: "instance", Bytes: n*axes + s.weights, Held: true},
		{Name: "renumbered", Bytes: n * (axes + cityBytes)},
		{Name: "candidates", Bytes: n * lists},
		{Name: "tours", Bytes: n * (cityBytes + each*others)},
		{Name: "work", Bytes: n * work},
	}
	if s.processor {
		plan = append(plan, hostItem{Name: "processor", Bytes: n * (lists + colonyBytes*(others+1))})
	}
	return append(plan, devices...)
}

// check returns an *option.TooLargeError if the plan of a size exceeds the available memory, which
// includes what the caller holds; 0: the memory is unknown.
func (s hostSize) check(devices HostPlan, available uint64) error {
	fits := func(p HostPlan) bool { return available == 0 || p.Bytes() <= available }
	plan := s.plan(devices)
	if fits(plan) {
		return nil
	}
	e := &option.TooLargeError{Err: &HostTooSmallError{plan, available}}
	if s.weights == 0 {
		e.Remedies = []option.Remedy{option.AtMost(option.Cities, option.Largest(s.cities, func(cities int) bool {
			smaller := s
			smaller.cities = cities
			return fits(smaller.plan(nil))
		}))}
	}
	return e
}

// CheckCities returns an *option.TooLargeError if the host lacks the memory for an instance in the
// plane with this number of cities and the default parameters, on one device. It needs no
// instance. available is the memory that the run may take; 0: what the host has.
func CheckCities(cities int, available uint64) error {
	size := hostSize{cities: cities, axes: 2, width: model.Recommended(cities).Candidates, colonies: 1}
	if available == 0 {
		available = memory.Available()
	}
	return size.check(nil, available)
}
