package bestknown

import (
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// Length returns the length of the best known tour of a published instance: of TSPLIB, of the
// DIMACS challenge, or mona-lisa100K.
//
// An instance is a published one if it has the same name, number of cities, kind, metric and fixed
// edges, and if the tour in the order of the file has the same length. So other cities under a
// published name have no best known length. For a few instances of TSPLIB the length of that tour
// is not known; there the name, the number of cities, the kind and the metric decide.
//
// The name may have the extension .tsp or .atsp. The instances of the challenge are also known by
// the names that generators give them: E1k.0 is uniform-1000-1000 of [generate.Instance] and
// portgen-1000-1000 of the challenge's own generator.
//
// The lengths of TSPLIB's instances are proven to be optimal (Reinelt, "Optimal solutions for
// symmetric TSPs" and "Best known solutions for asymmetric TSPs", TSPLIB95). The length of
// mona-lisa100K is the best published one (Nagata 2009). The lengths of the challenge's instances
// are the best of its pages and of Helsgaun's tables; the lengths of E1k are proven to be optimal.
func Length(in *tsp.Instance) (length int64, ok bool) {
	if in.Unit != (tsp.Unit{}) {
		return 0, false // published lengths are of TSPLIB's whole numbers
	}
	name := strings.TrimSuffix(strings.TrimSuffix(in.Name, ".tsp"), ".atsp")
	if challenge := generate.ChallengeName(name); challenge != "" {
		name = challenge
	}
	for _, p := range publishedInstances() {
		if p.name == name && p.cities == in.Dimension() && p.kind == in.Kind && p.metric == in.Metric &&
			slices.Equal(publishedFixed[name], in.SortedFixed()) &&
			(p.inOrder == 0 || p.inOrder == lengthInOrder(in)) {
			return p.best, true
		}
	}
	return 0, false
}

// maxInOrder bounds the cities that lengthInOrder visits, so that it takes milliseconds.
const maxInOrder = 100_000

// lengthInOrder returns the length of the closed tour 0, 1, 2, ... through the first maxInOrder
// cities. TSPLIB calls the tour of all cities the canonical one and uses it to check distance
// functions.
func lengthInOrder(in *tsp.Instance) int64 {
	n := min(in.Dimension(), maxInOrder)
	length := in.Distance(n-1, 0)
	for city := 1; city < n; city++ {
		length += in.Distance(city-1, city)
	}
	return length
}
