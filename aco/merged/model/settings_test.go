package model

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"
)

// No threshold is near enough to a half for a logarithm that is off by some of its last bits to be rounded to another: the table is the
// same on every machine.
func TestThresholdsAreTheSameEverywhere(t *testing.T) {
	const off = 1e-7 // a thousand times what a logarithm up to 8 that is off by one bit makes
	var words []byte
	for i, threshold := range Thresholds() {
		exact := -math.Log((float64(i)+0.5)/ThresholdWords) * (1 << 16)
		if away := math.Abs(exact - float64(threshold)); away > 0.5-off {
			t.Errorf("threshold %d is %v, rounded to %d", i, exact, threshold)
		}
		words = binary.LittleEndian.AppendUint32(words, threshold)
	}
	sum := sha256.Sum256(words)
	if got, want := hex.EncodeToString(sum[:]), "ec57755db8d4b01fb242812fd5cd4e9e2b072aa4af5e3f3559a9645280c50488"; got != want {
		t.Errorf("the table's hash is %s, want %s", got, want)
	}
}
