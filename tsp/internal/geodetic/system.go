// Package geodetic converts the coordinates of maps to latitudes and longitudes of WGS 84: UTM,
// Gauss-Krüger coordinates of Germany, and Web Mercator.
package geodetic

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// System is a coordinate reference system. The zero value has longitudes and latitudes of WGS 84.
type System struct {
	code       int // of the EPSG
	projection projection
	spheroid   spheroid
	shift      *helmert // to WGS 84; nil: none
	width      float64  // largest distance of an easting from the false one, in metres
}

// projection returns radians of an easting and a northing in metres.
type projection interface {
	inverse(s spheroid, east, north float64) (longitude, latitude float64)
	origin() (east, north float64) // false easting and northing in metres
}

// Codes of the EPSG, ranges with both ends.
const (
	wgs84           = 4326
	etrs89          = 4258 // equal to WGS 84 to a metre
	webMercatorCode = 3857
	etrsUTM         = 25800 // with the zone
	firstETRSZone   = 28
	lastETRSZone    = 38
	northUTM        = 32600 // with the zone
	southUTM        = 32700 // with the zone
	lastZone        = 60
	gaussKrueger    = 31464 // with the zone
	firstGKZone     = 2
	lastGKZone      = 5
)

// prefixedUTM has by code the zones of ETRS89 whose eastings begin with the zone.
var prefixedUTM = map[int]int{5649: 31, 4647: 32, 5650: 33}

// Known lists the systems for messages.
const Known = "EPSG:4326, 4258, 3857 (Web Mercator), 25828 to 25838, 4647, 5649, 5650, 32601 to 32660 " +
	"and 32701 to 32760 (UTM), and 31466 to 31469 (Gauss-Krüger)"

// Parse returns the system of a name such as EPSG:25832, urn:ogc:def:crs:EPSG::25832 or CRS84, and
// whether it is known.
func Parse(name string) (System, bool) {
	name = strings.ToUpper(strings.TrimSpace(name))
	if strings.HasSuffix(name, "CRS84") {
		return System{}, true
	}
	last := name[strings.LastIndexAny(name, ":/")+1:]
	if last != name && !strings.Contains(name, "EPSG") {
		return System{}, false
	}
	code, err := strconv.Atoi(last)
	if err != nil {
		return System{}, false
	}
	return ofCode(code)
}

// ofCode returns the system of a code of the EPSG.
func ofCode(code int) (System, bool) {
	s := System{code: code, spheroid: wgsSpheroid}
	const zoneWidth = 900_000 // metres: places of a map in two zones have coordinates of one
	within := func(first, last int) bool { return code >= first && code <= last }
	switch zone, prefixed := prefixedUTM[code]; {
	case code == wgs84 || code == etrs89:
		return System{}, true
	case code == webMercatorCode:
		s.projection, s.width = webMercator{}, math.Pi*wgsSpheroid.a
	case prefixed:
		s.projection, s.spheroid, s.width = utm(zone, float64(zone)*1e6, 0), grs80, zoneWidth
	case within(etrsUTM+firstETRSZone, etrsUTM+lastETRSZone):
		s.projection, s.spheroid, s.width = utm(code-etrsUTM, 0, 0), grs80, zoneWidth
	case within(northUTM+1, northUTM+lastZone):
		s.projection, s.width = utm(code-northUTM, 0, 0), zoneWidth
	case within(southUTM+1, southUTM+lastZone):
		s.projection, s.width = utm(code-southUTM, 0, 10_000_000), zoneWidth
	case within(gaussKrueger+firstGKZone, gaussKrueger+lastGKZone):
		zone := float64(code - gaussKrueger)
		s.projection = transverseMercator{meridian: zone * 3, scale: 1, east: zone*1e6 + 500_000}
		s.spheroid, s.shift, s.width = bessel, &dhdn, 500_000
	default:
		return System{}, false
	}
	return s, true
}

// utm returns the projection of a zone. Prefix and north are added to eastings and northings.
func utm(zone int, prefix, north float64) transverseMercator {
	return transverseMercator{meridian: float64(6*zone - 183), scale: 0.9996, east: prefix + 500_000, north: north}
}

// IsDegrees reports whether the coordinates are longitudes and latitudes already.
func (s System) IsDegrees() bool { return s.projection == nil }

// IsStretched reports whether the metres of the map are longer than on the ground, more with the
// distance from the equator.
func (s System) IsStretched() bool { return s.code == webMercatorCode }

// String returns the name, such as EPSG:25832.
func (s System) String() string {
	if s.IsDegrees() {
		return "CRS84"
	}
	return fmt.Sprintf("EPSG:%d", s.code)
}

// Degrees returns longitude and latitude of WGS 84 of an easting and a northing in metres. They are
// rounded to 10⁻⁹ degrees, 0.1 mm, so that all processors have the same. It returns false for
// coordinates that no place of the system has.
func (s System) Degrees(east, north float64) (longitude, latitude float64, ok bool) {
	if s.IsDegrees() {
		return east, north, true
	}
	const poles = 10_002_000 // metres from the equator
	limit := float64(poles)
	if _, isMercator := s.projection.(webMercator); isMercator {
		limit = s.width
	}
	east0, north0 := s.projection.origin()
	if !(math.Abs(east-east0) <= s.width) || !(math.Abs(north-north0) <= limit) {
		return 0, 0, false
	}
	longitude, latitude = s.projection.inverse(s.spheroid, east, north)
	if s.shift != nil {
		longitude, latitude = s.shift.degrees(s.spheroid, longitude, latitude)
	}
	const perRadian = 180 / math.Pi
	round := func(v float64) float64 { return math.Round(v*perRadian*1e9) / 1e9 }
	return round(longitude), round(latitude), true
}
