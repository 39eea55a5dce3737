package main

import (
	"strings"
	"testing"
)

// A pipeline that does not compile is a regression with any driver, much worse figures only with
// the table's driver.
func TestRegressions(t *testing.T) {
	table := Device{Device: "NONE", Driver: "22", Modules: []Module{
		{Module: "best", Figures: Figures{Subgroup: 64, Occupancy: 8, Registers: 24}},
		{Module: "long", Figures: Figures{Subgroup: 32, Spills: 5}},
	}}
	for _, c := range []struct {
		is   compiled
		want string
	}{
		{compiled{Module: "best", Figures: Figures{Subgroup: 64, Occupancy: 8, Registers: 24}}, ""},
		{compiled{Module: "best", Figures: Figures{Subgroup: 64, Occupancy: 7, Registers: 99}}, ""},
		{compiled{Module: "best", Figures: Figures{Subgroup: 64, Occupancy: 6}},
			"occupancy of 6 subgroups, 8 in the table"},
		{compiled{Module: "best", Figures: Figures{Subgroup: 32, Occupancy: 8}}, "subgroups of 32, 64 in the table"},
		{compiled{Module: "best", Figures: Figures{Subgroup: 64, Occupancy: 8, Spills: 1}}, "1 spills, 0 in the table"},
		{compiled{Module: "long", Figures: Figures{Subgroup: 32, Spills: 5}}, ""},
		{compiled{Module: "long", Figures: Figures{Subgroup: 32, Spills: 6}}, "6 spills, 5 in the table"},
		{compiled{Module: "long", Figures: Figures{Subgroup: 32, Spills: 5, ScalarSpills: 2}},
			"2 scalar spills, 0 in the table"},
		{compiled{Module: "new", Figures: Figures{Subgroup: 8}}, ""},
		{compiled{Module: "new", Figures: Figures{Subgroup: 8, Spills: 2}}, "2 spills, 0 in the table"},
	} {
		found := regressions(table, "22", []compiled{c.is})
		if got := strings.Join(found, "\n"); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%+v: %q, not %q", c.is, got, c.want)
		}
		if found := regressions(table, "25", []compiled{c.is}); found != nil {
			t.Errorf("with another driver: %v", found)
		}
	}
	failed := []compiled{{Module: "best", Pipeline: "best GROUP_SIZE=64", Failure: "the process ended"}}
	for _, version := range []string{"22", "25"} {
		if found := regressions(table, version, failed); len(found) != 1 ||
			found[0] != "NONE: best GROUP_SIZE=64: the process ended" {
			t.Errorf("driver %s: %v", version, found)
		}
	}
}

// A module has the worst figures of its pipelines. A failed pipeline has none.
func TestModulesHaveTheWorstFigures(t *testing.T) {
	all := modules([]compiled{
		{Module: "a", Failure: "it crashed"},
		{Module: "a", Figures: Figures{Subgroup: 64, Registers: 24, Spills: 1, SharedBytes: 512, Occupancy: 8,
			Instructions: 100}},
		{Module: "a", Figures: Figures{Subgroup: 32, Registers: 32, SharedBytes: 0, Occupancy: 9, Instructions: 90}},
		{Module: "b", Figures: Figures{Subgroup: 64, Occupancy: 16}},
	})
	want := []Module{
		{Module: "a", Pipelines: 3, Figures: Figures{Subgroup: 32, Registers: 32, Spills: 1, SharedBytes: 512,
			Occupancy: 8, Instructions: 100}},
		{Module: "b", Pipelines: 1, Figures: Figures{Subgroup: 64, Occupancy: 16}},
	}
	if len(all) != len(want) || all[0] != want[0] || all[1] != want[1] {
		t.Errorf("%+v", all)
	}
}
