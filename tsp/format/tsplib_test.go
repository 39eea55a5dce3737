package format_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp/format"
)

// instanceText writes a TSPLIB file whose coordinates are even numbers of 0..1, times an extent.
func instanceText(metric, number string, cities int, extent float64) string {
	random := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	fmt.Fprintf(&text, "TYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: %s\nNODE_COORD_SECTION\n", cities, metric)
	for city := range cities {
		fmt.Fprintf(&text, "%d "+number+" "+number+"\n", city+1, random.Float64()*extent, random.Float64()*extent)
	}
	return text.String() + "EOF\n"
}

// Places so near together that whole distances tell nothing are said; others are not.
func TestWholeDistances(t *testing.T) {
	for _, c := range []struct {
		metric, number string
		cities         int
		extent         float64
		warned         bool
	}{
		{"EUC_2D", "%.6f", 100, 1, true},
		{"EUC_2D", "%.2f", 100, 10, true},
		{"EUC_2D", "%.2f", 100, 100, false},
		{"EUC_2D", "%.0f", 100, 1, false}, // only four places, and not one of them is merged with another
		{"CEIL_2D", "%.6f", 100, 1, true},
		{"MAN_2D", "%.6f", 100, 1, true},
		{"MAX_2D", "%.6f", 100, 1, true},
		{"ATT", "%.6f", 100, 10, true},
		{"GEO", "%.4f", 100, 0.03, true},
		{"GEO", "%.4f", 100, 0.5, false},
		{"EUC_2D", "%.6f", 200_000, 1, true}, // counted in a sample
		{"EUC_2D", "%.2f", 200_000, 10_000, false},
	} {
		got := read(t, instanceText(c.metric, c.number, c.cities, c.extent), format.Options{})
		warned := strings.Contains(strings.Join(got.Warnings, "\n"), "rounds distances to whole numbers")
		if warned != c.warned {
			t.Errorf("%+v: warnings %q", c, got.Warnings)
		}
	}
}

func TestDecimalDegreesAsGEO(t *testing.T) {
	const begin = "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 48.30 11.15\n"
	if got := read(t, begin+"2 -48.59 11.00\n3 50.20 11.59\n", format.Options{}); got.Warnings != nil {
		t.Errorf("warnings %q", got.Warnings)
	}
	got := read(t, begin+"2 48.75 11.60\n3 50.20 -11.99\n", format.Options{})
	if want := "3 coordinates of metric GEO have 60 minutes or more"; len(got.Warnings) != 1 ||
		!strings.HasPrefix(got.Warnings[0], want) {
		t.Errorf("warnings %q, want %q", got.Warnings, want)
	}
}

// No published instance has a warning.
func TestLibraryInstancesHaveNoWarnings(t *testing.T) {
	folder := os.Getenv("ACO_VK_TSPLIB")
	files, err := filepath.Glob(filepath.Join(folder, "*", "*tsp"))
	if folder == "" || err != nil || len(files) == 0 {
		t.Skip("ACO_VK_TSPLIB is not the folder of TSPLIB")
	}
	for _, file := range files {
		got, err := format.ReadFile(t.Context(), file, format.Options{})
		if err != nil || got.Warnings != nil {
			t.Errorf("%s: %v, %v", file, got, err)
		}
	}
}
