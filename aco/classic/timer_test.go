package classic

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestTimerCompletesIterations shows that a timer runs all stages of its iterations, also those after best, with any length of submissions.
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
		timer, err := OpenTimer(t.Context(), instance, device, Options{Parameters: model.AntSystem(), Options: engine.Options{MaxSubmit: submit}})
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
			pair{Pair: &Pair{device: timer.colonies.(*deviceColonies), references: references}}.compare(t, fmt.Sprintf("after %d more iterations, submissions of %v", iterations, submit))
			for _, stage := range references[0].Stages() {
				if _, timed := stages[stage.Name]; !timed {
					t.Errorf("stage %s was not timed", stage.Name)
				}
			}
		}
	}
}

// TestTimerErrors shows the errors of an ended context, of tours of length 0 and of invalid options.
func TestTimerErrors(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	timer, err := OpenTimer(ended, uniform(t, 30), nil, Options{Parameters: model.AntSystem()})
	if err != nil {
		t.Fatal(err)
	}
	defer timer.Close()
	cancel()
	if _, err := timer.Run(ended, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
	var problemErr *option.Error
	timer, err = OpenTimer(t.Context(), testInstances(t, 8)["all zero"], nil, Options{Parameters: model.AntSystem()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := timer.Run(t.Context(), 1); !errors.As(err, &problemErr) {
		t.Errorf("with tours of length 0: %v", err)
	}
	if _, err := OpenTimer(t.Context(), square, nil, Options{Kernel: KernelConfig{AntGroup: 3}}); !errors.As(err, &problemErr) {
		t.Errorf("with an invalid configuration: %v", err)
	}
}
