package geodetic

import "math"

// spheroid is an ellipsoid of revolution: its half axis in metres, and its flattening.
type spheroid struct{ a, f float64 }

var (
	wgsSpheroid = spheroid{6378137, 1 / 298.257223563}
	grs80       = spheroid{6378137, 1 / 298.257222101}
	bessel      = spheroid{6377397.155, 1 / 299.1528128}
)

// webMercator is the projection of maps in the web: Mercator's of a sphere (EPSG method 1024).
type webMercator struct{}

func (webMercator) origin() (east, north float64) { return 0, 0 }

func (webMercator) inverse(s spheroid, east, north float64) (longitude, latitude float64) {
	return east / s.a, math.Atan(math.Sinh(north / s.a))
}

// transverseMercator is the projection of UTM and of Gauss and Krüger: its central meridian in
// degrees, the scale there, and false easting and northing in metres.
type transverseMercator struct{ meridian, scale, east, north float64 }

func (t transverseMercator) origin() (east, north float64) { return t.east, t.north }

// inverse is exact to less than 1 mm within 900 km of the meridian: Krüger's series in the third
// flattening n to the fourth order (Karney 2011, equations 11, 14, 15 and 36; EPSG Guidance Note
// 7-2, method 9807).
func (t transverseMercator) inverse(s spheroid, east, north float64) (longitude, latitude float64) {
	n := s.f / (2 - s.f)
	n2, n3, n4 := n*n, n*n*n, n*n*n*n
	radius := s.a / (1 + n) * (1 + n2/4 + n4/64)
	beta := [...]float64{
		n/2 - 2*n2/3 + 37*n3/96 - n4/360, n2/48 + n3/15 - 437*n4/1440, 17*n3/480 - 37*n4/840, 4397 * n4 / 161280,
	}
	xi, eta := (north-t.north)/(t.scale*radius), (east-t.east)/(t.scale*radius)
	xi0, eta0 := xi, eta
	for i, b := range beta {
		k := float64(2 * (i + 1))
		xi0 -= b * math.Sin(k*xi) * math.Cosh(k*eta)
		eta0 -= b * math.Cos(k*xi) * math.Sinh(k*eta)
	}
	conformal := math.Sin(xi0) / math.Hypot(math.Sinh(eta0), math.Cos(xi0)) // tangent of the conformal latitude
	latitude = math.Atan(s.geographicTangent(conformal))
	return t.meridian*math.Pi/180 + math.Atan2(math.Sinh(eta0), math.Cos(xi0)), latitude
}

// geographicTangent returns the tangent of the latitude that has a conformal latitude with this
// tangent, by Newton's method (Karney 2011, equations 19 to 21).
func (s spheroid) geographicTangent(conformal float64) float64 {
	e2 := s.f * (2 - s.f)
	e := math.Sqrt(e2)
	const steps = 5 // two are enough for double precision, except near the poles
	tau := conformal
	for range steps {
		sigma := math.Sinh(e * math.Atanh(e*tau/math.Hypot(1, tau)))
		found := tau*math.Hypot(1, sigma) - sigma*math.Hypot(1, tau)
		tau += (conformal - found) / math.Hypot(1, found) * (1 + (1-e2)*tau*tau) / ((1 - e2) * math.Hypot(1, tau))
	}
	return tau
}

// helmert is a position vector transformation (EPSG method 1033): metres, seconds of arc and parts
// of a million.
type helmert struct{ dx, dy, dz, rx, ry, rz, scale float64 }

// dhdn leads from the German main triangle network to WGS 84, to 3 m (EPSG:1777).
var dhdn = helmert{598.1, 73.7, 418.2, 0.202, 0.045, -2.455, 6.7}

// degrees returns radians of WGS 84 for radians of another spheroid at height 0.
func (h *helmert) degrees(s spheroid, longitude, latitude float64) (longitude2, latitude2 float64) {
	return wgsSpheroid.geographic(h.transform(s.geocentric(longitude, latitude)))
}

func (h *helmert) transform(x, y, z float64) (x2, y2, z2 float64) {
	const second = math.Pi / 180 / 3600
	rx, ry, rz, m := h.rx*second, h.ry*second, h.rz*second, 1+h.scale*1e-6
	return m*(x-rz*y+ry*z) + h.dx, m*(rz*x+y-rx*z) + h.dy, m*(-ry*x+rx*y+z) + h.dz
}

// geocentric returns metres from the centre of the Earth for a place at height 0.
func (s spheroid) geocentric(longitude, latitude float64) (x, y, z float64) {
	e2 := s.f * (2 - s.f)
	sin, cos := math.Sincos(latitude)
	normal := s.a / math.Sqrt(1-e2*sin*sin)
	return normal * cos * math.Cos(longitude), normal * cos * math.Sin(longitude), normal * (1 - e2) * sin
}

// geographic returns longitude and latitude of a place near the spheroid, by Bowring's formula.
func (s spheroid) geographic(x, y, z float64) (longitude, latitude float64) {
	e2 := s.f * (2 - s.f)
	b := s.a * (1 - s.f)
	p := math.Hypot(x, y)
	sin, cos := math.Sincos(math.Atan2(z*s.a, p*b))
	second := e2 / (1 - e2) // of the eccentricities, squared
	return math.Atan2(y, x), math.Atan2(z+second*b*sin*sin*sin, p-e2*s.a*cos*cos*cos)
}
