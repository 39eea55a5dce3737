package aco

import (
	"context"
	"fmt"
	"math"
	"sort"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// PlanFor returns the memory that Solve would take. It refuses what Solve would refuse before it allocates anything.
func PlanFor(instance *tsp.Instance, device *pipeline.Device, options Options) (pipeline.Plan, error) {
	if err := options.validate(); err != nil {
		return pipeline.Plan{}, err
	}
	p, err := problem.Outline(instance, options.Parameters)
	if err != nil {
		return pipeline.Plan{}, err
	}
	if _, err := outline(p, options.Form.withDefaults(), anyShape); err != nil {
		return pipeline.Plan{}, err
	}
	if device == nil {
		return pipeline.Plan{Host: reference.Bytes(p)}, fitHost(p)
	}
	recording, _, err := planned(p, options, pipeline.LimitsOf(device.Info()))
	return recording.Plan(), err
}

// open plans, prepares and starts colonies, in this order, and tells the form that it has. Once it has prepared, the context
// can end it.
func open(ctx context.Context, p *problem.Problem, device *pipeline.Device, o Options) (colonies, Form, error) {
	if _, err := outline(p, o.Form.withDefaults(), anyShape); err != nil {
		return nil, Form{}, err // on the processor too, which has no forms: one that fits nowhere is a mistake
	}
	if device == nil {
		if err := fitHost(p); err != nil {
			return nil, Form{}, err
		}
		p.Prepare()
		c, err := newCPUColonies(ctx, p, o.rules())
		return c, Form{}, err
	}
	limits := pipeline.LimitsOf(device.Info())
	_, form, err := planned(p, o, limits)
	if err != nil {
		return nil, Form{}, err
	}
	o.Form = form
	p.Prepare()
	recording, err := Recipe(p, o, limits)
	if err != nil {
		return nil, Form{}, err
	}
	c, err := newDeviceColonies(ctx, device, p, o.rules(), recording, o.MaxSubmit)
	return c, o.Form.withDefaults(), err
}

// planned returns a recording whose plan fits the limits, and its form. Its values are those of a problem that is not prepared yet.
func planned(p *problem.Problem, o Options, limits pipeline.Limits) (pipeline.Recording, Form, error) {
	form, err := fitting(p, o.Form, limits)
	if err != nil {
		return pipeline.Recording{}, form, err
	}
	o.Form = form
	recording, err := Recipe(p, o, limits)
	return recording, form, err
}

// fitting chooses what a form leaves to the device's memory: distances come from the matrix where it fits, else from
// coordinates where they can.
func fitting(p *problem.Problem, form Form, limits pipeline.Limits) (Form, error) {
	tries := []Distances{form.Distances}
	if form.Distances == "" {
		tries = []Distances{DistancesMatrix}
		if _, err := p.PlaneMetric(); err == nil {
			tries = append(tries, DistancesCoordinates)
		}
	}
	var tooLarge error // of the last try, which takes the least
	for _, form.Distances = range tries {
		outlined, err := outline(p, form.withDefaults(), anyShape)
		if err != nil {
			return form, err
		}
		err = outlined.Plan().Fit(limits)
		if err == nil {
			return form, nil
		}
		tooLarge = fmt.Errorf("%w\n%s", err, advice(p, outlined.Passes, limits))
	}
	return form, tooLarge
}

// advice says what would fit.
func advice(p *problem.Problem, passes []pipeline.Pass, limits pipeline.Limits) string {
	fits := func(cities, ants int) bool {
		other := *p
		other.Cities, other.Ants = cities, ants
		return pipeline.Plan{Buffers: buffers(&other, passes)}.Fit(limits) == nil
	}
	if most := mostThat(p.Ants, func(ants int) bool { return fits(p.Cities, ants) }); most > 0 {
		return fmt.Sprintf("with %d ants or fewer (--ants) it fits", most)
	}
	most := mostThat(p.Cities, func(cities int) bool { return fits(cities, cities) })
	return fmt.Sprintf("this device holds instances of up to %d cities; choose a device with more memory (aco-vk devices), or a smaller instance", most)
}

// mostThat returns the largest number below the given one for which a condition holds that holds for all smaller ones, 0 if none.
func mostThat(below int, holds func(int) bool) int {
	return sort.Search(min(below, math.MaxInt32), func(i int) bool { return !holds(i + 1) })
}

// fitHost refuses an instance whose matrices the processor's memory does not hold.
func fitHost(p *problem.Problem) error {
	need, have := reference.Bytes(p), hostMemory()
	if have > 0 && need > have {
		return refuse("%d cities and %d ants take %s of memory on the processor, which has %s free",
			p.Cities, p.Ants, pipeline.Bytes(need), pipeline.Bytes(have))
	}
	return nil
}
