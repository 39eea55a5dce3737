package generate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func instance(t testing.TB, kind string, n int, seed int64) *tsp.Instance {
	t.Helper()
	return must.Get(generate.Instance(kind, n, seed))(t)
}

// The first cities of E1k.0 and E10k.0 are those that the DIMACS challenge's portgen writes.
func TestUniformIsPortgen(t *testing.T) {
	for _, c := range []struct {
		n    int
		want [3][2]float64
	}{
		{1000, [3][2]float64{{140237, 801141}, {169837, 196125}, {685585, 729516}}},
		{10000, [3][2]float64{{983148, 684709}, {803445, 683312}, {548773, 775790}}},
	} {
		in := instance(t, "uniform", c.n, int64(c.n))
		for i, want := range c.want {
			if got := [2]float64{in.X[i], in.Y[i]}; got != want {
				t.Errorf("n = %d: city %d is at %v, want %v", c.n, i, got, want)
			}
		}
	}
}

// generateText generates the instance that a text such as "uniform:1000:1" describes.
func generateText(spec string) (*tsp.Instance, error) {
	kind, n, seed, err := generate.Parse(spec)
	if err != nil {
		return nil, err
	}
	return generate.Instance(kind, n, seed)
}

// Half of the cities of a doubled instance are at the places of others.
func TestDoubled(t *testing.T) {
	in, places := instance(t, "doubled", 1001, 1), make(map[[2]float64]bool)
	for city, x := range in.X {
		places[[2]float64{x, in.Y[city]}] = true
	}
	if len(places) != 501 {
		t.Errorf("%d places, want 501", len(places))
	}
}

func TestGeneratedInstances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"uniform", "clustered", "grid", "doubled"}).Draw(t, "kind")
		n := rapid.IntRange(tsp.MinCities, 500).Draw(t, "cities")
		seed := rapid.Int64Range(0, 999_999_999).Draw(t, "seed")
		in := must.Get(generate.Instance(kind, n, seed))(t)
		if err := in.Validate(); err != nil || in.Dimension() != n || in.Metric != tsp.EUC2D {
			t.Fatalf("%d cities, %s: %v", in.Dimension(), in.Metric, err)
		}
		again := must.Get(generateText(fmt.Sprintf("%s:%d:%d", kind, n, seed)))(t)
		if diff := cmp.Diff(in, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

// The instances are those of the challenge: for ten seeds, nearest-neighbour tours exceed the best
// known lengths by what is typical of such instances (Johnson and McGeoch 1997: a quarter, more on
// clustered ones). The best known lengths of the seeds differ by a fifth, so another instance
// would show.
func TestGeneratedInstancesAreTypical(t *testing.T) {
	for _, kind := range []string{"uniform", "clustered"} {
		for i := range int64(10) {
			seed := int64(1000)
			if i > 0 {
				seed = 10_000 + i
			}
			in := instance(t, kind, 1000, seed)
			best, known := bestknown.Length(in)
			if !known {
				t.Fatalf("%s: no best known length", in.Name)
			}
			ratio := float64(firstTour(t, in, 0).Length(in)) / float64(best)
			t.Logf("%s %.3f", in.Name, ratio)
			if ratio < 1.15 || ratio > 1.45 {
				t.Errorf("%s: nearest neighbour is %.3f of the best known length", in.Name, ratio)
			}
		}
	}
}

// Clustered instances depend on every bit of a logarithm. A change of it, or of the order of
// draws, shows here.
func TestClusteredGolden(t *testing.T) {
	in := instance(t, "clustered", 1000, 1000)
	want := [3][2]float64{{877915, 39773}, {121704, 262791}, {672273, 702811}}
	for i := range want {
		if got := [2]float64{in.X[i], in.Y[i]}; got != want[i] {
			t.Errorf("city %d is at %v, want %v", i, got, want[i])
		}
	}
	const tour = "8c7e31f32388346ba4bfb9d869437586b5b0369dcba3be4157bf114ac140a10e"
	if got := firstTour(t, in, 0).SHA256(true); got != tour {
		t.Errorf("the nearest neighbour tour is %s, want %s", got, tour)
	}
}

func TestGrid(t *testing.T) {
	in := instance(t, "grid", 12, 5)
	var got, want [][2]float64
	for i := range 12 {
		got = append(got, [2]float64{in.X[i], in.Y[i]})
		want = append(want, [2]float64{float64(i % 4 * 1000), float64(i / 4 * 1000)})
	}
	if cmp.Equal(want, got) {
		t.Error("the cities are not shuffled")
	}
	slices.SortFunc(got, func(a, b [2]float64) int { return int(a[1]*4-b[1]*4) + int(a[0]-b[0]) })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The challenge's instances are generated from their names.
func TestParseGeneratorChallenge(t *testing.T) {
	for spec, want := range map[string]string{
		"E1k.0": "uniform-1000-1000", "E1k.9": "uniform-1000-10009", "C3k.1": "clustered-3162-31621",
		"C10k.12": "clustered-10000-100012",
	} {
		if in, err := generateText(spec); err != nil || in.Name != want {
			t.Errorf("%s: %v, %v, want %s", spec, in, err, want)
		}
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{"uniform:0:1", "0 cities are outside 1..134217728"},
		{"uniform:134217729:1", "134217729 cities are outside"},
		{"uniform:10:-1", "seed -1 is outside 0..999999999"},
		{"grid:10:1000000000", "seed 1000000000 is outside"},
		{"fractal:10:1", `kind "fractal" is not one of uniform, clustered, grid, doubled, oneway`},
		{"uniform:ten:1", "not kind:cities:seed with two whole numbers"},
		{"uniform:10:99999999999999999999", "not kind:cities:seed with two whole numbers"},
		{"uniform:10", "is not kind:cities:seed"},
		{"uniform:10:1:2", "is not kind:cities:seed"},
		{"gen:uniform:10:1", "is not kind:cities:seed"},
		{"gen:E1k.0", "is not kind:cities:seed"},
		{"E1k", "is not kind:cities:seed"},
		{"E1k.01", "is not kind:cities:seed"},
		{"E2k.0", "is not kind:cities:seed"},
		{"E10M.900000000", "seed 1000000000 is outside"},
		{"", "is not kind:cities:seed"},
	} {
		in, err := generateText(c.spec)
		tsptest.RequireError(t, c.spec, err, c.want)
		if in != nil {
			t.Errorf("%q: an instance in addition to the error", c.spec)
		}
	}
}

// firstTour returns a first tour.
func firstTour(t rapid.TB, in *tsp.Instance, start int) tsp.Tour {
	return must.Get(construct.NearestNeighbour(context.Background(), in, start))(t)
}
