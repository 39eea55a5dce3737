package main

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// seconds is a duration on the command line: a number of seconds, or a number with a unit, such as 90, 1.5s, 2m30s or 100ms.
type seconds time.Duration

func (s *seconds) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if number, plain := strconv.ParseFloat(string(text), 64); plain == nil && number < math.MaxInt64/1e9 {
		d, err = time.Duration(number*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return fmt.Errorf("%q is not a duration from a nanosecond to 292 years: give seconds, or a unit as in 1.5s, 2m30s or 100ms", text)
	}
	*s = seconds(d)
	return nil
}
