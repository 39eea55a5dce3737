package reflect

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Any words are read or refused, never more.
func TestReadSurvivesGarbage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.OneOf(rapid.Uint32(), rapid.Uint32Range(0, 80), rapid.Custom(instruction)),
			headerWords, 60).Draw(t, "words")
		words[0] = magic
		_, _ = Read(Bytes(words))
		_, _ = Uses(Bytes(words))
	})
}

// instruction draws the first word of an instruction that the parser knows, of any length.
func instruction(t *rapid.T) uint32 {
	op := rapid.SampledFrom(append(slices.Sorted(maps.Keys(leastOperands)), opAtomicLoad, opAtomicXor)).Draw(t, "op")
	return rapid.Uint32Range(1, 5).Draw(t, "length")<<16 | op
}

func TestReadRefusesWhatIsNotSPIRV(t *testing.T) {
	for _, module := range [][]byte{nil, make([]byte, 3), make([]byte, 40)} {
		if _, err := Read(module); err == nil {
			t.Errorf("%d bytes were read as a module", len(module))
		}
		if _, err := Uses(module); err == nil {
			t.Errorf("%d bytes were read as instructions", len(module))
		}
	}
}
