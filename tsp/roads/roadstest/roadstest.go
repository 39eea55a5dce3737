// Package roadstest has a routing server for tests, with roads that tests compute themselves.
//
// Its roads run along meridians and parallels, and each way north has a detour: lengths differ by
// direction. It speaks the protocols of OSRM and of openrouteservice, and refuses requests that are
// not of them.
package roadstest

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Place is a latitude and a longitude in degrees.
type Place struct{ Latitude, Longitude float64 }

const (
	metresPerDegree = 111_195
	detour          = 250 // metres, of each way north
	metresPerSecond = 9
	offRoad         = 12.5 // metres from each place to its road, which is north of it
)

// Metres returns the length of the way from one place to another, to a tenth of a metre.
func Metres(from, to Place) float64 {
	if from == to {
		return 0
	}
	north := (to.Latitude - from.Latitude) * metresPerDegree
	east := (to.Longitude - from.Longitude) * metresPerDegree * .66
	length := math.Abs(north) + math.Abs(east)
	if north > 0 {
		length += detour
	}
	return math.Round(length*10) / 10
}

// Seconds returns the travel time from one place to another, to a tenth of a second.
func Seconds(from, to Place) float64 { return math.Round(Metres(from, to)/metresPerSecond*10) / 10 }

// measures are the lengths by the names that requests have for them.
var measures = map[string]func(from, to Place) float64{"duration": Seconds, "distance": Metres}

// Snapped returns the place on the road near a place, and the distance to it in metres.
func Snapped(at Place) (Place, float64) {
	return Place{math.Round((at.Latitude+offRoad/metresPerDegree)*1e6) / 1e6, at.Longitude}, offRoad
}

// Server is a server. Its fields are set before the first request.
type Server struct {
	*httptest.Server
	Most     int                            // sources times destinations; 0: no limit, negative: none is allowed
	IsIsland func(Place) bool               // there is no way between an island and other places; nil: none
	Roadless func(Place) bool               // there is no road near such a place; nil: none
	Outside  func(Place) bool               // a place is outside of the map of openrouteservice; nil: none
	Failure  func(request int) (status int) // of the request, counted from 1; 0: it is answered; nil: none fails

	lock     sync.Mutex
	requests int // that have come
	now, top int // requests that are being answered, and the most at one time
}

// New starts a server, which the caller closes.
func New() *Server {
	s := &Server{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /table/v1/{profile}/{coordinates}", s.counted(s.osrm))
	mux.HandleFunc("POST /ors/v2/matrix/{profile}", s.counted(s.openRouteService))
	s.Server = httptest.NewServer(mux)
	return s
}

// Requests returns how many requests have come, and the most that were answered at one time.
func (s *Server) Requests() (count, atOnce int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.requests, s.top
}

// counted counts the requests of a handler, and lets some of them fail.
func (s *Server) counted(handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.lock.Lock()
		s.requests++
		s.now++
		s.top = max(s.top, s.now)
		number := s.requests
		s.lock.Unlock()
		defer func() {
			s.lock.Lock()
			s.now--
			s.lock.Unlock()
		}()
		if s.Failure != nil {
			if status := s.Failure(number); status != 0 {
				http.Error(w, "a proxy's page", status)
				return
			}
		}
		handle(w, r)
	}
}

// table is a request of either protocol.
type table struct {
	places                []Place
	sources, destinations []int
}

// tooLarge reports whether the server refuses the table.
func (s *Server) tooLarge(t *table) bool {
	return s.Most != 0 && len(t.sources)*len(t.destinations) > s.Most
}

func (s *Server) isRoadless(at Place) bool { return s.Roadless != nil && s.Roadless(at) }

// rows returns a matrix, with nil where there is no way.
func (s *Server) rows(t *table, length func(from, to Place) float64) [][]*float64 {
	var rows [][]*float64
	for _, i := range t.sources {
		row := []*float64{}
		for _, j := range t.destinations {
			from, to := t.places[i], t.places[j]
			if s.IsIsland != nil && s.IsIsland(from) != s.IsIsland(to) || s.isRoadless(from) || s.isRoadless(to) {
				row = append(row, nil)
				continue
			}
			v := length(from, to)
			row = append(row, &v)
		}
		rows = append(rows, row)
	}
	return rows
}

// waypoints returns the sources on their roads, nil for places without a road. off is the name of the
// distance to them.
func (s *Server) waypoints(t *table, off string) []map[string]any {
	var all []map[string]any
	for _, i := range t.sources {
		if s.isRoadless(t.places[i]) {
			all = append(all, nil)
			continue
		}
		at, metres := Snapped(t.places[i])
		all = append(all, map[string]any{"location": [2]float64{at.Longitude, at.Latitude}, off: metres, "name": "street"})
	}
	return all
}

