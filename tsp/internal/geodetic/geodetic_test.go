package geodetic

import (
	"math"
	"testing"
)

const degree = math.Pi / 180

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.9f, want %.9f", what, got, want)
	}
}

// The examples of EPSG Guidance Note 7-2.
func TestGuidanceNote(t *testing.T) {
	// method 9807: OSGB 1936 / British National Grid
	airy := spheroid{6377563.396, 1 / 299.32496}
	grid := transverseMercator{meridian: -2, scale: 0.9996012717, east: 400_000,
		north: -100_000 - 0.9996012717*meridianArc(airy, 49*degree)}
	longitude, latitude := grid.inverse(airy, 577274.99, 69740.50)
	near(t, "longitude", longitude/degree, 0.5, 2e-7)
	near(t, "latitude", latitude/degree, 50.5, 2e-7)
	// method 1024: Web Mercator
	s, _ := Parse("EPSG:3857")
	longitude, latitude, _ = s.Degrees(-11169055.58, 2800000)
	near(t, "longitude", longitude, -(100 + 20.0/60), 1e-7)
	near(t, "latitude", latitude, 24+22.0/60+54.433/3600, 1e-7)
	// method 1033: WGS 72 to WGS 84
	h := helmert{0, 0, 4.5, 0, 0, 0.554, 0.219}
	x, y, z := h.transform(3657660.66, 255768.55, 5201382.11)
	near(t, "x", x, 3657660.78, 0.006)
	near(t, "y", y, 255778.43, 0.006)
	near(t, "z", z, 5201387.75, 0.006)
}

// meridianArc integrates the length of a meridian from the equator.
func meridianArc(s spheroid, latitude float64) (length float64) {
	const steps = 20_000
	e2 := s.f * (2 - s.f)
	h := latitude / steps
	for i := range steps {
		sin := math.Sin((float64(i) + 0.5) * h)
		length += s.a * (1 - e2) / math.Pow(1-e2*sin*sin, 1.5) * h
	}
	return length
}

// forward is the projection as Redfearn's series gives it, which is exact to a millimetre within a
// few degrees of the meridian.
func forward(s spheroid, p transverseMercator, longitude, latitude float64) (east, north float64) {
	e2 := s.f * (2 - s.f)
	sin, cos := math.Sincos(latitude)
	tan := sin / cos
	nu := s.a / math.Sqrt(1-e2*sin*sin)
	psi := nu / (s.a * (1 - e2) / math.Pow(1-e2*sin*sin, 1.5))
	w := longitude - p.meridian*degree
	t2, c := tan*tan, w*cos
	east = nu * c * (1 + c*c/6*(psi-t2) +
		math.Pow(c, 4)/120*(4*psi*psi*psi*(1-6*t2)+psi*psi*(1+8*t2)-psi*2*t2+t2*t2) +
		math.Pow(c, 6)/5040*(61-479*t2+179*t2*t2-t2*t2*t2))
	north = meridianArc(s, latitude) + nu*sin*cos*w*w/2*(1+c*c/12*(4*psi*psi+psi-t2)+
		math.Pow(c, 4)/360*(8*math.Pow(psi, 4)*(11-24*t2)-28*psi*psi*psi*(1-6*t2)+psi*psi*(1-32*t2)-psi*2*t2+t2*t2)+
		math.Pow(c, 6)/20160*(1385-3111*t2+543*t2*t2-t2*t2*t2))
	return p.scale*east + p.east, p.scale*north + p.north
}

// Coordinates of UTM are those of Redfearn's series, in all zones and on both hemispheres.
func TestUTM(t *testing.T) {
	for code, at := range map[string][2]float64{
		"EPSG:25832": {7.85, 47.995}, "EPSG:32632": {11.9, 78.5}, "EPSG:25833": {13.4, 52.52}, "EPSG:32756": {151.21, -33.87},
		"EPSG:32601": {-179.9, 1e-6}, "urn:ogc:def:crs:EPSG::32660": {179.5, 60}, "EPSG:4647": {6.1, 50.8},
		"http://www.opengis.net/def/crs/EPSG/0/32722": {-48.5, -27.6}, "32618": {-74, 40.7},
	} {
		s, ok := Parse(code)
		if !ok {
			t.Fatalf("%s is not known", code)
		}
		east, north := forward(s.spheroid, s.projection.(transverseMercator), at[0]*degree, at[1]*degree)
		longitude, latitude, ok := s.Degrees(east, north)
		if !ok {
			t.Errorf("%s: %f, %f is outside", code, east, north)
		}
		near(t, code+" longitude", longitude, at[0], 2e-8)
		near(t, code+" latitude", latitude, at[1], 2e-8)
	}
}

// Gauss-Krüger coordinates are those of the Bessel spheroid, about 150 m from those of WGS 84.
func TestGaussKrueger(t *testing.T) {
	for code, at := range map[string][2]float64{"EPSG:31466": {6.96, 50.94}, "EPSG:31467": {9, 48}, "EPSG:31469": {14.2, 51.1}} {
		s, _ := Parse(code)
		east, north := forward(bessel, s.projection.(transverseMercator), at[0]*degree, at[1]*degree)
		longitude, latitude, _ := s.Degrees(east, north)
		x, y, z := wgsSpheroid.geocentric(longitude*degree, latitude*degree)
		x2, y2, z2 := dhdn.transform(bessel.geocentric(at[0]*degree, at[1]*degree))
		// The place is below or above the other spheroid: heights differ, horizontal coordinates do not.
		scale := math.Hypot(math.Hypot(x, y), z) / math.Hypot(math.Hypot(x2, y2), z2)
		if far := math.Hypot(math.Hypot(x-x2*scale, y-y2*scale), z-z2*scale); far > 0.3 {
			t.Errorf("%s: %f m", code, far)
		}
		if shift := math.Hypot((longitude-at[0])*math.Cos(latitude*degree), latitude-at[1]) * 111_000; shift < 50 || shift > 250 {
			t.Errorf("%s: shifted by %f m", code, shift)
		}
	}
}

func TestSystems(t *testing.T) {
	for _, name := range []string{"EPSG:4326", "CRS84", "urn:ogc:def:crs:OGC:1.3:CRS84", "4258"} {
		s, ok := Parse(name)
		if x, y, inside := s.Degrees(7.5, 48); !ok || !s.IsDegrees() || x != 7.5 || y != 48 || !inside {
			t.Errorf("%s: %v, %t, %f, %f", name, s, ok, x, y)
		}
	}
	for _, name := range []string{"", "EPSG:1234", "EPSG:25839", "EPSG:31470", "EPSG:32661", "EPSG:32700", "UTM32", "ESRI:25832", "EPSG:"} {
		if s, ok := Parse(name); ok {
			t.Errorf("%s is %v", name, s)
		}
	}
	for name, at := range map[string][2]float64{"EPSG:25832": {32461234, 5316000}, "EPSG:31467": {2461234, 5316000},
		"EPSG:32732": {5e5, -1e6}, // 99 degrees in the south
		"EPSG:3857":  {2.1e7, 0}, "EPSG:32632": {5e5, 2e7}, "EPSG:25833": {math.NaN(), 0}} {
		s, _ := Parse(name)
		if _, _, ok := s.Degrees(at[0], at[1]); ok {
			t.Errorf("%v is a place of %s", at, s)
		}
	}
	if s, _ := Parse("urn:ogc:def:crs:EPSG::25832"); s.String() != "EPSG:25832" {
		t.Error(s.String())
	}
}
