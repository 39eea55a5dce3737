package recombine

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// AB-cycles lead from the one tour to the other if all are applied. In each of them edges of both
// tours alternate, and their gains add up to the difference of the lengths.
func TestCyclesLeadToTheOtherTour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 60).Draw(t, "cities")
		distance, tours := randomWeights(rapid.Uint64().Draw(t, "seed"), n)
		now := newTour(tours[0])
		cycles := newDifference(now, newTour(tours[1])).cycles(distance, rapid.Uint64().Draw(t, "pairing"))
		all, gain := make([]bool, len(cycles)), int64(0)
		for i, x := range cycles {
			all[i] = true
			gain += x.gain
			ports := 0
			for port := int32(0); ports == 0 || port != 0; ports += 2 {
				port = x.joined[port^1]
			}
			if ports != len(x.joined) {
				t.Fatalf("exchange %v is not a cycle", x)
			}
		}
		if want := lengthOf(distance, tours[0]) - lengthOf(distance, tours[1]); gain != want {
			t.Fatalf("gain %d, the lengths differ by %d", gain, want)
		}
		if got := edgesAfter(now, cycles, all); !slices.Equal(got, edgesOf(tours[1])) {
			t.Fatalf("edges %x after %v, want those of %v", got, tours[0], tours[1])
		}
	})
}

// Each seed divides the difference of two tours into cycles of its own: another round tries other
// exchanges.
func TestSeedsMakeOtherCycles(t *testing.T) {
	distance, tours := randomWeights(1, 60)
	divide := func(seed uint64) (cuts [][]int32) {
		for _, x := range newDifference(newTour(tours[0]), newTour(tours[1])).cycles(distance, seed) {
			cuts = append(cuts, x.cuts)
		}
		return cuts
	}
	equal := func(a, b [][]int32) bool { return slices.EqualFunc(a, b, slices.Equal[[]int32]) }
	if first := divide(1); !equal(divide(1), first) || equal(divide(2), first) {
		t.Errorf("seed 1: %v and %v; seed 2: %v", first, divide(1), divide(2))
	}
}

// randomWeights returns random lengths of edges, and two tours.
func randomWeights(seed uint64, n int) (distance func(a, b uint32) int64, tours [][]uint32) {
	random := rand.New(rand.NewPCG(seed, 0))
	weights := make([]int64, n*n)
	for i := range weights {
		weights[i] = random.Int64N(1000)
	}
	return func(a, b uint32) int64 { return weights[int(min(a, b))*n+int(max(a, b))] }, reversedTours(random, n, 2)
}

// With all cities near, a cycle that makes two subtours gets the best of all joints, with any
// number of subtours the result is a tour.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkJoins(t, rapid.IntRange(4, 40).Draw(t, "cities"), rapid.Uint64().Draw(t, "seed"), rapid.Uint64().Draw(t, "pairing"))
	})
	divided := 0
	for seed := range uint64(40) { // always the same, so that some make two subtours
		divided += checkJoins(t, 4+int(seed), seed, seed)
	}
	if divided == 0 {
		t.Error("no cycle makes two subtours")
	}
}

// checkJoins joins the cycles of two random tours, and returns how many of them make two subtours.
func checkJoins(t rapid.TB, n int, seed, pairing uint64) (divided int) {
	distance, tours := randomWeights(seed, n)
	a := assembler{tour: newTour(tours[0]), distance: distance, near: allCities(n)}
	for _, x := range newDifference(a.tour, newTour(tours[1])).cycles(distance, pairing) {
		joined := a.join(x)
		edges := edgesAfter(a.tour, []exchange{joined}, []bool{true})
		parts := partsOf(edges)
		if len(parts) != 1 || len(parts[0]) != n {
			t.Fatalf("%v joined to %v leaves %v", x, joined, parts)
		}
		if sum(distance, edges) != lengthOf(distance, tours[0])-joined.gain {
			t.Fatalf("gain %d of %v", joined.gain, joined)
		}
		if parts := partsOf(edgesAfter(a.tour, []exchange{x}, []bool{true})); len(parts) == 2 {
			divided++
			if want := x.gain + bestJoint(distance, parts); joined.gain != want {
				t.Fatalf("gain %d after joining %v, want %d", joined.gain, parts, want)
			}
		}
	}
	return divided
}

func allCities(n int) Neighbors {
	near := Neighbors{Width: n - 1}
	for city := range n {
		for other := range n {
			if other != city {
				near.Cities = append(near.Cities, uint32(other))
			}
		}
	}
	return near
}

func sum(distance func(a, b uint32) int64, edges []uint64) (length int64) {
	for _, e := range edges {
		length += distance(uint32(e>>32), uint32(e))
	}
	return length
}

