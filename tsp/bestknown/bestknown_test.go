package bestknown

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// named returns an instance of Generate under another name.
func named(t *testing.T, name, kind string, cities int, seed int64) *tsp.Instance {
	t.Helper()
	in := must.Get(generate.Instance(kind, cities, seed))(t)
	in.Name = name
	return in
}

func TestBestKnown(t *testing.T) {
	for _, c := range []struct {
		name, kind   string
		cities, seed int
		want         int64
	}{
		{"E1k.0", "uniform", 1000, 1000, 23360648},
		{"E1k.0.tsp", "uniform", 1000, 1000, 23360648},
		{"uniform-1000-1000", "uniform", 1000, 1000, 23360648},
		{"portgen-1000-10009", "uniform", 1000, 10009, 23356256},
		{"C1k.1", "clustered", 1000, 10001, 11376735},
		{"portcgen-1000-10001", "clustered", 1000, 10001, 11376735},
		{"E316k.0", "uniform", 316_228, 316_228, 401294850}, // more cities than lengthInOrder visits
		{"E1k.0", "uniform", 1000, 1001, 0},
		{"E1k.0", "uniform", 999, 1000, 0},
		{"E1k.1", "uniform", 1000, 1000, 0},
		{"", "uniform", 1000, 1000, 0},
		{"uniform-0001000-1000", "uniform", 1000, 1000, 0},
		{"uniform-1000-1000-1", "uniform", 1000, 1000, 0},
		{"uniform-1000-1001", "uniform", 1000, 1001, 0},
		{"uniform-1000-10010", "uniform", 1000, 10010, 0},
		{"grid-1000-1000", "grid", 1000, 1000, 0},
		{"berlin52", "uniform", 52, 1, 0},
		{"berlin52", "uniform", 100, 1, 0},
		{"linhp318", "uniform", 318, 1, 0},
		{"rl1889", "uniform", 1889, 1, 316536}, // one of those whose length in the order of the file is not known
		{"rl1889", "uniform", 1888, 1, 0},
	} {
		in := named(t, c.name, c.kind, c.cities, int64(c.seed))
		if got, ok := Length(in); got != c.want || ok != (c.want > 0) {
			t.Errorf("%q, %s:%d:%d: %d, %v, want %d", c.name, c.kind, c.cities, c.seed, got, ok, c.want)
		}
	}
}

// An instance with another metric or kind is not the published one, even if the length in the
// order of the file is the same.
func TestBestKnownNeedsMetricAndKind(t *testing.T) {
	in := named(t, "pla33810", "uniform", 33_810, 1)
	if _, ok := Length(in); ok {
		t.Error("pla33810 is known with metric EUC_2D")
	}
	in.Metric = tsp.CEIL2D
	if got, ok := Length(in); !ok || got != 66048945 {
		t.Errorf("pla33810 with metric CEIL_2D: %d, %v", got, ok)
	}
	matrix := &tsp.Instance{Name: "ry48p", Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: make([]int32, 48*48)}
	if got, ok := Length(matrix); !ok || got != 14422 {
		t.Errorf("ry48p: %d, %v", got, ok)
	}
	if matrix.Kind = tsp.TSP; matrix.Validate() != nil {
		t.Fatal("not a valid instance")
	}
	if _, ok := Length(matrix); ok {
		t.Error("ry48p is known as a symmetric instance")
	}
}

