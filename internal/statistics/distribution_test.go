package statistics

import (
	"math"
	"testing"
)

// R: qt(0.975, df)
func TestStudentQuantile(t *testing.T) {
	for freedom, want := range map[float64]float64{
		1:       12.7062047361747,
		1.3:     7.50052932556203,
		2:       4.30265272974946,
		3:       3.18244630528371,
		4.7:     2.62072607535317,
		9:       2.2621571627982,
		29:      2.0452296421327,
		99.5:    1.98409361099062,
		1000:    1.96233908082641,
		12345.6: 1.96015615825951,
		1e+06:   1.95996635681411,
	} {
		if got := studentQuantile(0.95, freedom); math.Abs(got/want-1) > 1e-8 {
			t.Errorf("%v degrees of freedom: %v, want %v", freedom, got, want)
		}
	}
}
