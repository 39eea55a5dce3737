package recombine

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"
)

// The levels end with the effort. Levels that would take too long for the number of open cities
// are left out, except for the first one. The work of an effort leaves out that one too.
func TestLevels(t *testing.T) {
	e := Effort{WindowCities: 300, States: 2700}
	for _, c := range []struct {
		effort Effort
		open   int
		want   []level
	}{
		{e, 1000, []level{{100, 100, false}, {200, 300, false}, {300, 900, false}, {300, 2700, true}}},
		{e, maxWork / 1000, []level{{100, 100, false}, {200, 300, false}, {300, 900, false}}},
		{e, maxWork, []level{{100, 100, false}}},
		{Effort{WindowCities: 300, States: 2700, Work: 900_000}, 1000, []level{{100, 100, false}, {200, 300, false}, {300, 900, false}}},
		{Effort{WindowCities: 300, States: 2700, Work: 100_000}, 1000, []level{{100, 100, false}}},
		{Effort{WindowCities: 300, States: 2700, Work: 99_999}, 1000, nil},
		{Effort{WindowCities: 300, States: 2700, Work: math.MaxInt}, maxWork + 1, nil},
		{Effort{WindowCities: 4, States: 1}, 10, []level{{4, 1, false}, {4, 1, false}, {4, 1, false}, {4, 1, true}}},
	} {
		if got := c.effort.levels(c.open); !slices.Equal(got, c.want) {
			t.Errorf("%v with %d open cities: levels %v, want %v", c.effort, c.open, got, c.want)
		}
		if got := c.effort.Searches(c.open); got != (len(c.want) > 0) {
			t.Errorf("%v with %d open cities: a search %t", c.effort, c.open, got)
		}
	}
}

// A clock expects that a round with more work takes longer, and that one with less work takes as
// long.
func TestRoundClock(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	var clock roundClock
	if err := clock.check(ctx, 1000); err != nil {
		t.Errorf("the first round: %v", err)
	}
	clock.add(20*time.Minute, 100)
	clock.add(time.Second, 1)
	for work, want := range map[int]error{1: nil, 100: nil, 200: nil, 400: context.DeadlineExceeded} {
		if err := clock.check(ctx, work); !errors.Is(err, want) {
			t.Errorf("work %d: error %v, want %v", work, err, want)
		}
	}
}

// Large instances have few rounds of edge assembly, unless the caller gives their number.
func TestMostRounds(t *testing.T) {
	for _, c := range []struct{ cities, others, rounds, want int }{
		{LargeCities, 7, 0, maxAssemblyRounds},
		{LargeCities + 1, 7, 0, 7 * largeRounds},
		{LargeCities + 1, maxAssemblyRounds, 0, maxAssemblyRounds},
		{LargeCities + 1, 7, 3, 3},
		{100, 7, 3, 3},
	} {
		if got := mostRounds(c.cities, c.others, c.rounds); got != c.want {
			t.Errorf("%d cities, %d other tours, %d rounds: %d, want %d", c.cities, c.others, c.rounds, got, c.want)
		}
	}
}
