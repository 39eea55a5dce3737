package format

import "strings"

// readCRS reads a coordinate reference system, which files of 2008 may have. It keeps the name of one
// that is not WGS 84.
func (g *geoReader) readCRS() error {
	name := "without a name"
	err := g.jsonReader.object(func(member string) error {
		if member != "properties" {
			return g.skip()
		}
		return g.jsonReader.object(func(member string) (err error) {
			if member != "name" {
				return g.skip()
			}
			name, err = g.text()
			return err
		})
	})
	if g.crs == "" && !strings.HasSuffix(name, "CRS84") && !strings.HasSuffix(name, ":4326") {
		g.crs = name
	}
	return err
}

// checkCRS returns an error if coordinates are not degrees of WGS 84. Those in the plane may be of
// any system.
func (g *geoReader) checkCRS() error {
	if plane := g.options.Metric != "" && g.options.Metric != Haversine; g.crs == "" || plane {
		return nil
	}
	return refuse(g.name, "the coordinate reference system is %s, not WGS 84 (CRS84); "+
		"convert the file, or use metric %s for coordinates in the plane", quote(g.crs), Euclidean)
}
