package model

import (
	"math"

	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// Settings are the parameters that change from iteration to iteration, by a schedule.
type Settings struct {
	// Kick is the greatest length of each of the three segments that a kick reorders. 0: ants do
	// not kick, but search for improvements around cities in turn.
	Kick uint32 `json:"kick"`
	// Scales is the number of scales of kicks, at least 1. An ant draws one: Kick, a half of it, a
	// quarter and so on.
	Scales uint32 `json:"scales"`
	// Temperature is the temperature of simulated annealing in 256ths of a unit of length.
	Temperature uint32 `json:"temperature"`
}

// PushConstants implements engine.Settings.
func (s Settings) PushConstants() map[string]uint32 {
	return map[string]uint32{"kick": s.Kick, "scales": s.Scales, "temperature": s.Temperature}
}

// Kicks returns the settings at the beginning of a round.
func (m *Model) Kicks() Settings {
	const unit = 256 // of Settings.Temperature
	temperature := math.Round(m.Parameters.Temperature * m.Spread * unit)
	return Settings{
		Kick: uint32(m.Parameters.Kick), Scales: DefaultScales, Temperature: uint32(min(temperature, math.MaxUint32)),
	}
}

// maxScales bounds how often the length of a kick is halved.
const maxScales = 32

// IsPossible reports whether a run can have the settings.
func (s Settings) IsPossible() bool {
	return s.Kick <= MaxKick && s.Scales >= 1 && s.Scales <= maxScales
}

// ThresholdWords is the size of the threshold table.
const ThresholdWords = glsl.MergedThresholdWords

// Thresholds returns the table of the annealing rule: -ln(u) in 65536ths, for u in the middle of
// each of ThresholdWords parts of (0, 1). A change that lengthens the tour is submitted if its
// loss is less than the drawn threshold times the temperature, which has the probability
// exp(-loss/temperature) (Kirkpatrick, Gelatt and Vecchi 1983). Processors differ in the last bits
// of a logarithm. No value is close enough to a half that this changes its rounding.
func Thresholds() []uint32 {
	table := make([]uint32, ThresholdWords)
	for i := range table {
		table[i] = uint32(math.Round(-math.Log((float64(i)+0.5)/ThresholdWords) * (1 << 16)))
	}
	return table
}

// Threshold returns the loss, in units of length and rounded down, below which a change is
// submitted. A change with neither gain nor loss never is. The word is random.
func (s Settings) Threshold(table []uint32, word uint32) uint32 {
	const fraction = 16 + 8 // bits, of the table and of the temperature
	return uint32(uint64(table[word%ThresholdWords]) * uint64(s.Temperature) >> fraction)
}
