package analysis

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/figure"
	"github.com/aco-vk/aco-vk/study/experiment"
)

// find returns the figure of a name, nil if it is left out.
func find(all []Figure, name string) *Figure {
	if i := slices.IndexFunc(all, func(f Figure) bool { return f.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// Two runs reach 4 of 8 targets at iteration 1 or 4: gaps of 10% and 2%.
func TestTargetsFigure(t *testing.T) {
	s := study(t, Options{}, row("a", "i", 1, 1100, 1020), row("a", "i", 2, 1300, 1100))
	all := s.Figures(ColumnWidth)
	f := find(all, "targets-iterations")
	// The first run reaches 10% at 1, and 5% and 2% at 4; the second one 10% at 4: 1 and 4 of 16.
	want := []figure.Point{{1, 0}, {1, 0}, {1, 1. / 16}, {4, 1. / 16}, {4, 0.25}, {10, 0.25}}
	if f == nil || !slices.Equal(f.Series[0].Points, want) || f.Column != ColumnWidth {
		t.Fatalf("%+v, want %v", f, want)
	}
	for _, name := range []string{"ranks", "profile-length"} {
		if f := find(all, name); f != nil {
			t.Errorf("one configuration has the figure %s", name)
		}
	}
	// The median of two runs: from iteration 1 on, where both have a tour.
	points := find(all, "convergence-iterations").Series[0].Points
	if first, last := points[0], points[len(points)-1]; first != (figure.Point{1, 20}) || last != (figure.Point{10, 6}) {
		t.Errorf("from %v to %v", first, last)
	}
}

// Runs whose ants construct no tours have no figure by tours.
func TestFiguresWithoutTours(t *testing.T) {
	r := row("merged", "i", 1, 1100, 1000)
	r.Tours = 0
	all := study(t, Options{}, r).Figures(ColumnWidth)
	if find(all, "targets-tours") != nil || find(all, "targets-seconds") == nil {
		t.Errorf("%d figures", len(all))
	}
}

// A configuration that is best on both instances has a profile of 1 from the ratio 1 on.
func TestQualityProfile(t *testing.T) {
	var rows []experiment.Row
	for _, instance := range []string{"i", "j"} {
		rows = append(rows, row("a", instance, 1, 1100, 1000), row("b", instance, 1, 1100, 1050))
	}
	f := find(study(t, Options{}, rows...).Figures(ColumnWidth), "profile-length")
	if f == nil || !slices.Equal(f.Series[0].Points[:3], []figure.Point{{1, 0}, {1, 0}, {1, 1}}) ||
		!slices.Contains(f.Series[1].Points, figure.Point{1.05, 1}) {
		t.Errorf("%+v", f)
	}
}

// A configuration whose runs are all equal is visible among the gaps.
func TestGapsFigureOfEqualRuns(t *testing.T) {
	var rows []experiment.Row
	for seed := range uint64(4) {
		rows = append(rows,
			experiment.Row{Configuration: "equal", Instance: "x", Cities: 5, BestKnown: 100, Seed: seed, Length: 100, Iterations: 1},
			experiment.Row{Configuration: "spread", Instance: "x", Cities: 5, BestKnown: 100, Seed: seed, Length: 101 + int64(seed), Iterations: 1})
	}
	var looks []figure.Look
	for _, s := range study(t, Options{}, rows...).gapsFigure().Series {
		looks = append(looks, s.Look)
	}
	want := []figure.Look{figure.Solid, figure.Thick, figure.Dots, figure.Solid, figure.Thick, figure.Middle}
	if !slices.Equal(looks, want) {
		t.Errorf("looks %v, want %v", looks, want)
	}
}
