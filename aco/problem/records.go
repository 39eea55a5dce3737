package problem

import "math"

const (
	// RecordWords is the words of a city's record with MemorySelective: SelectiveTrails pairs of the city at the edge's other end
	// and the trail.
	RecordWords = 2 * SelectiveTrails
	// NoCity is the city of a pair that has no edge yet.
	NoCity = math.MaxUint32
)

// NewRecords returns the records of all cities, without an edge.
func (p *Problem) NewRecords() []uint32 {
	records := make([]uint32, p.Cities*RecordWords)
	for i := 0; i < len(records); i += 2 {
		records[i], records[i+1] = NoCity, p.Trail.Initial
	}
	return records
}