// partsOf divides sorted edges, two at each city, into the cycles that they form.
func partsOf(edges []uint64) (parts [][]uint32) {
	at := map[uint32][]uint32{}
	for _, e := range edges {
		a, b := uint32(e>>32), uint32(e)
		at[a], at[b] = append(at[a], b), append(at[b], a)
	}
	for city := range uint32(len(edges)) {
		var part []uint32
		for len(at[city]) > 0 {
			part = append(part, city)
			next := at[city][0]
			at[city] = at[city][1:]
			i := slices.Index(at[next], city)
			at[next] = slices.Delete(at[next], i, i+1)
			city = next
		}
		if part != nil {
			parts = append(parts, part)
		}
	}
	return parts
}

// bestJoint returns the largest gain of replacing one edge of each of two cycles by two edges
// between them.
func bestJoint(distance func(a, b uint32) int64, parts [][]uint32) int64 {
	best := int64(-1 << 62)
	for i, a := range parts[0] {
		nextA := parts[0][(i+1)%len(parts[0])]
		for j, b := range parts[1] {
			nextB := parts[1][(j+1)%len(parts[1])]
			removed := distance(a, nextA) + distance(b, nextB)
			best = max(best, removed-distance(a, b)-distance(nextA, nextB), removed-distance(a, nextB)-distance(nextA, b))
		}
	}
	return best
}

// A round tries AB-cycles up to the longest length, and no longer ones.
func TestRoundTriesCyclesUpToTheLongest(t *testing.T) {
	for cuts, tried := range map[int]bool{maxCycleCuts: true, maxCycleCuts + 1: false} {
		a, other := assemblerWithCycle(cuts)
		if found, _ := a.round(t.Context(), newTour(other), 0); (len(found) > 0) != tried {
			t.Errorf("%d cuts: %d exchanges", cuts, len(found))
		}
	}
}

// assemblerWithCycle returns an assembler and another tour whose difference has an AB-cycle with
// this number of cuts, the only one that shortens the tour. The other tour visits pairs of cities
// in random order. Every city has one edge in both tours, so that there is only one way to divide
// the difference.
func assemblerWithCycle(cuts int) (a assembler, other []uint32) {
	pairs := cuts * 11 / 10
	for seed := uint64(0); ; seed++ {
		order := rand.New(rand.NewPCG(seed, 0)).Perm(pairs)
		before := make([]int, pairs) // by pair, in the other tour
		for i, pair := range order {
			before[pair] = order[(i+pairs-1)%pairs]
		}
		in := cycleOfLength(cuts, pairs, func(i int) int { return before[(i+1)%pairs] })
		if in == nil {
			continue
		}
		var tour []uint32
		near := Neighbors{Width: 1}
		for city := range uint32(2 * pairs) {
			tour = append(tour, city)
			near.Cities = append(near.Cities, (city+1)%uint32(2*pairs))
		}
		for _, pair := range order {
			other = append(other, 2*uint32(pair), 2*uint32(pair)+1)
		}
		distance := func(x, y uint32) int64 {
			if x, y := int(x/2), int(y/2); in[x] && y == (x+1)%pairs || in[y] && x == (y+1)%pairs {
				return 10
			}
			return 1
		}
		return assembler{tour: newTour(tour), distance: distance, near: near}, other
	}
}

// cycleOfLength returns the elements of a cycle of a permutation of n elements, nil if none has
// this length.
func cycleOfLength(length, n int, next func(int) int) []bool {
	seen := make([]bool, n)
	for start := range n {
		in, size := make([]bool, n), 0
		for i := start; !seen[i]; i = next(i) {
			seen[i], in[i] = true, true
			size++
		}
		if size == length {
			return in
		}
	}
	return nil
}

// Partners of an AB-cycle cut several of its subtours, and are those with the largest gains of all.
func TestPartners(t *testing.T) {
	const n = 3000
	distance, tours := randomWeights(5, n)
	now := newTour(tours[0])
	cycles := newDifference(now, newTour(tours[1])).cycles(distance, 1)
	cuts, full := listCuts(cycles, n), 0
	for first := range int32(len(cycles)) {
		s := newSubtours(now, cycles[first])
		var want []int32
		for other, x := range cycles {
			if int32(other) != first && x.gain+cycles[first].gain > 0 && len(x.cuts)+len(cycles[first].cuts) <= maxCycleCuts && s.areCut(x.cuts) {
				want = append(want, int32(other))
			}
		}
		slices.SortStableFunc(want, func(i, j int32) int { return cmp.Compare(cycles[j].gain, cycles[i].gain) })
		if len(want) > mostPartners {
			want = want[:mostPartners]
			full++
		}
		if got := s.partners(cycles, cuts, first); !slices.Equal(got, want) {
			t.Fatalf("cycle %d: partners %v, want %v", first, got, want)
		}
	}
	if full == 0 {
		t.Errorf("none of %d cycles has more than %d partners", len(cycles), mostPartners)
	}
}
