package tsplib_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// Limits are checked by what a file claims, before anything is allocated for it.
func TestLimits(t *testing.T) {
	const matrix = explicit + "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2 1 0 3 2 3 0\n"
	for _, c := range []struct {
		text   string
		limits tsplib.Limits
		want   string
	}{
		{plane + nodes, tsplib.Limits{Cities: 3, Cells: 8}, ""},
		{plane + nodes, tsplib.Limits{Cities: 2}, "f:2: DIMENSION 3 is more than the limit of 2 cities"},
		{matrix, tsplib.Limits{Cells: 9}, ""},
		{matrix, tsplib.Limits{Cells: 8}, "f:5: a matrix of DIMENSION 3 has 9 distances, more than the limit of 8"},
		{graph + "1 2\n2 3\n3 4\n-1\n", tsplib.Limits{Cells: 16}, ""},
		{graph + "1 2\n2 3\n3 4\n-1\n", tsplib.Limits{Cells: 15},
			"f:4: a matrix of DIMENSION 4 has 16 distances, more than the limit of 15"},
	} {
		_, err := tsplib.ReadContext(t.Context(), strings.NewReader(c.text), "f", c.limits)
		if c.want == "" && err != nil || c.want != "" {
			requireSyntaxError(t, c.text, err, c.want)
		}
		var limit *tsp.LimitError
		if c.want != "" && !errors.As(err, &limit) {
			t.Errorf("%s: %v is no error of a limit", c.text, err)
		}
	}
}

// endless is a section whose reader cancels the context after some blocks.
type endless struct {
	cancel context.CancelCauseFunc
	cause  error
	line   string
	reads  int
	bytes  int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.reads++; e.reads == 10 {
		e.cancel(e.cause)
	}
	for i := range p {
		p[i] = e.line[e.bytes%len(e.line)]
		e.bytes++
	}
	return len(p), nil
}

// Reading ends with the context, in each kind of section, with its cause.
func TestReadEndsWithItsContext(t *testing.T) {
	const claim = "TYPE: TSP\nDIMENSION: 46340\nEDGE_WEIGHT_TYPE: "
	for begin, line := range map[string]string{
		claim + "EUC_2D\nFIXED_EDGES_SECTION\n":                                            "1 2\n",
		claim + "EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n":           "1 2 3 4 5\n",
		"TYPE: HCP\nDIMENSION: 40\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n":       "1 2\n",
		"TYPE: TSP\nDIMENSION: 2000000000\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n": "1 0 0\n",
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cause := errors.New("enough")
		r := io.MultiReader(strings.NewReader(begin), &endless{cancel, cause, line, 0, 0})
		if _, err := tsplib.ReadContext(ctx, r, "f", tsplib.Limits{}); !errors.Is(err, cause) {
			t.Errorf("%q: %v", line, err)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := fmt.Errorf("enough")
	r := io.MultiReader(strings.NewReader("TOUR_SECTION\n"), &endless{cancel, cause, "1\n", 0, 0})
	if _, err := tsplib.ReadTourContext(ctx, r, "f"); !errors.Is(err, cause) {
		t.Error(err)
	}
}

// A graph without a path through all cities is refused before its matrix is made.
func TestGraphsWithoutPath(t *testing.T) {
	const head = "TYPE: HCP\nDIMENSION: 46000\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n"
	star := strings.Builder{}
	for city := range 45_999 {
		fmt.Fprintf(&star, "1 %d\n", city+2)
	}
	for text, want := range map[string]string{
		strings.Repeat("1 2\n", 46_000):                               "1 edges are too few",
		strings.Replace(star.String(), "1 2\n", "4 5\n", 1) + "3 4\n": "city 2 has no edge",
		star.String(): "is the third with one",
	} {
		var syntax *tsp.SyntaxError
		if _, err := tsplib.Read(strings.NewReader(head+text+"-1\nEOF\n"), "f"); !errors.As(err, &syntax) ||
			!strings.Contains(syntax.Reason, want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
