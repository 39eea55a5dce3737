package tsp

import (
	"math"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// Unit is the unit of an instance's distances. Distances are whole numbers of steps, and a unit
// has 10^Decimals steps. The zero value is TSPLIB's: steps without a name.
type Unit struct {
	Name     string // such as "m" or "s"; "" if it is not known
	Decimals int    // -15..15
}

const (
	// maxDecimals bounds Unit.Decimals: float64 has 15 decimal digits.
	maxDecimals = 15
	// maxSteps is the longest distance of a scaled instance. Merged ants add up the distances of
	// 65 edges in 32 bits.
	maxSteps = math.MaxInt32 / 65
	// forbiddenLength is how many times longer than all other edges a forbidden edge of a scaled
	// instance is at least. A change of a tour exchanges a few edges at a time, and must gain by
	// removing a forbidden one. A larger factor would leave fewer steps for the others.
	forbiddenLength = 64
	// maxSpan is the greatest extent of scaled coordinates along an axis. Devices compute exact
	// distances of whole coordinates within it.
	maxSpan = 1 << 24
)

// Scale returns the number of steps of a unit.
func (u Unit) Scale() float64 {
	if u.Decimals < 0 {
		return 1 / parse.PowersOfTen[-u.Decimals]
	}
	return parse.PowersOfTen[u.Decimals]
}

// Value returns a length in units.
func (u Unit) Value(length int64) float64 {
	if u.Decimals < 0 {
		return float64(length) * parse.PowersOfTen[-u.Decimals]
	}
	return float64(length) / parse.PowersOfTen[u.Decimals]
}

// steps returns a number of units in steps, not rounded.
func (u Unit) steps(value float64) float64 {
	if u.Decimals < 0 {
		return value / parse.PowersOfTen[-u.Decimals]
	}
	return float64(value * parse.PowersOfTen[u.Decimals])
}

// Format writes a length in units, as [Unit.FormatValue] does.
func (u Unit) Format(length int64) string {
	if u.Decimals == 0 && u.Name != metre {
		return strings.TrimSpace(strconv.FormatInt(length, 10) + " " + u.Name)
	}
	return u.FormatValue(u.Value(length))
}

// FormatValue writes a number of units with six digits, and all digits before the point. Metres
// become kilometres from 1000 m on.
func (u Unit) FormatValue(value float64) string {
	name, units := u.Display(value)
	value /= units
	const digits = 6
	return strings.TrimSpace(decimalText(value, max(digits-wholeDigits(value), 0), true) + " " + name)
}

// Display returns the unit in which [Unit.FormatValue] writes a number of units: its name, and how
// many units it is.
func (u Unit) Display(value float64) (name string, units float64) {
	const metresInKilometre = 1000
	if u.Name == metre && math.Abs(value) >= metresInKilometre {
		return "km", metresInKilometre
	}
	return u.Name, 1
}

// wholeDigits returns the number of digits before the point, none or fewer below 1.
func wholeDigits(value float64) int {
	if value == 0 {
		return 1
	}
	return 1 + int(math.Floor(math.Log10(math.Abs(value))))
}

// decimalText writes a number with some digits after the point, or without zeros at the end.
func decimalText(value float64, decimals int, trim bool) string {
	text := strconv.FormatFloat(value, 'f', decimals, 64)
	if trim && strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// FormatMean writes a mean of lengths or their deviation: with one decimal if lengths are whole
// numbers, else as Format does.
func (u Unit) FormatMean(mean float64) string {
	if u.Decimals == 0 && u.Name != metre {
		return strings.TrimSpace(strconv.FormatFloat(mean, 'f', 1, 64) + " " + u.Name)
	}
	return u.Format(int64(math.Round(mean)))
}

const (
	metre  = "m" // the unit of distances on the globe
	second = "s" // the unit of travel times
)

// Parse reads a length in units, with or without the name of the unit, and returns it in steps,
// rounded down. In place of metres it also takes kilometres, as in "305.2 km". The error is an
// [*Error].
func (u Unit) Parse(text string) (int64, error) {
	number, factor := strings.TrimSpace(text), 1.0
	if kilometres, found := strings.CutSuffix(number, "km"); found && u.Name == metre {
		number, factor = kilometres, 1000
	} else {
		number = strings.TrimSuffix(number, u.Name)
	}
	value, err := parse.Decimal(strings.TrimSpace(number))
	if err != nil {
		if _, wrong := parse.Decimal(strings.Replace(strings.TrimSpace(number), ",", ".", 1)); wrong == nil {
			return 0, Errorf("length", "%v; the decimal mark is a point", err)
		}
		return 0, Errorf("length", "%v", err)
	}
	if math.IsNaN(value) {
		return 0, Errorf("length", "%s is not a number", parse.Quote(text))
	}
	steps := math.Floor(u.steps(value*factor) + 1e-6) // so that 0.3 is three tenths
	if !(math.Abs(steps) < 1<<53) {
		return 0, Errorf("length", "%s is too large", parse.Quote(text))
	}
	return int64(steps), nil
}

// decimalsFor returns the largest number of decimals with which no length has more steps than its
// limit; limits are pairs of a length and its limit.
func decimalsFor(most int, limits ...[2]float64) int {
	for decimals := most; decimals > -maxDecimals; decimals-- {
		u, fits := Unit{Decimals: decimals}, true
		for _, limit := range limits {
			fits = fits && u.steps(limit[0]) <= limit[1]
		}
		if fits {
			return decimals
		}
	}
	return -maxDecimals
}
