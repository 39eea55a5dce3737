package anytime

import (
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// Generated instances have a best known length, every goal is at a time limit that is measured,
// and every figure is in a table.
func TestTables(t *testing.T) {
	all, err := figures()
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, table := range Tables {
		for _, file := range table.files() {
			p, err := figuresOf(file)
			if err != nil {
				t.Fatal(err)
			}
			shown[file] = true
			for name := range p.Instances() {
				if !slices.ContainsFunc(table.Instances, func(i Instance) bool { return i.Name == name }) {
					t.Errorf("%s does not show the figures of %s in %s", table.Name, name, file)
				}
				if points, err := pointsOf(file, name); err != nil || len(points) == 0 {
					t.Errorf("%s, %s: %v, %v", file, name, points, err)
				}
			}
		}
		for _, i := range table.Instances {
			if kind, cities, seed, err := generate.Parse(i.Name); err == nil &&
				cities <= 100_000 { // larger ones take seconds
				instance, err := generate.Instance(kind, cities, seed)
				if err != nil {
					t.Fatal(err)
				}
				if _, ok := bestknown.Length(instance); !ok {
					t.Errorf("%s: no best known length of %s", table.Name, i.Name)
				}
			}
			goals, err := pointsOf(table.Goals, i.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, goal := range goals {
				limit := time.Duration(goal.Seconds) * time.Second
				if !slices.Contains(table.Limits, limit) || limit < i.From {
					t.Errorf("%s: a goal of %s at %v, which is not measured", table.Name, i.Name, limit)
				}
			}
		}
	}
	for file := range all {
		if !shown[file] {
			t.Errorf("no table shows %s", file)
		}
	}
}
