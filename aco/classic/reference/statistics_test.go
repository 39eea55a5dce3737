package reference

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// The mean and the deviation of lengths are these of the definitions, whatever the lengths are: a
// mean has its fraction.
func TestStatisticsOfLengths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shortest := rapid.Uint64Range(1, 1<<50).Draw(t, "shortest")
		most := uint64(1) << rapid.IntRange(0, 45).Draw(t, "bits")
		excesses := rapid.SliceOfN(rapid.Uint64Range(0, most), 1, 40).Draw(t, "excesses")
		c := Colony{Problem: &model.Problem{Parameters: model.Parameters{Ants: len(excesses)}}}
		sum := new(big.Rat)
		for _, excess := range excesses {
			c.Lengths = append(c.Lengths, shortest+excess)
			sum.Add(sum, new(big.Rat).SetInt(new(big.Int).SetUint64(shortest+excess)))
		}
		var s model.Statistics
		c.addLengths(&s)
		ants := new(big.Rat).SetInt64(int64(len(excesses)))
		mean := new(big.Rat).Quo(sum, ants)
		if want, _ := mean.Float64(); s.Mean(c.Problem) != want {
			t.Fatalf("the mean of %d is %v, want %v", c.Lengths, s.Mean(c.Problem), want)
		}
		deviation, ok := s.Deviation(c.Problem)
		if ok != (len(excesses) > 1) {
			t.Fatalf("%d ants have a deviation: %t", len(excesses), ok)
		}
		if !ok {
			return
		}
		squares := new(big.Rat)
		for _, length := range c.Lengths {
			off := new(big.Rat).Sub(new(big.Rat).SetInt(new(big.Int).SetUint64(length)), mean)
			squares.Add(squares, off.Mul(off, off))
		}
		variance, _ := squares.Quo(squares, ants.Sub(ants, big.NewRat(1, 1))).Float64()
		// The squares lack the bits that are shifted out.
		precise := 1e-9*math.Sqrt(variance) + float64(uint64(4)<<s.Shift)
		if want := math.Sqrt(variance); math.Abs(deviation-want) > precise {
			t.Fatalf("the deviation of %d is %v, want %v", c.Lengths, deviation, want)
		}
	})
}
