package tsp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// parseCity parses a city number, 1..n in files, and returns it counted from 0. An n of 0 means that n is not known.
func parseCity(text string, n int) (int32, error) {
	city, err := strconv.ParseInt(text, 10, 32)
	if err != nil || city < 1 || n > 0 && city > int64(n) {
		if n > 0 {
			return 0, fmt.Errorf("%s is not a city number in 1..%d", quote(text), n)
		}
		return 0, fmt.Errorf("%s is not a city number", quote(text))
	}
	return int32(city - 1), nil
}

// parseCoordinate parses a coordinate of the metric on an axis.
func (m Metric) parseCoordinate(text string, axis int) (float64, error) {
	v, err := parseDecimal(text)
	if err != nil {
		return 0, err
	}
	if reason := m.invalidCoordinate(axis, v); reason != "" {
		return 0, errors.New(reason)
	}
	return v, nil
}

// parseDecimal parses a decimal number with or without an exponent, but no other number of Go's syntax. A number too large
// for float64 becomes an infinity, which the caller refuses.
func parseDecimal(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(text, "xXpP_") {
		return 0, fmt.Errorf("%s is not a number", quote(text))
	}
	return v, nil
}
