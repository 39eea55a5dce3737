package tsp

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
)

// A Tour is a closed tour: the cities 0..n-1 in the order of the visit. After the last city it
// returns to the first.
type Tour []int32

// Validate returns nil if the tour visits each of the cities 0..n-1 once, else an [*Error] that
// names the first city that is out of range, visited twice or missing. Its message counts cities
// and positions from 0.
func (t Tour) Validate(n int) error {
	return t.validate(n, new(Instance))
}

// CheckTour returns nil if a tour visits each city of the instance once, else an [*Error] as
// [Tour.Validate] does, which describes the city as CityText does. Positions count from FirstNumber.
func (in *Instance) CheckTour(t Tour) error { return t.validate(in.Dimension(), in) }

func (t Tour) validate(n int, in *Instance) error {
	visited := cityset.New(max(n, 0))
	for i, city := range t {
		if city < 0 || int(city) >= n {
			return Errorf("tour", "position %d: %s", i+in.FirstNumber, in.outside(city, n))
		}
		if !visited.Add(city) {
			return Errorf("tour", "%s is visited twice, at positions %d and %d", in.CityText(city),
				slices.Index(t, city)+in.FirstNumber, i+in.FirstNumber)
		}
	}
	if len(t) < n {
		return Errorf("tour", "%s is missing (%d of %d cities are visited)", in.CityText(int32(visited.Missing())), len(t), n)
	}
	return nil
}

// Length returns the sum of the distances along the tour and back to its start, 0 for one city. The
// tour must be valid for the instance.
func (t Tour) Length(in *Instance) int64 {
	if len(t) < 2 {
		return 0
	}
	var length int64
	from := t[len(t)-1]
	for _, to := range t {
		length += in.Distance(int(from), int(to))
		from = to
	}
	return length
}

// UnitLength returns the length of the tour in units, by the numbers of the input; with open
// without the distance from its last to its first city. The tour of one city has length 0. The tour
// must be valid for the instance.
func (t Tour) UnitLength(in *Instance, open bool) float64 {
	var sum UnitSum
	for i, from := range t {
		if i == len(t)-1 && (open || i == 0) {
			break
		}
		sum.Add(in.UnitDistance(int(from), int(t[(i+1)%len(t)])))
	}
	return sum.Value()
}

// Canonical returns a copy of the tour that begins with city 0. With symmetric the smaller
// neighbour of city 0 comes second. So tours that differ only in their start, and with symmetric
// in their direction, have the same canonical form.
func (t Tour) Canonical(symmetric bool) Tour {
	start := max(slices.Index(t, 0), 0)
	canonical := slices.Concat(t[start:], t[:start])
	if symmetric && len(t) > 2 && canonical[1] > canonical[len(t)-1] {
		slices.Reverse(canonical[1:])
	}
	return canonical
}

// SHA256 returns a hash of the tour in hexadecimal: of the canonical form, written as decimal
// numbers 1..n, each followed by a newline.
func (t Tour) SHA256(symmetric bool) string {
	hash := sha256.New()
	b := bufio.NewWriter(hash) // a hash never fails to write
	for _, city := range t.Canonical(symmetric) {
		b.Write(append(strconv.AppendInt(b.AvailableBuffer(), int64(city)+1, 10), '\n'))
	}
	b.Flush()
	return hex.EncodeToString(hash.Sum(nil))
}

// FreeEnd stands for any city as an end of an open path.
const FreeEnd = -1

// Ends are the first and the last city of an open path, counted from 0. Each may be [FreeEnd].
type Ends [2]int32
