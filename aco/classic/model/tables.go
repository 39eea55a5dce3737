package model

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"math/bits"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// heuristicTop is the heuristic value of the nearest city of a row.
const heuristicTop = math.MaxUint32

// noCity is the index of the city itself in a list without it.
const noCity = -1

// CandidateHeuristic returns the heuristic η^β of the candidates of each city, from 1 to 2³²−1,
// scaled so that the nearest has the largest value. Each city has Candidates words.
func (p *Problem) CandidateHeuristic(l NeighbourLists) []uint32 {
	width := min(p.Candidates, p.Cities-1)
	table := make([]uint32, p.Cities*width)
	for city := range p.Cities {
		_, distances := l.Of(uint32(city))
		heuristicRow(table[city*width:(city+1)*width], distances[:width], noCity, p.BetaExponent)
	}
	return table
}

// heuristicRow fills row with η^β for the distances of one city, where η is 1/d, scaled so that
// its nearest city has heuristicTop and none has less than 1.
func heuristicRow(row, distances []uint32, self int, beta Exponent) {
	nearest := uint32(math.MaxUint32)
	for j, d := range distances {
		if j != self {
			nearest = min(nearest, heuristicDistance(d))
		}
	}
	for j, d := range distances {
		if j == self {
			row[j] = 0
			continue
		}
		row[j] = max(1, heuristicOf(nearest, heuristicDistance(d), beta))
	}
}

// heuristicDistance returns twice the distance for the heuristic. It is 1 for cities in the same
// place, which is less than all other distances and keeps η finite.
func heuristicDistance(d uint32) uint32 { return max(1, 2*d) }

// heuristicOf returns heuristicTop·(nearest/distance)^β, rounded down.
func heuristicOf(nearest, distance uint32, beta Exponent) uint32 {
	if halves, exact := beta.Halves(); exact {
		return uint32(heuristicTop * floatPower(float64(nearest)/float64(distance), halves))
	}
	n, nExponent := beta.Power(nearest)
	d, dExponent := beta.Power(distance)
	return uint32(min(heuristicTop, uint64(n)<<32/uint64(d)>>(dExponent-nExponent)))
}

// floatPower returns x to the power of halves/2. This is the last step in float64. It uses
// products and square roots only, which IEEE 754 rounds the same on every processor. The
// conversions keep compilers from fusing a product into a sum.
func floatPower(x float64, halves uint32) float64 {
	result := 1.0
	if halves%2 == 1 {
		result = math.Sqrt(x)
	}
	for range halves / 2 {
		result = float64(result * x)
	}
	return result
}

// Matrices are rows of the tables that are computed once from an instance.
type Matrices struct {
	Distances, Heuristic []uint32 // pitch words per row, the first Cities of them used
	Near                 []uint32 // NearWords per row; nil unless the selection is near
}

// Rows computes the rows from first on, as many as m has, on all processors. It stops between rows
// when ctx ends.
func (p *Problem) Rows(ctx context.Context, first, pitch int, m Matrices) error {
	count := len(m.Distances) / pitch
	errs := make([]error, count)
	ended := parallel.Each(ctx, runtime.GOMAXPROCS(0), count, func(_, i int) {
		distances := m.Distances[i*pitch:][:p.Cities]
		errs[i] = p.Row(first+i, distances, m.Heuristic[i*pitch:][:p.Cities])
		if m.Near != nil {
			nearRow(m.Near[i*NearWords:(i+1)*NearWords], distances, first+i)
		}
	})
	return cmp.Or(cmp.Or(errs...), ended)
}

// TableHash is the SHA-256 of the words of a matrix, little-endian, row by row without padding.
// The zero value is ready for use.
type TableHash struct{ hash hash.Hash }

// Add hashes rows of pitch words, the first columns words of each.
func (t *TableHash) Add(rows []uint32, pitch, columns int) {
	if t.hash == nil {
		t.hash = sha256.New()
	}
	line := make([]byte, 0, 4*columns)
	for from := 0; from < len(rows); from += pitch {
		line = line[:0]
		for _, word := range rows[from : from+columns] {
			line = binary.LittleEndian.AppendUint32(line, word)
		}
		t.hash.Write(line)
	}
}

// Sum returns the hash in hexadecimal.
func (t *TableHash) Sum() string { return hex.EncodeToString(t.hash.Sum(nil)) }

// NearCities is the length of a city's list with selection near: the subgroup size of most GPUs,
// so that each invocation of an ant has one city.
const NearCities = glsl.NearCities

// NearWords is the number of words of a list: pairs of city and weight.
const NearWords = 2 * NearCities

// nearRow fills in the cities of a list, nearest first; of equal distances the smaller number
// first. On a small instance it pads the list with the city itself, which an ant there has always
// visited.
func nearRow(near, distances []uint32, self int) {
	keys := make([]uint64, 0, NearCities+1)
	for j, d := range distances {
		key := uint64(d)<<32 | uint64(j)
		if j == self || len(keys) == NearCities && key > keys[NearCities-1] {
			continue
		}
		at, _ := slices.BinarySearch(keys, key)
		keys = slices.Insert(keys, at, key)
		keys = keys[:min(len(keys), NearCities)]
	}
	for k := range NearCities {
		near[2*k], near[2*k+1] = uint32(self), 0
		if k < len(keys) {
			near[2*k] = uint32(keys[k])
		}
	}
}

// GuideShift returns the right shift that maps a random word to its part of a guide table.
func GuideShift(cities int) uint32 { return uint32(33 - bits.Len32(uint32(cities))) }

// GuideParts returns the number of parts of a guide table: the largest power of two that is at
// most the number of cities.
func GuideParts(cities int) int { return 1 << (bits.Len32(uint32(cities)) - 1) }

// GuideWords returns the words of the guide table of all rows and, with selection near, of the last
// sums of the rows.
func (p *Problem) GuideWords() uint64 {
	words := uint64(p.Cities) * uint64(GuideParts(p.Cities))
	if p.Selection == SelectNear {
		words += uint64(p.Cities)
	}
	return words
}
