package model

import "math"

// Settings are what iterations differ by: a schedule changes them from time to time.
type Settings struct {
	// Kick is the most cities of each of the three stretches that a kick puts in another order; 0: no kick, ants look for
	// improvements around cities, which come by turns.
	Kick uint32 `json:"kick"`
	// Scales is from how many scales a kick's length is drawn: Kick, a half of it, a quarter and so on; at least 1.
	Scales uint32 `json:"scales"`
	// Temperature is that of the annealing rule, in 256ths of a unit of length.
	Temperature uint32 `json:"temperature"`
}

// ThresholdWords is the size of the table of thresholds.
const ThresholdWords = 1024

// Thresholds is the table of the annealing rule: -ln(u) of u in the middle of each of its parts of (0, 1), in 65536ths. A change that
// makes the tour longer by less than the drawn threshold times the temperature is handed to the merge (Kirkpatrick, Gelatt and
// Vecchi 1983: with probability exp(-loss/temperature)). None lies so near to a half that machines whose logarithms differ in their last
// bits would round it to different numbers.
func Thresholds() []uint32 {
	table := make([]uint32, ThresholdWords)
	for i := range table {
		table[i] = uint32(math.Round(-math.Log((float64(i)+0.5)/ThresholdWords) * (1 << 16)))
	}
	return table
}

// Threshold returns the loss in units of length, cut off, up to which a change is handed on; a change that loses nothing, and gains
// nothing, never is. word is random.
func (s Settings) Threshold(table []uint32, word uint32) uint32 {
	const fraction = 16 + 8 // bits, of the table and of the temperature
	return uint32(uint64(table[word%ThresholdWords]) * uint64(s.Temperature) >> fraction)
}
