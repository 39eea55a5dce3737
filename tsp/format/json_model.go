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
func (m *model) read() {
	for _, name := range m.names {
		m.readMember(name)
	}
	m.readEnds()
}

func (m *model) readMember(name string) {
	meaning, known := modelUnused[name]
	switch {
	case name == "num_vehicles":
		if r := m.member(name); r.index() != 1 {
			r.failHere("only problems of one vehicle are tours")
		}
	case name == "pickups_deliveries":
		r := m.member(name)
		r.array(func(int) { r.failHere("pickups before deliveries are not supported") })
	case name == "depot":
		m.depot = m.place(m.member(name))
	case name == "locations" && m.besidePlaces:
	case known:
		m.unused.add(name, meaning)
	case name != "starts" && name != "ends" && !slices.Contains(withoutEffect, name) && !isMatrixField(name):
		m.unused.unknown("", name)
	}
}

func isMatrixField(name string) bool {
	return slices.ContainsFunc(matrixFields, func(f matrixField) bool { return f.name == name })
}

// place reads the number of a place, counted from 0 in the file.
func (m *model) place(r *jsonReader) int32 {
	index := r.index()
	if index >= m.places {
		r.failHere("%d is not a place of the matrix: the file counts them from 0, and there are %d", index, m.places)
	}
	return int32(index)
}

// readEnds reads starts and ends, each with the place of the only vehicle. They replace the depot.
func (m *model) readEnds() {
	if !m.has("starts") && !m.has("ends") {
		return
	}
	var ends tsp.Ends
	for i, name := range []string{"starts", "ends"} {
		if !m.has(name) {
			m.fail(refuse(m.name, "the file has only one of starts and ends; give both"))
			return
		}
		r, count := m.member(name), 0
		r.array(func(vehicle int) {
			if count++; vehicle > 0 {
				r.failHere("there is more than one vehicle; only problems of one vehicle are tours")
			}
			ends[i] = m.place(r)
		})
		if count == 0 {
			r.failHere("there is no place")
		}
	}
	if m.has("depot") {
		m.unused.add("depot", "starts and ends are used")
	}
	if m.depot = ends[0]; ends[0] != ends[1] {
		m.ends = &ends
	}
}

// checkCode fails if the data are the answer of a routing service that has failed.
func (d *document) checkCode() {
	code, message := d.textOf("code"), d.textOf("message")
	if code != "" && !strings.EqualFold(code, "ok") {
		d.fail(refuse(d.name, "the routing service has not computed a matrix: code %s, message %s", quote(code), quote(message)))
	}
}

// waypoint is a place of OSRM or openrouteservice.
type waypoint struct {
	name string
	at   Location
}

// waypoints reads the sources, else the locations, of a matrix. It fails if they are not the
// destinations: such a matrix is not of one set of places.
func (d *document) waypoints(roads *Roads) {
	sources, destinations := d.readWaypoints("sources", len(roads.Legs)), d.readWaypoints("destinations", len(roads.Legs))
	if sources == nil {
		d.locations(roads)
		return
	}
	for i, place := range sources {
		roads.labels, roads.At = append(roads.labels, place.name), append(roads.At, place.at)
		if d.err == nil && destinations != nil && !place.at.equal(destinations[i].at) {
			d.fail(refuse(d.name, "source %d and destination %d are different places; "+
				"give a matrix with the same sources and destinations", i+1, i+1))
		}
	}
}

// locations reads the member with longitudes and latitudes that a request of openrouteservice has.
// Others have coordinates in the plane there.
func (d *document) locations(roads *Roads) {
	if !d.has("locations") || !d.besidePlaces {
		return
	}
	var list []Location
	r := d.member("locations")
	r.array(func(int) {
		at := r.position()
		list = append(list, Location{Latitude: at[1], Longitude: at[0], Off: unknownOff})
	})
	invalid := func(at Location) bool { return math.Abs(at.Latitude) > 90 || math.Abs(at.Longitude) > 360 }
	if len(list) == len(roads.Legs) && !slices.ContainsFunc(list, invalid) {
		roads.At = list
	}
}

// readWaypoints reads the n waypoints of a member, nil if there is no such member.
func (d *document) readWaypoints(name string, n int) (list []waypoint) {
	if !d.has(name) {
		return nil
	}
	r := d.member(name)
	r.array(func(i int) {
		if i == n {
			r.failHere("there are more %s than the %d rows of the matrix", name, n)
		}
		list = append(list, waypoint{at: nowhere})
		if r.kind() == 'n' {
			r.skip() // the service has found no road there
			return
		}
		r.object(func(member string) { r.waypointMember(&list[i], member) })
	})
	if len(list) < n {
		r.failHere("there are %d %s for the %d rows of the matrix", len(list), name, n)
	}
	return list
}

func (r *jsonReader) waypointMember(w *waypoint, member string) {
	isOff := member == "distance" || member == "snapped_distance" // of OSRM and of openrouteservice
	switch {
	case member == "name":
		w.name = r.text()
	case member == "location":
		at := r.position()
		w.at.Longitude, w.at.Latitude = at[0], at[1]
	case isOff && r.kind() == '0':
		w.at.Off = r.number()
	default:
		r.skip() // what the service found out about the place
	}
}

// scaleLegs makes metres of the distances in an answer of openrouteservice.
func (d *document) scaleLegs(roads *Roads) {
	if !d.has("metadata") || roads.Unit != metre || d.member("metadata").kind() != '{' {
		return
	}
	r, unit := d.member("metadata"), ""
	r.only("query", func() {
		if r.kind() != '{' {
			r.skip()
			return
		}
		r.only("units", func() { unit = r.cell() })
	})
	factor := map[string]float64{"km": 1000, "mi": 1609.344}[strings.ToLower(unit)]
	if factor == 0 {
		return
	}
	for _, row := range roads.Legs {
		for i, d := range row {
			row[i] = math.Round(d*factor*1000) / 1000 // millimetres
		}
	}
}

// position reads longitude and latitude.
func (r *jsonReader) position() (at [2]float64) {
	count := 0
	r.array(func(i int) {
		if count++; i == len(at) {
			r.failHere("a location has more than two numbers; give longitude and latitude")
			return
		}
		at[i] = r.number()
	})
	if count < len(at) {
		r.failHere("a location has fewer than two numbers; give longitude and latitude")
	}
	return at
}
