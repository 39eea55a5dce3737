package aco

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// DevicePlan is the memory that a run takes of a device.
type DevicePlan struct {
	Bytes     uint64 // memory of the device
	HostBytes uint64 // memory of the host for transfers
	text      string
}

// String returns a line for each buffer, and the sums.
func (p DevicePlan) String() string { return p.text }

// HostPlan is the memory of the host that a run takes at its peak.
type HostPlan struct {
	Bytes uint64
	Held  uint64 // the part that the caller holds before the run begins
	Heap  uint64 // the part that the driver of a device does not allocate
	text  string
}

// String returns a line for each part, and their sum.
func (p *HostPlan) String() string { return p.text }

// Plan returns the memory that Solve would take of each device, without running anything. When the
// context ends, the error is the context's.
func Plan(ctx context.Context, instance *tsp.Instance, options Options) (list []DevicePlan, err error) {
	err = planned(ctx, instance, options, func(r *request) error {
		r.notifyChoice()
		plans, err := r.runner.plans(r)
		if err != nil && r.replaceAlgorithm(err) {
			plans, err = r.runner.plans(r)
		}
		for _, p := range plans {
			list = append(list, DevicePlan{p.Bytes(), p.HostBytes, p.String()})
		}
		return err
	})
	return list, err
}

// PlanHost returns the memory that Solve would take of the host at its peak if it runs Merged,
// without running anything. It is nil for other methods. When the context ends, the error is the
// context's.
func PlanHost(ctx context.Context, instance *tsp.Instance, options Options) (plan *HostPlan, err error) {
	options.Progress = nil
	err = planned(ctx, instance, options, func(r *request) error {
		found, err := r.runner.host(r)
		if found == nil {
			return err
		}
		if r.reduction.coincidence != nil {
			found = found.WithOriginal(r.original)
		}
		plan = &HostPlan{found.Bytes(), found.Held(), found.Heap(), found.String()}
		return err
	})
	return plan, err
}

// planned calls use for the request of a run that does not begin.
func planned(ctx context.Context, instance *tsp.Instance, options Options, use func(*request) error) (err error) {
	defer func() { err = typed(err) }()
	if ctx == nil {
		return errNoContext
	}
	if instance, options, err = rescaled(ctx, instance, options); err != nil {
		return err
	}
	if _, instance, options, err = priced(ctx, instance, options); err != nil {
		return err
	}
	s := newSolver(0)
	defer s.end(&err)
	r, err := s.newRequest(ctx, instance, options)
	if err != nil {
		return err
	}
	defer r.close()
	return use(r)
}

// CheckCities returns a *TooLargeError if the host has not enough memory to run Merged with its
// defaults on an instance in the plane with this number of cities. The instance may not exist yet.
func CheckCities(cities int) error { return typed(merged.CheckCities(cities, 0)) }

// runner runs a method: by package classic or by package merged.
type runner interface {
	solve(context.Context, *request) (*Result, error)
	plans(*request) ([]pipeline.MemoryPlan, error)
	host(*request) (merged.HostPlan, error)
}
