package classic_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestTimerCompletesIterations shows that a timer runs all stages of its iterations, also those
// after best, with any length of submissions.
func TestTimerCompletesIterations(t *testing.T) {
	device := vktest.Open(t)
	instance := uniform(t, 40)
	p, err := model.New(t.Context(), instance, model.AntSystem())
	if err != nil {
		t.Fatal(err)
	}
	for _, submit := range []time.Duration{time.Nanosecond, engine.DefaultMaxSubmit} {
		references, err := reference.Colonies(t.Context(), p, model.StopRules{})
		if err != nil {
			t.Fatal(err)
		}
		timer, err := classic.OpenTimer(t.Context(), instance, device, classic.Options{Parameters: model.AntSystem(),
			Options: engine.Options{MaxSubmit: submit}})
		if err != nil {
			t.Fatal(err)
		}
		defer timer.Close()
		for _, iterations := range []int{1, 3} {
			stages, err := timer.Run(t.Context(), iterations)
			if err != nil {
				t.Fatal(err)
			}
			for range iterations {
				if err := references[0].Iterate(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			both{Classic: &lockstep.Classic{Device: lockstep.Device{Run: classic.TimerRun(timer)}, Problem: p,
				References: references}}.compare(t, fmt.Sprintf("after %d more iterations, submissions of %v",
				iterations, submit))
			for _, stage := range references[0].Stages() {
				if _, timed := stages[stage.Name]; !timed {
					t.Errorf("stage %s was not timed", stage.Name)
				}
			}
		}
	}
}

// TestTimerErrors shows the errors of an ended context, of tours of length 0 and of invalid
// options.
func TestTimerErrors(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	timer, err := classic.OpenTimer(ended, uniform(t, 30), nil, classic.Options{Parameters: model.AntSystem()})
	if err != nil {
		t.Fatal(err)
	}
	defer timer.Close()
	cancel()
	if _, err := timer.Run(ended, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
	var problemErr *option.Error
	timer, err = classic.OpenTimer(t.Context(), testInstances(t, 8)["all zero"], nil,
		classic.Options{Parameters: model.AntSystem()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := timer.Run(t.Context(), 1); !errors.As(err, &problemErr) {
		t.Errorf("with tours of length 0: %v", err)
	}
	if _, err := classic.OpenTimer(t.Context(), uniform(t, 4), nil,
		classic.Options{Kernel: classic.KernelConfig{AntGroup: 3}}); !errors.As(err, &problemErr) {
		t.Errorf("with an invalid configuration: %v", err)
	}
}
