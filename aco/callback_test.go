package aco

import "testing"

// The number of a goroutine is the one in its stack trace, and unknown if it is printed in another way.
func TestParseGoroutine(t *testing.T) {
	for trace, want := range map[string]uint64{
		"goroutine 1 [running]:":             1,
		"goroutine 18446744073709551615 [r":  1<<64 - 1,
		"goroutine 34 gp=0xc00 m=1 [running": 34,
		"goroutine main [running]:":          unknownGoroutine,
		"goroutine":                          unknownGoroutine,
		"34 [running]:":                      unknownGoroutine,
		"":                                   unknownGoroutine,
	} {
		if got := parseGoroutine([]byte(trace)); got != want {
			t.Errorf("%q: %d, want %d", trace, got, want)
		}
	}
	own, other := goroutineNumber(), make(chan uint64)
	go func() { other <- goroutineNumber() }()
	if number := <-other; own == unknownGoroutine || number == unknownGoroutine || own == number {
		t.Errorf("numbers %d and %d", own, number)
	}
}
