package device

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// pipelines measures how long the driver takes to make pipelines that it has not seen, and to make
// them again.
func (m *meter) pipelines() error {
	if err := m.smallPipeline(); err != nil {
		return err
	}
	return m.solverPipelines()
}

// smallPipeline measures a pipeline of a few dozen instructions. A random constant makes it new to
// the driver's own cache.
func (m *meter) smallPipeline() error {
	pass := m.additions(1, 1, m.groupSize())
	pass.Constants["SALT"] = rand.Uint32()
	spec, err := pass.Spec(m.device.Info())
	if err != nil {
		return err
	}
	for _, what := range []string{"a small shader that is new", "a small shader again"} {
		started := time.Now()
		made, err := m.device.NewPipeline(spec)
		if err != nil {
			return err
		}
		took := time.Since(started)
		made.Close()
		m.add(Figure{Subject: Pipelines, What: what, Unit: Milliseconds, Value: milliseconds(took)})
	}
	return nil
}

// solverPipelines measures the start of a run, which makes the pipelines of merged ants, with an
// empty pipeline cache and again.
func (m *meter) solverPipelines() (err error) {
	folder, err := os.MkdirTemp("", "aco-vk-pipelines-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	instance, err := generated("E1k.0")
	if err != nil {
		return err
	}
	for i, what := range []string{"first iteration of the solver, with an empty cache", "first iteration of the solver, from the cache"} {
		figure := Figure{Subject: Pipelines, What: what, Unit: Milliseconds, Over: "uniform, 1000 cities"}
		if i == 0 {
			figure.Remark = "the driver may have a cache of its own"
		}
		err := m.with(folder, func(device *aco.Device) error {
			result, err := solve(m.ctx, instance, aco.Options{Devices: []*aco.Device{device}, Iterations: 1})
			if err == nil {
				figure.Value = milliseconds(result.Setup)
				m.add(figure)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// generated returns a generated instance by its name.
func generated(name string) (*tsp.Instance, error) {
	kind, n, seed, err := generate.Parse(name)
	if err != nil {
		return nil, err
	}
	return generate.Instance(kind, n, seed)
}

// solve makes a run. If the context ends first, the error is ctx.Err().
func solve(ctx context.Context, instance *tsp.Instance, o aco.Options) (*aco.Result, error) {
	result, err := aco.Solve(ctx, instance, o)
	switch {
	case err == nil && ctx.Err() != nil:
		err = ctx.Err()
	case err == nil:
		err = result.Failure
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", instance.Name, err)
	}
	return result, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
