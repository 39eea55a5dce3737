package parse

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// FastDecimal returns the same bits as strconv, and stops at the end of the number.
func TestFastDecimalEqualsStrconv(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, text, rest string) {
		got, length := FastDecimal([]byte(text + rest))
		want, err := strconv.ParseFloat(text, 64)
		if err != nil || length != len(text) || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q, followed by %q: %v of %d bytes, want %v, %v", text, rest, got, length, want, err)
		}
	}
	for _, text := range []string{"0", "-0", "7.", "-0.0", "007.50", "9007199254740992", "0.9007199254740991",
		"0.000000000000000001", "123456.0000000000"} {
		check(t, text, "")
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[0-9]{1,8}(\.[0-9]{0,7})?`).Draw(t, "number")
		check(t, text, rapid.SampledFrom([]string{"", " ", "\n", "e5", "-"}).Draw(t, "rest"))
	})
}

// Other numbers are left to strconv.
func TestFastDecimalRefuses(t *testing.T) {
	for _, text := range []string{"", "-", "+1", ".5", "-.5", "e5", "NaN", "9007199254740993", "99999999999999999999",
		"0.00000000000000000001", "18446744073709551617", "--1"} {
		if v, length := FastDecimal([]byte(text)); length != 0 {
			t.Errorf("%q is read as %v", text, v)
		}
	}
}
