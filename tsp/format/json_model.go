package format

import (
	"math"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// Meanings of fields that describe more than a tour.
const (
	anyTime   = "places are visited at any time"
	anyLoad   = "loads are not limited"
	allPlaces = "all places are visited by the one vehicle"
	noService = "times at places are not part of the length"
)

// model reads the members beside a matrix, such as in the data models of OR-Tools.
type model struct {
	*document
	places int
	depot  int32     // at which the tour begins
	ends   *tsp.Ends // of an open path, else nil
}

// modelUnused are the members that are not used, by name: what this means.
var modelUnused = map[string]string{
	"demands": anyLoad, "vehicle_capacities": anyLoad, "vehicle_capacity": anyLoad,
	"capacities": anyLoad, "depot_capacity": anyLoad,
	"time_windows": anyTime, "service_times": noService, "service_time": noService,
	"vehicle_load_time": noService, "vehicle_unload_time": noService,
	"penalties": allPlaces, "prizes": allPlaces, "vehicle_max_distance": allPlaces,
	"max_distance": allPlaces, "max_travel_time": allPlaces,
	"initial_routes":       "the search begins with its own tour",
	"locations":            "distances are those of the matrix",
	"fallback_speed_cells": "distances that the service has estimated count as all others",
}

// withoutEffect are members that describe the answer of a service, and members that other
// functions read.
var withoutEffect = []string{
	"code", "message", "data_version", "sources", "destinations", "num_locations", "metadata", "info",
}

// read reads all members.
func (m *model) read() error {
	for _, name := range m.names {
		if err := m.readMember(name); err != nil {
			return err
		}
	}
	return m.readEnds()
}

func (m *model) readMember(name string) error {
	meaning, known := modelUnused[name]
	switch {
	case name == "num_vehicles":
		r := m.member(name)
		if vehicles, err := r.index(); err != nil || vehicles == 1 {
			return err
		}
		return r.errorHere("only problems of one vehicle are tours")
	case name == "pickups_deliveries":
		r := m.member(name)
		return r.array(func(int) error {
			return r.errorHere("pickups before deliveries are not supported")
		})
	case name == "depot":
		depot, err := m.place(m.member(name))
		m.depot = depot
		return err
	case name == "locations" && m.besidePlaces:
	case known:
		m.unused.add(name, meaning)
	case name != "starts" && name != "ends" && !slices.Contains(withoutEffect, name) && !isMatrixField(name):
		m.unused.unknown("", name)
	}
	return nil
}

func isMatrixField(name string) bool {
	for _, field := range matrixFields {
		if field.name == name {
			return true
		}
	}
	return false
}

// place reads the number of a place, counted from 0 in the file.
func (m *model) place(r *jsonReader) (int32, error) {
	index, err := r.index()
	if err == nil && index >= m.places {
		err = r.errorHere("%d is not a place of the matrix: the file counts them from 0, and there are %d", index,
			m.places)
	}
	return int32(index), err
}

// readEnds reads starts and ends, each with the place of the only vehicle. They replace the depot.
func (m *model) readEnds() error {
	if !m.has("starts") && !m.has("ends") {
		return nil
	}
	var ends tsp.Ends
	for i, name := range []string{"starts", "ends"} {
		if !m.has(name) {
			return refuse(m.name, "the file has only one of starts and ends; give both")
		}
		r, count := m.member(name), 0
		err := r.array(func(vehicle int) (err error) {
			if count++; vehicle > 0 {
				return r.errorHere("there is more than one vehicle; only problems of one vehicle are tours")
			}
			ends[i], err = m.place(r)
			return err
		})
		if err == nil && count == 0 {
			err = r.errorHere("there is no place")
		}
		if err != nil {
			return err
		}
	}
	if m.has("depot") {
		m.unused.add("depot", "starts and ends are used")
	}
	if m.depot = ends[0]; ends[0] != ends[1] {
		m.ends = &ends
	}
	return nil
}

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

// waypoint is a place of OSRM or openrouteservice.
type waypoint struct {
	name string
	at   Location
}

// waypoints reads the sources, else the locations, of a matrix. It returns an error if they are not
// the destinations: such a matrix is not of one set of places.
func (d *document) waypoints(roads *Roads) error {
	n := len(roads.Legs)
	sources, err := d.readWaypoints("sources", n)
	if err != nil {
		return err
	}
	destinations, err := d.readWaypoints("destinations", n)
	if err != nil {
		return err
	}
	if sources == nil {
		return d.locations(roads)
	}
	for i, place := range sources {
		roads.labels, roads.At = append(roads.labels, place.name), append(roads.At, place.at)
		if destinations != nil && !place.at.equal(destinations[i].at) {
			return refuse(d.name, "source %d and destination %d are different places; "+
				"give a matrix with the same sources and destinations", i+1, i+1)
		}
	}
	return nil
}

// locations reads the member with longitudes and latitudes that a request of openrouteservice has.
// Others have coordinates in the plane there.
func (d *document) locations(roads *Roads) error {
	if !d.has("locations") || !d.besidePlaces {
		return nil
	}
	var list []Location
	r := d.member("locations")
	err := r.array(func(int) error {
		at, err := r.position()
		if err == nil {
			list = append(list, Location{Latitude: at[1], Longitude: at[0], Off: unknownOff})
		}
		return err
	})
	invalid := func(at Location) bool { return math.Abs(at.Latitude) > 90 || math.Abs(at.Longitude) > 360 }
	if err == nil && len(list) == len(roads.Legs) && !slices.ContainsFunc(list, invalid) {
		roads.At = list
	}
	return err
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
		list = append(list, waypoint{at: nowhere})
		if r.kind() == 'n' {
			return r.skip() // the service has found no road there
		}
		return r.object(func(member string) error { return r.waypointMember(&list[i], member) })
	})
	if err == nil && len(list) < n {
		err = r.errorHere("there are %d %s for the %d rows of the matrix", len(list), name, n)
	}
	return list, err
}

func (r *jsonReader) waypointMember(w *waypoint, member string) (err error) {
	switch member {
	case "name":
		w.name, err = r.text()
	case "location":
		var at []float64
		if at, err = r.position(); err == nil {
			w.at.Longitude, w.at.Latitude = at[0], at[1]
		}
	case "distance", "snapped_distance": // of OSRM and of openrouteservice
		if r.kind() != '0' {
			return r.skip()
		}
		w.at.Off, err = r.number()
	default:
		err = r.skip() // what the service found out about the place
	}
	return err
}

// readMetadata reads the unit of distances in an answer of openrouteservice.
func (d *document) readMetadata(roads *Roads) error {
	if !d.has("metadata") || roads.Unit != metre || d.member("metadata").kind() != '{' {
		return nil
	}
	r, unit := d.member("metadata"), ""
	err := r.object(func(name string) error {
		if name != "query" || r.kind() != '{' {
			return r.skip()
		}
		return r.object(func(name string) (err error) {
			if name != "units" || r.kind() != '"' {
				return r.skip()
			}
			unit, err = r.text()
			return err
		})
	})
	factor := map[string]float64{"km": 1000, "mi": 1609.344}[strings.ToLower(unit)]
	if err != nil || factor == 0 {
		return err
	}
	for _, row := range roads.Legs {
		for i, d := range row {
			row[i] = math.Round(d*factor*1000) / 1000 // millimetres
		}
	}
	return nil
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
