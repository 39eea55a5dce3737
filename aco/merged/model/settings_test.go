package model

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"
)

// No threshold is so close to a half that an error in the last bits of the logarithm changes its
// rounding. So the table is the same on every machine.
func TestThresholdsAreTheSameEverywhere(t *testing.T) {
	const margin = 1e-7 // a thousand times the error of one bit in a logarithm up to 8
	var words []byte
	for i, threshold := range Thresholds() {
		exact := -math.Log((float64(i)+0.5)/ThresholdWords) * (1 << 16)
		if away := math.Abs(exact - float64(threshold)); away > 0.5-margin {
			t.Errorf("threshold %d: %v is too close to a half to round to %d", i, exact, threshold)
		}
		words = binary.LittleEndian.AppendUint32(words, threshold)
	}
	sum := sha256.Sum256(words)
	if got, want := hex.EncodeToString(sum[:]), "ec57755db8d4b01fb242812fd5cd4e9e2b072aa4af5e3f3559a9645280c50488"; got != want {
		t.Errorf("the table's hash is %s, want %s", got, want)
	}
}