// write answers a request. An error of writing is the client's.
func write(w http.ResponseWriter, status int, answer map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

func (s *Server) osrm(w http.ResponseWriter, r *http.Request) {
	refuse := func(code, message string) {
		write(w, http.StatusBadRequest, map[string]any{"code": code, "message": message})
	}
	t := &table{}
	for _, text := range strings.Split(r.PathValue("coordinates"), ";") {
		var at Place
		if n, err := fmt.Sscanf(text, "%g,%g", &at.Longitude, &at.Latitude); n != 2 || err != nil {
			refuse("InvalidUrl", "URL string malformed close to position 1: "+text)
			return
		}
		t.places = append(t.places, at)
	}
	annotations := "duration"
	for _, parameter := range strings.Split(r.URL.RawQuery, "&") {
		name, value, _ := strings.Cut(parameter, "=")
		var err error
		switch name {
		case "annotations":
			annotations = value
		case "sources":
			t.sources, err = indices(value, len(t.places))
		case "destinations":
			t.destinations, err = indices(value, len(t.places))
		default:
			err = fmt.Errorf("parameter %s", name)
		}
		if err != nil {
			refuse("InvalidQuery", err.Error())
			return
		}
	}
	t.complete()
	if len(t.places) < 2 {
		refuse("InvalidOptions", "Number of coordinates needs to be at least two.")
		return
	}
	if s.tooLarge(t) {
		refuse("TooBig", "Too many table coordinates")
		return
	}
	if at := slices.IndexFunc(t.places, s.isRoadless); at >= 0 {
		refuse("NoSegment", fmt.Sprintf("Could not find a matching segment for coordinate %d", at))
		return
	}
	length, found := measures[annotations]
	if !found {
		refuse("InvalidOptions", "annotations "+annotations)
		return
	}
	write(w, http.StatusOK, map[string]any{"code": "Ok", "sources": s.waypoints(t, "distance"),
		annotations + "s": s.rows(t, length)})
}

// complete makes all places sources and destinations where the request has none.
func (t *table) complete() {
	for _, list := range []*[]int{&t.sources, &t.destinations} {
		if *list != nil {
			continue
		}
		for i := range t.places {
			*list = append(*list, i)
		}
	}
}

// indices reads the numbers of places.
func indices(text string, n int) (list []int, err error) {
	for _, number := range strings.Split(text, ";") {
		i, err := strconv.Atoi(number)
		if err != nil || i < 0 || i >= n {
			return nil, fmt.Errorf("index %s", number)
		}
		list = append(list, i)
	}
	return list, nil
}

func (s *Server) openRouteService(w http.ResponseWriter, r *http.Request) {
	status := http.StatusBadRequest
	refuse := func(code int, message string) {
		write(w, status, map[string]any{"error": map[string]any{"code": code, "message": message}})
	}
	var body struct {
		Locations             [][2]float64
		Sources, Destinations []string
		Metrics               []string
		Units                 string
	}
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&body)
	metric := strings.Join(body.Metrics, ",")
	if err != nil || measures[metric] == nil {
		refuse(6003, fmt.Sprintf("Parameter has an invalid value: %v", err))
		return
	}
	t := &table{}
	for _, at := range body.Locations {
		t.places = append(t.places, Place{at[1], at[0]})
	}
	var other error
	if body.Sources != nil {
		t.sources, err = indices(strings.Join(body.Sources, ";"), len(t.places))
	}
	if body.Destinations != nil {
		t.destinations, other = indices(strings.Join(body.Destinations, ";"), len(t.places))
	}
	if err != nil || other != nil {
		refuse(6003, "sources or destinations")
		return
	}
	t.complete()
	if len(t.places) < 2 {
		refuse(6003, "Parameter 'locations' has incorrect value or format.")
		return
	}
	if s.tooLarge(t) {
		refuse(6004, fmt.Sprintf("Only a total of %d routes are allowed.", s.Most))
		return
	}
	for i, list := range [][]int{t.sources, t.destinations} {
		out := slices.IndexFunc(list, func(place int) bool { return s.Outside != nil && s.Outside(t.places[place]) })
		if out >= 0 {
			status = http.StatusNotFound
			refuse(6010, fmt.Sprintf("%s point(s) [%d] out of bounds: %g,%g", []string{"Source", "Destination"}[i], out,
				t.places[list[out]].Latitude, t.places[list[out]].Longitude))
			return
		}
	}
	write(w, http.StatusOK, map[string]any{"sources": s.waypoints(t, "snapped_distance"),
		metric + "s": s.rows(t, measures[metric])})
}
