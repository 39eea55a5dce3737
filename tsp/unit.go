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
	Name     string `json:"name,omitempty" example:"m"` // such as "m" or "s"; "" if it is not known
	Decimals int    `json:"decimals"`                   // -15..15
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
	if u.Decimals == 0 && u.Name != metre && u.Name != second {
		return strings.TrimSpace(strconv.FormatInt(length, 10) + " " + u.Name)
	}
	return u.FormatValue(u.Value(length))
}

// FormatValue writes a number of units with six digits, and all digits before the point. Metres
// become kilometres from 1000 m on. Seconds become hours, minutes and seconds from 60 s on, as in "1 h
// 27 min 59.5 s", without parts that are 0.
func (u Unit) FormatValue(value float64) string {
	name, units := u.Display(value)
	value /= units
	const digits = 6
	decimals := max(digits-wholeDigits(value), 0)
	if u.Name == second {
		return timeText(value, decimals)
	}
	return strings.TrimSpace(decimalText(value, decimals, true) + " " + name)
}

const (
	secondsInMinute = 60
	secondsInHour   = 3600
)

// timeText writes seconds, with some digits after the point.
func timeText(seconds float64, decimals int) string {
	scale := parse.PowersOfTen[min(decimals, maxDecimals)]
	rounded := math.Round(math.Abs(seconds)*scale) / scale
	if rounded < secondsInMinute {
		return decimalText(seconds, decimals, true) + " s"
	}
	var parts []string
	if hours := math.Floor(rounded / secondsInHour); hours > 0 {
		parts = append(parts, decimalText(hours, 0, false)+" h")
	}
	if minutes := math.Floor(math.Mod(rounded, secondsInHour) / secondsInMinute); minutes > 0 {
		parts = append(parts, decimalText(minutes, 0, false)+" min")
	}
	if text := decimalText(math.Mod(rounded, secondsInMinute), decimals, true); text != "0" {
		parts = append(parts, text+" s")
	}
	text := strings.Join(parts, " ")
	if seconds < 0 {
		return "-" + text
	}
	return text
}

// Display returns the unit of an axis for a number of units, which is the one that
// [Unit.FormatValue] writes but for seconds: its name, and how many units it is.
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
	if u.Decimals == 0 && u.Name == second {
		return u.FormatValue(math.Round(mean*10) / 10)
	}
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
// rounded down. In place of metres it also takes kilometres, as in "305.2 km", and in place of seconds
// hours and minutes, as in "28 min" and "1 h 27 min 59.5 s". The error is an [*Error].
func (u Unit) Parse(text string) (int64, error) {
	value, err := u.parseParts(text)
	switch {
	case err == nil:
	case u.Name == second && !strings.Contains(text, ","):
		return 0, Errorf("length", "%s is not a number of seconds, nor a time such as 1 h 27 min 59.5 s", parse.Quote(text))
	default:
		return 0, err
	}
	if math.IsNaN(value) {
		return 0, Errorf("length", "%s is not a number", parse.Quote(text))
	}
	steps := math.Floor(u.steps(value) + 1e-6) // so that 0.3 is three tenths
	if !(math.Abs(steps) < 1<<53) {
		return 0, Errorf("length", "%s is too large", parse.Quote(text))
	}
	return int64(steps), nil
}

// parseParts returns the number of units in a text with one or more numbers.
func (u Unit) parseParts(text string) (value float64, err error) {
	left, sign := strings.TrimSpace(text), 1.0
	if u.Name == second {
		if positive, found := strings.CutPrefix(left, "-"); found {
			left, sign = positive, -1
		}
		for _, larger := range []struct {
			name    string
			seconds float64
		}{{"h", secondsInHour}, {"min", secondsInMinute}} {
			number, after, found := strings.Cut(left, larger.name)
			if !found {
				continue
			}
			count, err := parseNumber(number)
			if err != nil {
				return 0, err
			}
			value += count * larger.seconds
			if left = strings.TrimSpace(after); left == "" {
				return sign * value, nil
			}
		}
	}
	factor := 1.0
	if kilometres, found := strings.CutSuffix(left, "km"); found && u.Name == metre {
		left, factor = kilometres, 1000
	} else {
		left = strings.TrimSuffix(left, u.Name)
	}
	last, err := parseNumber(left)
	return sign * (value + last*factor), err
}

// parseNumber reads a number of a length.
func parseNumber(text string) (float64, error) {
	text = strings.TrimSpace(text)
	value, err := parse.Decimal(text)
	if err == nil {
		return value, nil
	}
	if _, wrong := parse.Decimal(strings.Replace(text, ",", ".", 1)); wrong == nil {
		return 0, Errorf("length", "%v; the decimal mark is a point", err)
	}
	return 0, Errorf("length", "%v", err)
}

// decimalsFor returns the largest number of decimals that gives no length more steps than its
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
