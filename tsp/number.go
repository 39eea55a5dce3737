package tsp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// parseCity reads a city number as files have it, 1..n, and counts it from 0; an unknown n is 0.
func parseCity(text string, n int) (int32, error) {
	city, err := strconv.ParseInt(text, 10, 32)
	if err != nil || city < 1 || n > 0 && city > int64(n) {
		if n > 0 {
			return 0, fmt.Errorf("%s is no city number in 1..%d", quote(text), n)
		}
		return 0, fmt.Errorf("%s is no city number", quote(text))
	}
	return int32(city - 1), nil
}

// parseCoordinate reads a decimal number that is a coordinate of the metric on an axis.
func (m Metric) parseCoordinate(text string, axis int) (float64, error) {
	v, err := parseDecimal(text)
	if err != nil {
		return 0, err
	}
	if reason := m.coordinateFault(axis, v); reason != "" {
		return 0, errors.New(reason)
	}
	return v, nil
}

// parseDecimal reads a decimal number with or without an exponent, and nothing else that Go takes for a number.
// What is too large for a float64 is an infinity, for the caller to refuse.
func parseDecimal(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(text, "xXpP_") {
		return 0, fmt.Errorf("%s is not a number", quote(text))
	}
	return v, nil
}
