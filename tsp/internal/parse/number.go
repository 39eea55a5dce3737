package parse

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// City parses a city number, 1..n in files, and returns it counted from 0. An n of 0 means that n is not known.
func City(text string, n int) (int32, error) {
	city, whole := Whole(text)
	if !whole || city < 1 || n > 0 && city > int64(n) {
		if n > 0 {
			return 0, fmt.Errorf("%s is not a city number in 1..%d", Quote(text), n)
		}
		return 0, fmt.Errorf("%s is not a city number", Quote(text))
	}
	return int32(city - 1), nil
}

// Whole parses a whole number that fits int32 and reports whether the text is one. It may have decimals that are 0, as in 12.0 or 1.2e1.
func Whole(text string) (int64, bool) {
	if v, err := strconv.ParseInt(text, 10, 32); err == nil {
		return v, true
	}
	v, err := Decimal(text)
	return int64(v), err == nil && v == math.Trunc(v) && v >= math.MinInt32 && v <= math.MaxInt32
}

// Decimal parses a decimal number with or without an exponent, but no other number of Go's syntax. The exponent may begin with D, as
// Fortran writes it. A number too large for float64 becomes an infinity, which the caller refuses.
func Decimal(text string) (float64, error) {
	v, err := strconv.ParseFloat(withoutFortran(text), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(text, "xXpP_") {
		return 0, fmt.Errorf("%s is not a number", Quote(text))
	}
	return v, nil
}

// withoutFortran writes the exponent of a number such as 1.5D+03 with e.
func withoutFortran(text string) string {
	at := strings.IndexAny(text, "dD")
	if at < 1 || text[at-1] != '.' && (text[at-1] < '0' || text[at-1] > '9') {
		return text
	}
	return text[:at] + "e" + text[at+1:]
}
