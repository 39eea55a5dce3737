package merged

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/aco-vk/aco-vk/aco/distance"
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

// Check returns a *HostTooSmallError if the plan exceeds the available memory, which includes what
// the caller holds. 0: the memory is unknown.
func (p HostPlan) Check(available uint64) error {
	if available > 0 && p.Bytes() > available {
		return &HostTooSmallError{p, available}
	}
	return nil
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

// The bytes that a city takes on the host, besides its coordinates, as far as they do not follow
// from the sizes of candidate lists.
const (
	cityBytes   = 4   // of a city in a tour or in a list
	axisBytes   = 8   // of a coordinate
	boxesBytes  = 10  // of the tree in which near cities are searched
	cellsBytes  = 24  // of the cells in which they are searched in the plane
	ascentBytes = 650 // of the 1-trees of the ascent, at most
	// the tours of the first colony at an exchange: from the device, copied, verified and
	// recombined
	exchangeBytes = 45
	// moreBytes and populationBytes are what each other colony takes then. In a population its
	// tour is recombined with another one at the same time.
	moreBytes, populationBytes = 12, 60
	greedyBytes                = 16 // fragments
	// edgeBytes is for greedy matching: it sorts a part of the edges to candidates, by candidate.
	edgeBytes = 5
	// programBytes is the program without data of the run.
	programBytes = 96 << 20
)

// PlanHost returns the memory that Solve takes of the host at its peak, with options that Solve
// accepts. It allocates nothing.
func PlanHost(instance *tsp.Instance, devices []*pipeline.Device, options Options) (HostPlan, error) {
	o := options.WithDefaults()
	if err := o.Resume.applyTo(instance, &o); err != nil {
		return nil, err
	}
	m, err := newModel(instance, devices, o)
	if err != nil {
		return nil, err
	}
	return hostPlan(sizeFor(m, devices, o), deviceMemory(m, devices, o)), nil
}

// CheckCities returns an *option.TooLargeError if the host lacks the memory for an instance in the
// plane with this number of cities and the default parameters, on one device. It needs no
// instance. available is the memory that the run may take; 0: what the host has.
func CheckCities(cities int, available uint64) error {
	size := hostSize{cities: cities, axes: 2, planar: true, width: model.Recommended(cities).Candidates, colonies: 1}
	if available == 0 {
		available = memory.Available()
	}
	return checkHost(size, nil, available)
}

// hostSize is what the memory of the host depends on.
type hostSize struct {
	cities, axes, width, colonies int
	weights                       uint64 // bytes of a matrix
	planar, ascent, population    bool
	processor                     bool // the processor runs colonies
}

func sizeOf(m *model.Model, devices []*pipeline.Device) hostSize {
	s := hostSize{
		cities: m.Cities, width: m.Width, colonies: m.Parameters.Colonies,
		planar: distance.InPlane(m.Instance.Metric), ascent: m.AscentSteps() > 0,
		weights: 4 * uint64(len(m.Instance.Weights)), population: m.IsPopulation(),
	}
	for _, axis := range [][]float64{m.Instance.X, m.Instance.Y, m.Instance.Z} {
		if axis != nil {
			s.axes++
		}
	}
	for _, device := range devices {
		s.processor = s.processor || device == nil
	}
	return s
}

// deviceMemory returns the parts of the host's memory that devices without memory of their own
// take.
func deviceMemory(m *model.Model, devices []*pipeline.Device, o Options) (parts HostPlan) {
	s := newSetup(m, devices, o)
	all, err := s.Divide(len(devices))
	if err != nil {
		return nil
	}
	for i, device := range devices {
		if device == nil || !pipeline.SharesHostMemory(device.Info()) {
			continue
		}
		if recording, err := s.Plan(all[i], device); err == nil {
			plan := recording.MemoryPlan()
			parts = append(parts, hostItem{Name: "device", Bytes: plan.Bytes(), Device: true})
		}
	}
	return parts
}

// hostPlan returns the largest of the plans of the first tours and of an exchange. The peak of the
// first tours is mostly the peak of finding candidates. Finding candidates and building a tour do
// not overlap.
func hostPlan(s hostSize, devices HostPlan) HostPlan {
	n, workers := uint64(s.cities), uint64(min(s.colonies-1, runtime.GOMAXPROCS(0)))
	always := HostPlan{
		{Name: "program", Bytes: programBytes},
		{Name: "instance", Bytes: n*uint64(s.axes)*axisBytes + s.weights, Held: true},
		{Name: "renumbered", Bytes: n * (uint64(s.axes)*axisBytes + cityBytes)},
		{Name: "candidates", Bytes: n * uint64(s.width) * cityBytes},
		{Name: "first tour", Bytes: n * cityBytes},
	}
	with := func(parts ...hostItem) HostPlan {
		return append(always[:len(always):len(always)], parts...)
	}
	greedy := n * (greedyBytes + edgeBytes*uint64(s.width))
	noisy := uint64(0)
	if s.population {
		noisy = n * cityBytes * uint64(s.colonies-1)
	}
	plans := []HostPlan{
		with(hostItem{Name: "near cities", Bytes: n * s.searchBytes()}),
		with(hostItem{Name: "greedy tour", Bytes: greedy}),
	}
	if s.population {
		moved := n * uint64(s.axes) * axisBytes
		plans = append(plans, with(hostItem{Name: "noisy tours", Bytes: noisy + workers*(greedy+moved)}))
	}
	exchange, each := n*exchangeBytes, uint64(moreBytes)
	if s.population {
		each = populationBytes
	}
	search := with(hostItem{Name: "exchange", Bytes: exchange + n*each*uint64(s.colonies-1)})
	if s.processor {
		search = append(search, hostItem{Name: "processor", Bytes: s.referenceBytes()})
	}
	plans = append(plans, append(search, devices...))
	largest := plans[0]
	for _, plan := range plans {
		if plan.Bytes() > largest.Bytes() {
			largest = plan
		}
	}
	return largest
}

// searchBytes returns what finding the candidates of a city takes: trees, cells and, with an
// ascent, 1-trees.
func (s hostSize) searchBytes() uint64 {
	bytes := uint64(cityBytes + boxesBytes + s.axes*axisBytes)
	if s.planar {
		bytes += cellsBytes
	}
	if s.ascent {
		bytes += ascentBytes
	}
	return bytes
}

// referenceBytes returns what the reference takes: for each candidate its distance, for each
// colony two tours, the best one, positions and claims.
func (s hostSize) referenceBytes() uint64 {
	words, _ := model.ClaimBlocks(s.cities)
	return uint64(s.cities)*uint64(s.width)*4 + uint64(s.colonies)*(4*cityBytes*uint64(s.cities)+8*uint64(words))
}

// checkHost returns an *option.TooLargeError if a plan exceeds the available memory.
func checkHost(s hostSize, devices HostPlan, available uint64) error {
	err := hostPlan(s, devices).Check(available)
	if err == nil {
		return nil
	}
	remedies := []option.Remedy{option.AtMost(option.Cities, option.Largest(s.cities, func(cities int) bool {
		smaller := s
		smaller.cities = cities
		return hostPlan(smaller, nil).Check(available) == nil
	}))}
	if s.weights > 0 {
		remedies = nil
	}
	return &option.TooLargeError{Err: err, Remedies: remedies}
}

// checkHostFor checks the memory of the host before a run allocates any.
func checkHostFor(m *model.Model, devices []*pipeline.Device, o Options) error {
	size := sizeOf(m, devices)
	return checkHost(size, deviceMemory(m, devices, o), availableFor(size, o))
}

// availableFor returns the memory that a run may take. What the caller holds is available to it.
func availableFor(size hostSize, o Options) uint64 {
	available := o.HostMemory
	if available == 0 {
		if available = memory.Available(); available > 0 {
			available += hostPlan(size, nil).Held()
		}
	}
	return available
}

// sizeFor is sizeOf with the colonies of the processor, if it makes the first iterations.
func sizeFor(m *model.Model, devices []*pipeline.Device, o Options) hostSize {
	size := sizeOf(m, devices)
	size.processor = size.processor || startsEarly(m, devices, o)
	return size
}
