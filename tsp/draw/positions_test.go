package draw

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

func TestPositions(t *testing.T) {
	for name, c := range map[string]struct {
		metric tsp.Metric
		x, y   []float64
		want   []float32
	}{
		"wide":      {tsp.EUC2D, []float64{10, 30, 20}, []float64{5, 5, 15}, []float32{0, .5, 1, .5, .5, 0}},
		"one place": {tsp.EUC2D, []float64{7, 7, 7}, []float64{8, 8, 8}, []float32{0, 0, 0, 0, 0, 0}},
	} {
		in := must.Get(tsp.FromXY(c.metric, c.x, c.y))(t)
		got, err := Positions(in)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s (-want +got):\n%s, error %v", name, diff, err)
		}
	}
	matrix := must.Get(tsp.FromMatrix([][]int{{0, 1, 2}, {1, 0, 3}, {2, 3, 0}}))(t)
	if _, err := Positions(matrix); err == nil {
		t.Error("a matrix has positions")
	}
}
