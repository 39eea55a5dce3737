package wording

import "testing"

func TestAboveOptimum(t *testing.T) {
	for _, c := range []struct {
		length, lower float64
		want          string
	}{
		{100, 100, "optimal"},
		{99, 100, "shorter than the lower bound: one of the two is wrong"},
		{100001, 100000, "at most 0.01% above the optimum"},
		{101, 100, "at most 1.00% above the optimum"},
		{5, 0, "above the optimum by an unknown part"},
	} {
		if got := AboveOptimum(c.length, c.lower); got != c.want {
			t.Errorf("%v over %v: %q, want %q", c.length, c.lower, got, c.want)
		}
	}
	for want, got := range map[string]string{
		"no tour is shorter":                     Optimal("tour", "", false),
		"no open path is shorter by more than 3": Optimal("open path", "3", false),
		"no tour has a smaller sum of its length and the prices of its new legs": Optimal("tour", "", true),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := Gap(1025, 1000); got != "2.50%" {
		t.Errorf("gap %q", got)
	}
}
