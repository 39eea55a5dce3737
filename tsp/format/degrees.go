package format

import (
	"fmt"
	"math"
)

// orderDegrees exchanges x and y of places without a header if only this makes longitudes and latitudes of
// them. It returns an error if both orders do: nothing says which column is which.
func (s *source) orderDegrees(p *places, l layout) error {
	system, err := s.system("")
	if err != nil || s.options.Metric != Haversine && (system == nil || !system.IsDegrees()) {
		return err
	}
	switch isFirst, isSecond := areDegrees(p.x, p.y), areDegrees(p.y, p.x); {
	case isFirst && isSecond:
		x, y := l.index[X]+1, l.index[Y]+1
		return refuse(s.name, "without a header nothing says which column has the latitudes; give columns lat=%d,lon=%d or "+
			"columns lat=%d,lon=%d", x, y, y, x)
	case isFirst:
		p.x, p.y = p.y, p.x
	}
	return nil
}

// areDegrees reports whether numbers are within the range of latitudes, and others within the range of
// longitudes.
func areDegrees(latitudes, longitudes []float64) bool {
	for i := range latitudes {
		if math.Abs(latitudes[i]) > 90 || math.Abs(longitudes[i]) > 180 {
			return false
		}
	}
	return true
}

// degreesInPlane returns a warning if coordinates that are taken as those of a plane may be degrees.
func (p *places) degreesInPlane(l layout) []string {
	x, y := l.index[X]+1, l.index[Y]+1
	latitudeFirst, longitudeFirst := fmt.Sprintf("columns lat=%d,lon=%d", x, y), fmt.Sprintf("columns lat=%d,lon=%d", y, x)
	remedy := "give " + latitudeFirst
	switch isFirst, isSecond := areDegrees(p.x, p.y), areDegrees(p.y, p.x); {
	case l.header && isSecond:
		remedy = "use metric haversine"
	case !isFirst:
		remedy = "give " + longitudeFirst
	case isSecond:
		remedy += " or " + longitudeFirst
	}
	if warning := DegreesInPlane(p.x, p.y, remedy); warning != "" {
		return []string{warning}
	}
	return nil
}

// DegreesInPlane returns a warning for coordinates that are taken as those of a plane if they may be
// degrees, else "": they are within ±180 and ±90, in any order, and neither whole numbers nor within ±1.
// remedy says what the caller gives for degrees.
func DegreesInPlane(x, y []float64, remedy string) string {
	whole, largest := true, 0.0
	for _, axis := range [2][]float64{x, y} {
		for _, v := range axis {
			whole, largest = whole && v == math.Trunc(v), max(largest, math.Abs(v))
		}
	}
	if whole || largest <= 1 || !areDegrees(x, y) && !areDegrees(y, x) {
		return ""
	}
	return "x and y may be degrees, since all are within ±180 and ±90, and are taken as coordinates in the plane: " +
		"distances are straight lines in their unit; for latitudes and longitudes " + remedy
}
