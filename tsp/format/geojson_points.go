package format

// endFeature gives the points of a feature its properties and counts features without a place.
func (g *geoReader) endFeature(o *geoObject, lines int) error {
	if len(g.places.x) == o.first {
		if g.lines == lines {
			if g.unplaced++; g.unplaced == 1 {
				g.firstEmpty = max(g.features, 1)
			}
		}
		return nil
	}
	if o.hasID {
		if err := g.properties.addID(&o.properties, o.id); err != nil {
			return err
		}
	}
	g.properties.assign(o.first, len(g.places.x), o.properties)
	return nil
}

// endGeometry adds the points of a geometry.
func (g *geoReader) endGeometry(o *geoObject) error {
	switch {
	case o.kind != "Point" && o.kind != "MultiPoint":
		g.lines++
		return nil
	case o.level == 0: // empty coordinates: RFC 7946 takes them as no geometry
		return nil
	case o.kind == "Point" && o.level != 1:
		return g.errorHere("the coordinates of a Point are not longitude and latitude, but nested arrays")
	case o.kind == "MultiPoint" && o.level != 2:
		return g.errorHere("the coordinates of a MultiPoint are not an array of positions")
	case o.more:
		return g.tooManyPlaces()
	}
	g.height = g.height || o.height
	for _, at := range o.positions {
		g.places.add(at[0], at[1])
	}
	return nil
}

// coordinates reads a position, or arrays of them at this level of nesting. It keeps the positions
// that may be points.
func (g *geoReader) coordinates(o *geoObject, level int) error {
	var at [2]float64
	numbers := 0
	err := g.array(func(i int) error {
		if g.kind() == '[' && numbers == 0 {
			return g.coordinates(o, level+1)
		}
		v, err := g.number()
		if err == nil && i > numbers {
			err = g.errorHere("a number among positions")
		}
		if numbers < len(at) {
			at[numbers] = v
		}
		numbers++
		return err
	})
	switch {
	case err != nil || numbers == 0:
		return err
	case numbers == 1:
		return g.errorHere("a position has 1 coordinate, not longitude and latitude")
	case o.level != 0 && o.level != level:
		return g.errorHere("positions are nested differently")
	}
	o.level = level
	o.height = o.height || numbers > len(at)
	if level > 2 {
		return nil
	}
	if o.more = o.first+len(o.positions) == g.limits.Places; !o.more {
		o.positions = append(o.positions, at)
	}
	return nil
}
