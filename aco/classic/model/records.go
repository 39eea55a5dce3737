package model

import "math"

const (
	// RecordWords is the number of words of a city's record with MemorySelective: SelectiveTrails pairs of a city and the trail of the edge
	// to it.
	RecordWords = 2 * SelectiveTrails
	// NoCity marks a pair without an edge.
	NoCity = math.MaxUint32
)

// NewRecords returns empty records of all cities.
func (p *Problem) NewRecords() []uint32 {
	records := make([]uint32, p.Cities*RecordWords)
	for i := 0; i < len(records); i += 2 {
		records[i], records[i+1] = NoCity, p.Trail.Initial
	}
	return records
}
