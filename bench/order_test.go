package bench

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The papers' orders of two variants are compared with the measured times. Orders stated in a text
// are compared within their range of cities; others follow from neighbouring figures in a table.
func TestComparisons(t *testing.T) {
	row := func(instance string, cities int, preset string, ms, published float64) Row {
		return Row{Instance: instance, Cities: cities, Preset: preset, Times: &Times{MeasuredMS: ms},
			Published: []PublishedFigure{{Value: published}}}
	}
	r := &Report{Table: "presets", Rows: []Row{
		row("d198", 198, "zhou2017-ke-all", 2, 0),
		row("d198", 198, "zhou2017-ke-one", 3, 0),
		row("d198", 198, "zhou2017-group", 3, 0),
		row("d198", 198, "zhou2017-group-stc", 3, 0), // stated from 442 cities on
		row("d198", 198, "uchida2014-no-compression", 5, 4.10),
		row("d198", 198, "uchida2014-compression", 4, 5.08),
		row("d198", 198, "uchida2014-hybrid", 1, 2.58),
		{Instance: "d198", Cities: 198, Preset: "uchida2014-trial", Remark: "refused",
			Published: []PublishedFigure{{Value: 2.92}}},
		row("pcb442", 442, "zhou2017-group", 3, 0),
		row("pcb442", 442, "zhou2017-group-stc", 4, 0),
	}}
	got, err := r.Comparisons()
	if err != nil {
		t.Fatal(err)
	}
	type short struct {
		Instance, Faster, Slower string
		Holds                    bool
	}
	var list []short
	for _, c := range got {
		list = append(list, short{c.Instance, c.Faster, c.Slower, c.Holds()})
	}
	want := []short{
		{"d198", "zhou2017-ke-all", "zhou2017-ke-one", true},
		{"d198", "uchida2014-no-compression", "uchida2014-compression", false},
		{"d198", "uchida2014-hybrid", "uchida2014-no-compression", true},
		{"pcb442", "zhou2017-group-stc", "zhou2017-group", false},
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
