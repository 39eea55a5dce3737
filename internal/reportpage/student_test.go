package reportpage

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The quantiles are those of another library.
func TestStudentQuantile(t *testing.T) {
	for _, freedom := range []float64{1, 1.3, 2, 3, 4.7, 9, 29, 99.5, 1000, 12345.6, 1e6} {
		want := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile((1 + confidence) / 2)
		if got := studentQuantile(freedom); math.Abs(got-want) > 1e-8*want {
			t.Errorf("%v degrees of freedom: %.12f, want %.12f", freedom, got, want)
		}
	}
}
