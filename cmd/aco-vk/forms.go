package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/tune"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// tuneFrom is the shortest time limit of a run that measures forms before it begins, tuneShare the part of the limit
	// that it measures for at the most, and tuneMost what a whole search takes.
	tuneFrom  = 60 * time.Second
	tuneShare = 0.02
	tuneMost  = 10 * time.Second
)

// measurable returns the device whose measured forms a run can take. They are Ant System's, which has one colony and so one device.
func measurable(on machines, options classic.Options) (chosen, bool) {
	return on[0], on[0].device != nil && options.Parameters.Algorithm == problem.AlgorithmAS
}

// forms returns the options with the forms that they leave open: those kept for this device, and before a long run on a GPU
// those that are measured now. The rest is left to the recipe. No remark of it ends a run; an error is the device's.
func forms(ctx context.Context, talk io.Writer, instance *tsp.Instance, machines machines, options classic.Options) (classic.Options, error) {
	on, ok := measurable(machines, options)
	if !ok {
		return options, nil
	}
	found := loadForms(talk, instance, on, options)
	endsBefore := options.Iterations > 0 || options.Target > 0 || options.Stall > 0 // its limit, who knows when
	if !on.device.Info().IsSoftware() && options.TimeLimit >= tuneFrom && !endsBefore && !found.Complete {
		limit := min(tuneMost, time.Duration(tuneShare*float64(options.TimeLimit)))
		fmt.Fprintf(talk, "measuring forms for this device and size for up to %.3g s (aco-vk tune does it once for all runs)\n", limit.Seconds())
		var err error
		if found, err = searchForms(ctx, limit, instance, on, options, found); err != nil {
			return options, err
		}
		if tune.Holds(options) && ctx.Err() == nil {
			if err := storeForms(instance, on, options, found); err != nil {
				fmt.Fprintf(talk, "aco-vk: %v\n", err)
			}
		}
	}
	return fillForms(talk, instance, on, options, found.Kernel), nil
}

// keptForms returns the options with the forms that are kept.
func keptForms(talk io.Writer, instance *tsp.Instance, machines machines, options classic.Options) classic.Options {
	on, ok := measurable(machines, options)
	if !ok {
		return options
	}
	return fillForms(talk, instance, on, options, loadForms(talk, instance, on, options).Kernel)
}

// loadForms returns the outcome that is kept for a run, an empty one if none is. What stands in the way is no more than a remark.
func loadForms(talk io.Writer, instance *tsp.Instance, on chosen, options classic.Options) tune.Outcome {
	folder, err := cachefile.Dir()
	if err != nil {
		return tune.Outcome{}
	}
	key, err := tune.KeyOf(instance, on.device, options.Parameters)
	if err != nil {
		return tune.Outcome{} // the run will refuse it
	}
	kept, err := tune.Load(folder, key, pipeline.LimitsOf(on.device.Info()))
	if err != nil {
		fmt.Fprintf(talk, "aco-vk: %v\n", err)
	}
	return kept
}

// fillForms fills in forms and says what the run is carried out with.
func fillForms(talk io.Writer, instance *tsp.Instance, on chosen, options classic.Options, from classic.KernelConfig) classic.Options {
	if from == (classic.KernelConfig{}) {
		return options
	}
	filled := tune.Fill(instance, on.device, options, from)
	if filled.Kernel != options.Kernel {
		fmt.Fprintf(talk, "measured forms: %s\n", tune.Describe(filled.Kernel))
	}
	return filled
}

// searchForms goes on with a search within a limit. That the limit, or the user, ended it is no error, nor that the instance
// is refused, which the run will say.
func searchForms(ctx context.Context, limit time.Duration, instance *tsp.Instance, on chosen, options classic.Options, earlier tune.Outcome) (tune.Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	outcome, err := tune.Search(ctx, instance, on.device, options, earlier)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || exitCode(err) == exitUsage {
		err = nil
	}
	return outcome, err
}

func storeForms(instance *tsp.Instance, on chosen, options classic.Options, outcome tune.Outcome) error {
	folder, err := cachefile.Dir()
	if err != nil {
		return err
	}
	key, err := tune.KeyOf(instance, on.device, options.Parameters)
	if err != nil {
		return err
	}
	return tune.Store(folder, key, outcome)
}
