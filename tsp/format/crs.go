package format

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp/internal/geodetic"
)

// system returns the coordinate reference system of the options, else the one that a file names;
// nil if neither says one.
func (s *source) system(named string) (*geodetic.System, error) {
	given := s.options.CRS
	for _, name := range []string{given, named} {
		if name == "" {
			continue
		}
		system, known := geodetic.Parse(name)
		if !known {
			return nil, refuse(s.name, "the coordinate reference system %s is not known; known are %s; convert the file, "+
				"or use metric %s for coordinates in the plane", quote(name), geodetic.Known, Euclidean)
		}
		if other, known := geodetic.Parse(named); given != "" && named != "" && (!known || other != system) {
			return nil, refuse(s.name, "the file names the coordinate reference system %s, and %s is given; leave it out",
				quote(named), system)
		}
		return &system, nil
	}
	return nil, nil
}

// project makes longitudes and latitudes of coordinates in the system that the options or the file
// name. It returns a note, "" if it changes none.
func (s *source) project(p *places, named string) (note string, err error) {
	if plane := s.options.Metric != "" && s.options.Metric != Haversine; plane {
		if s.options.CRS != "" {
			return "", refuse(s.name, "metric %s is of the plane, and distances in a coordinate reference system are "+
				"of the globe; leave one of them out", s.options.Metric)
		}
		if system, known := geodetic.Parse(named); known && system.IsStretched() {
			s.warnings = append(s.warnings, fmt.Sprintf("the metres of %s are stretched, more with the distance from the equator; "+
				"for lengths on the ground use metric %s", system, Haversine))
		}
		return "", nil
	}
	system, err := s.system(named)
	if system == nil || err != nil {
		return "", err
	}
	if p.degrees && !system.IsDegrees() {
		return "", refuse(s.name, "columns of latitude and longitude are degrees, not coordinates of %s; "+
			"name columns x and y, or leave the system out", system)
	}
	var bad faults.List
	for i := range p.x {
		if err := s.ended(i); err != nil {
			return "", err
		}
		longitude, latitude, ok := system.Degrees(p.x[i], p.y[i])
		if !ok {
			bad.Add(refuse(s.name, "%s, %s, the coordinates of %s, are outside %s", plain(p.x[i]), plain(p.y[i]),
				p.text(i), system), p.text(i))
		}
		p.x[i], p.y[i] = longitude, latitude
	}
	if err := bad.Err(); err != nil {
		return "", err
	}
	p.globe = true
	if system.IsDegrees() {
		return "", nil
	}
	return fmt.Sprintf("coordinates of %s become latitudes and longitudes", system), nil
}

// checkSystem returns an error if a system is given for a format that cannot have one.
func (o *Options) checkSystem(name string, format Format) error {
	if o.CRS == "" || slices.Contains([]Format{CSV, XLSX, GeoJSON}, format) {
		return nil
	}
	return refuse(name, "%s files have no coordinate reference system to choose; leave it out", format)
}
