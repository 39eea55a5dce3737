package anytime

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// Generated instances have a best known length, every goal is at a time limit that is measured,
// and every figure is in a table.
func TestTables(t *testing.T) {
	shown := map[string]bool{}
	for _, table := range Tables {
		for _, file := range table.files() {
			p := figures()[file]
			if p == nil {
				t.Fatalf("%s: there is no file %s", table.Name, file)
			}
			shown[file] = true
			for _, column := range p.Columns {
				if _, err := strconv.ParseFloat(column, 64); err != nil {
					t.Errorf("%s: column %q is no number of seconds", file, column)
				}
			}
			for name := range p.Instances() {
				if !slices.ContainsFunc(table.Instances, func(i Instance) bool { return i.Name == name }) {
					t.Errorf("%s does not show the figures of %s in %s", table.Name, name, file)
				}
				if len(pointsOf(file, name)) == 0 {
					t.Errorf("%s has no figures of %s", file, name)
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
			for _, goal := range pointsOf(table.Goals, i.Name) {
				limit := time.Duration(goal.Seconds) * time.Second
				if !slices.Contains(table.Limits, limit) || limit < i.From {
					t.Errorf("%s: a goal of %s at %v, which is not measured", table.Name, i.Name, limit)
				}
			}
		}
	}
	for file := range figures() {
		if !shown[file] {
			t.Errorf("no table shows %s", file)
		}
	}
}
