package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// PlansFor returns the memory that Solve would take of each device. It refuses what Solve would refuse before it allocates anything.
func PlansFor(instance *tsp.Instance, devices []*pipeline.Device, options Options) ([]pipeline.Plan, error) {
	o := options.WithDefaults()
	if err := o.Resume.begin(instance, &o); err != nil {
		return nil, err
	}
	m, err := outline(instance, devices, o)
	if err != nil {
		return nil, err
	}
	own, err := spread(m, len(devices))
	if err != nil {
		return nil, err
	}
	plans := make([]pipeline.Plan, len(devices))
	for i, device := range devices {
		recording, err := Recipe(own[i], limitsOf(device))
		if err != nil {
			return nil, err
		}
		plans[i] = recording.Plan()
		if device == nil {
			plans[i] = pipeline.Plan{Host: plans[i].Bytes()} // the reference holds what a device does
		}
	}
	return plans, nil
}

// limitsOf returns those of a device. The reference has none, and is outlined as a small one.
func limitsOf(device *pipeline.Device) pipeline.Limits {
	if device == nil {
		return pipeline.Limits{GroupSize: 128, SharedBytes: 16 << 10, SubgroupSize: 32, SmallestSubgroup: 32}
	}
	return pipeline.LimitsOf(device.Info())
}

// outline makes the model of a run as far as it is known before it is prepared.
func outline(instance *tsp.Instance, devices []*pipeline.Device, o Options) (*model.Model, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	if n := instance.Dimension(); o.Parameters.Colonies == 0 && n > 0 {
		spreadOver(&o.Parameters, n, len(devices))
	}
	m, err := model.Outline(instance, o.Parameters)
	if err != nil {
		return nil, err
	}
	m.Target, m.Stall = uint64(o.Target), uint32(o.Stall)
	if o.Schedule != nil {
		m.Target, m.Stall = uint64(o.Schedule.Target), uint32(o.Schedule.Stall)
	}
	if m.Windowed() {
		m.Target = 0 // no colony knows how long the whole tour is
	}
	return m, nil
}

// spreadOver chooses how many colonies or windows there are: at least one a device. Where one colony is best for so many cities, several
// devices work on windows of its tour.
func spreadOver(p *model.Parameters, cities, devices int) {
	best := model.Best(cities).Colonies
	if p.Windows == 0 && best == 1 && devices > 1 {
		p.Windows = devices
	}
	if p.Windows <= 1 {
		p.Colonies = max(devices, best)
	}
}
