package model

import "testing"

// The papers' numbers of ants: of MMAS by powers of two, of the others by cities.
func TestDefaultAnts(t *testing.T) {
	for _, c := range []struct {
		parameters   Parameters
		cities, ants int
	}{
		{Parameters{Algorithm: AlgorithmAS}, 198, 198},
		{Parameters{Algorithm: AlgorithmACS}, 2392, 2392},
		{Parameters{Algorithm: AlgorithmMMAS}, 3, 32},
		{Parameters{Algorithm: AlgorithmMMAS}, 48, 32}, // as near as 64
		{Parameters{Algorithm: AlgorithmMMAS}, 49, 64},
		{Parameters{Algorithm: AlgorithmMMAS}, 51, 64},
		{Parameters{Algorithm: AlgorithmMMAS}, 100, 128},
		{Parameters{Algorithm: AlgorithmMMAS}, 198, 256},
		{Parameters{Algorithm: AlgorithmMMAS}, 318, 256},
		{Parameters{Algorithm: AlgorithmMMAS}, 783, 1024},
		{Parameters{Algorithm: AlgorithmMMAS}, 2103, 2048}, // Delévacq et al. 2013, section 5.1: 40 960 threads, 20 an ant
		{Parameters{Algorithm: AlgorithmMMAS, LocalSearch: SearchNone}, 318, 256},
		{Parameters{Algorithm: AlgorithmMMAS, LocalSearch: Search3Opt}, 2103, 28},
	} {
		if got := c.parameters.DefaultAnts(c.cities); got != c.ants {
			t.Errorf("%s with local search %q, %d cities: %d ants, want %d",
				c.parameters.Algorithm, c.parameters.LocalSearch, c.cities, got, c.ants)
		}
	}
}
