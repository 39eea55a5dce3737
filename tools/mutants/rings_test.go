package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRingsOfShaders(t *testing.T) {
	x := tester{root: "/root", build: "/build", limit: time.Minute}
	for _, c := range []struct{ modules, want string }{
		{"construct construct_no_subgroups",
			"compare --quick construct|compare --quick --no-subgroups construct_no_subgroups|^TestConstruct|compare construct"},
		{"construct_acs_no_subgroups",
			"compare --quick --no-subgroups construct_acs_no_subgroups|compare --no-subgroups construct_acs_no_subgroups"},
	} {
		var got []string
		for _, r := range x.glslRings(strings.Fields(c.modules)) {
			if i := slices.Index(r.arguments, "-test.run"); i >= 0 {
				got = append(got, r.arguments[i+1])
			} else {
				got = append(got, strings.Join(r.arguments, " "))
			}
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q", c.modules, got)
		}
	}
}

func TestRingsOfGo(t *testing.T) {
	for file, want := range map[string]string{
		"aco/solve.go": "aco", "tsp/read.go": "tsp aco", "aco/merged/model/order.go": "aco/merged/model aco aco/merged",
		"aco/merged/plan.go": "aco/merged aco", "vk/pipeline/plan.go": "vk/pipeline aco aco/classic",
	} {
		if got := strings.Join((&tester{}).goRings(mutant{File: file}), " "); got != want {
			t.Errorf("%s: %s", file, got)
		}
	}
}
