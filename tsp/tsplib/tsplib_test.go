package tsplib_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// library returns the folder of TSPLIB, which is not part of the project.
func library(t *testing.T) string {
	t.Helper()
	const variable = "ACO_VK_TSPLIB"
	folder := os.Getenv(variable)
	if folder == "" {
		t.Skipf("%s is not set; set it to a folder with tsp/*.tsp, tsp/*.opt.tour, atsp/*.atsp, best_known.tsv",
			variable)
	}
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("%s: %v", variable, err)
	}
	return folder
}

func files(t *testing.T, patterns ...string) []string {
	t.Helper()
	var all []string
	for _, pattern := range patterns {
		found := must.Get(filepath.Glob(pattern))(t)
		all = append(all, found...)
	}
	if len(all) == 0 {
		t.Fatalf("no file matches %q", patterns)
	}
	return all
}

// Every published optimal tour has its published length, by both length functions. This proves the
// metrics.
func TestLibraryTours(t *testing.T) {
	for _, file := range files(t, filepath.Join(library(t), "tsp", "*.opt.tour")) {
		base := strings.TrimSuffix(file, ".opt.tour")
		name := filepath.Base(base)
		in, err := tsplib.ReadFile(base + ".tsp")
		if err != nil {
			t.Error(err)
			continue
		}
		tour, err := tsplib.ReadTourFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := tour.Validate(in.Dimension()); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want, known := bestknown.Length(in)
		if !known {
			t.Errorf("%s: no best known length", name)
		}
		if got := tour.Length(in); got != want {
			t.Errorf("%s: length %d, published %d", name, got, want)
		}
		if got, err := verify.Tour(in, tour); err != nil || got != want {
			t.Errorf("%s: verified length %d, %v, published %d", name, got, err, want)
		}
	}
}