// The table has each name once for each metric. Instances of the challenge have the cities that
// their names say.
func TestPublishedInstances(t *testing.T) {
	type key struct {
		name   string
		metric tsp.Metric
	}
	rows := 0
	for line := range strings.Lines(publishedText) {
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] != "#" {
			rows++
		}
	}
	if list := publishedInstances(); len(list) != rows {
		t.Errorf("%d of the %d rows are instances", len(list), rows)
	}
	seen := map[key]bool{}
	for _, p := range publishedInstances() {
		if k := (key{p.name, p.metric}); seen[k] {
			t.Errorf("%v is in the table twice", k)
		} else {
			seen[k] = true
		}
		if p.cities < tsp.MinCities || p.best <= 0 || !p.metric.InTSPLIB() || p.inOrder > 0 &&
			p.cities <= maxInOrder && p.inOrder < p.best {
			t.Errorf("%+v", p)
		}
		kind, n, seed, err := generate.Parse(p.name)
		if err != nil {
			continue
		}
		if n != p.cities {
			t.Errorf("%s has %d cities, the table %d", p.name, n, p.cities)
		}
		if n > 10_000 && testing.Short() || n > 1_000_000 {
			continue
		}
		if got := lengthInOrder(named(t, p.name, kind, n, seed)); got != p.inOrder {
			t.Errorf("%s: length in order %d, the table has %d", p.name, got, p.inOrder)
		}
	}
}

// The lengths are those of the library's list, and all of its instances are recognized.
func TestLibraryBestKnown(t *testing.T) {
	folder := os.Getenv("ACO_VK_TSPLIB")
	f, err := os.Open(filepath.Join(folder, "best_known.tsv"))
	if err != nil {
		t.Skip("ACO_VK_TSPLIB is not set to a folder with best_known.tsv")
	}
	defer f.Close()
	list := map[string]int64{"dsj1000ceil": 18660188}
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		fields := strings.Split(scanner.Text(), "\t")
		if length, err := strconv.ParseInt(fields[2], 10, 64); err == nil &&
			!strings.HasPrefix(fields[3], "lower_bound") {
			list[fields[0]] = length
		}
	}
	list["linhp318"] += 3869 // the list does not count the fixed edge
	for _, p := range publishedInstances() {
		if p.best != list[p.name] && (p.name != "dsj1000" || p.metric != tsp.EUC2D) {
			t.Errorf("%s: %d, the list has %d", p.name, p.best, list[p.name])
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*tsp", "*tsp"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d instances, %v", len(files), err)
	}
	for _, file := range files {
		in := must.Get(tsplib.ReadFile(file))(t)
		if got, ok := Length(in); !ok || got != list[strings.TrimSuffix(in.Name, ".tsp")] {
			t.Errorf("%s: %d, %v", file, got, ok)
		}
	}
}

// linhp318 is lin318 with a fixed edge. No other instance with fixed edges has a best known
// length.
func TestBestKnownWithFixedEdge(t *testing.T) {
	in, err := tsplib.ReadFile(filepath.Join(os.Getenv("ACO_VK_TSPLIB"), "tsp", "lin318.tsp"))
	if err != nil {
		t.Skip("ACO_VK_TSPLIB is not set to a folder with tsp/lin318.tsp")
	}
	for _, c := range []struct {
		name  string
		fixed []tsp.Edge
		want  int64
	}{{"lin318", nil, 42029}, {"lin318", []tsp.Edge{{0, 213}}, 0}, {"linhp318", []tsp.Edge{{213, 0}},
		45214}, {"linhp318", []tsp.Edge{{0, 214}}, 0}, {"linhp318", nil, 0}} {
		in.Name, in.Fixed = c.name, c.fixed
		if got, _ := Length(in); got != c.want {
			t.Errorf("%s with %v: %d, want %d", c.name, c.fixed, got, c.want)
		}
	}
}

// Random cities under a published name have no best known length.
func TestBestKnownOfOtherCities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var planar []published
		for _, p := range publishedInstances() {
			if p.inOrder > 0 && p.cities <= 1000 && p.metric != tsp.Explicit && p.metric != tsp.GEO {
				planar = append(planar, p)
			}
		}
		p := rapid.SampledFrom(planar).Draw(t, "published")
		in, err := generate.Instance(rapid.SampledFrom([]string{"uniform", "clustered", "grid"}).Draw(t, "kind"),
			p.cities, rapid.Int64Range(1, 999).Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		in.Name, in.Metric = p.name, p.metric
		if best, ok := Length(in); ok {
			t.Errorf("%s: best known length %d, length in order %d", p.name, best, lengthInOrder(in))
		}
	})
}
