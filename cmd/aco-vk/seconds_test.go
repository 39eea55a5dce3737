package main

import (
	"testing"
	"time"
)

func TestSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"15": 15 * time.Second, "0.5": 500 * time.Millisecond, "100ms": 100 * time.Millisecond,
		"2m30s": 150 * time.Second,
		"":      0, "0": 0, "-3": 0, "soon": 0, "inf": 0, "NaN": 0, "1e300": 0, "1e-12": 0,
	} {
		var s seconds
		err := s.UnmarshalText([]byte(text))
		if (err != nil) != (want == 0) || time.Duration(s) != want {
			t.Errorf("%q: %v, %v; want %v", text, time.Duration(s), err, want)
		}
	}
}
