package format

import (
	"slices"
	"strings"
)

// checkCode returns an error if the data are the answer of a routing service that has failed.
func (d *document) checkCode() error {
	code, err := d.text("code")
	if err != nil || code == "" || strings.EqualFold(code, "ok") {
		return err
	}
	message, err := d.text("message")
	if err != nil {
		return err
	}
	return refuse(d.name, "the routing service has not computed a matrix: code %s, message %s",
		quote(code), quote(message))
}

// waypoint is a place of OSRM.
type waypoint struct {
	name     string
	location []float64
}

// waypoints returns the names of the places by OSRM's sources. It returns an error if they are not
// the destinations: such a matrix is not of one set of places.
func (d *document) waypoints(n int) ([]string, error) {
	sources, err := d.readWaypoints("sources", n)
	if err != nil || sources == nil {
		return nil, err
	}
	destinations, err := d.readWaypoints("destinations", n)
	if err != nil {
		return nil, err
	}
	names := make([]string, n)
	for i, place := range sources {
		names[i] = place.name
		if destinations != nil && !slices.Equal(place.location, destinations[i].location) {
			return nil, refuse(d.name, "source %d and destination %d are different places; "+
				"give a matrix with the same sources and destinations", i+1, i+1)
		}
	}
	return names, nil
}

// readWaypoints reads the n waypoints of a member, nil if there is no such member.
func (d *document) readWaypoints(name string, n int) (list []waypoint, err error) {
	if !d.has(name) {
		return nil, nil
	}
	r := d.member(name)
	err = r.array(func(i int) error {
		if i == n {
			return r.errorHere("there are more %s than the %d rows of the matrix", name, n)
		}
		list = append(list, waypoint{})
		return r.object(func(member string) (err error) {
			switch member {
			case "name":
				list[i].name, err = r.text()
				return err
			case "location":
				list[i].location, err = r.position()
				return err
			}
			return r.skip() // what the service found out about the place
		})
	})
	if err == nil && len(list) < n {
		err = r.errorHere("there are %d %s for the %d rows of the matrix", len(list), name, n)
	}
	return list, err
}

// position reads longitude and latitude.
func (r *jsonReader) position() ([]float64, error) {
	at := make([]float64, 0, 2)
	err := r.array(func(i int) error {
		if i == 2 {
			return r.errorHere("a location has more than two numbers; give longitude and latitude")
		}
		v, err := r.number()
		at = append(at, v)
		return err
	})
	if err == nil && len(at) < 2 {
		err = r.errorHere("a location has fewer than two numbers; give longitude and latitude")
	}
	return at, err
}
