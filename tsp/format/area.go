package format

import (
	"fmt"
	"math"
	"slices"
)

// area says where places on the globe lie. So a reader sees whether latitude and longitude are swapped: within one region both orders are valid.
func (p *places) area() string {
	south, north := slices.Min(p.y), slices.Max(p.y)
	west, width := eastward(p.x)
	const kilometres = 6371.0088 * math.Pi / 180 // of a degree
	return fmt.Sprintf("places lie between latitude %s and %s and longitude %s and %s, in about %.3g km from west to east and %.3g km from south to north",
		degreesText(south), degreesText(north), degreesText(west), degreesText(math.Remainder(west+width, 360)),
		width*kilometres*math.Cos((south+north)/2*math.Pi/180), (north-south)*kilometres)
}

// eastward returns the shortest range of longitudes that has all of some longitudes: its west end, in -180..180, and its extent, in degrees.
func eastward(longitudes []float64) (west, width float64) {
	sorted := make([]float64, len(longitudes))
	for i, v := range longitudes {
		sorted[i] = math.Remainder(v, 360)
	}
	slices.Sort(sorted)
	last := len(sorted) - 1
	west, width = sorted[0], sorted[last]-sorted[0]
	for i := range last {
		if gap := sorted[i+1] - sorted[i]; 360-gap < width {
			west, width = sorted[i+1], 360-gap
		}
	}
	return west, width
}

// degreesText writes degrees to about 10 m.
func degreesText(v float64) string { return decimal(math.Round(v*1e4) / 1e4) }
