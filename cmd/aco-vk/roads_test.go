package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/aco-vk/aco-vk/tsp/roads/roadstest"
)

// listed is a place of a list in CSV.
type listed struct {
	roadstest.Place
	name string
}

// listOf reads the places of a list in CSV with the columns name, lat and lon, and all of its
// columns.
func listOf(ts *testscript.TestScript, file string) (list []listed, columns map[string][]string) {
	rows, err := csv.NewReader(strings.NewReader(ts.ReadFile(file))).ReadAll()
	ts.Check(err)
	columns = map[string][]string{}
	for column, name := range rows[0] {
		for _, row := range rows[1:] {
			columns[name] = append(columns[name], row[column])
		}
	}
	for i, name := range columns["name"] {
		list = append(list, listed{roadstest.Place{Latitude: float(ts, columns["lat"][i]), Longitude: float(ts, columns["lon"][i])}, name})
	}
	return list, columns
}

func float(ts *testscript.TestScript, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	ts.Check(err)
	return v
}

// ways returns the lengths between places, null where one of them is on an island.
func ways(list []listed, length func(from, to roadstest.Place) float64, island string) (rows [][]any) {
	for _, from := range list {
		var row []any
		for _, to := range list {
			if island != "" && (from.name == island) != (to.name == island) {
				row = append(row, nil)
				continue
			}
			row = append(row, length(from.Place, to.Place))
		}
		rows = append(rows, row)
	}
	return rows
}

// matrixKinds are the formats of matrices as other programs write them.
var matrixKinds = map[string]func(list []listed, metres, seconds [][]any) any{
	"osrm": func(list []listed, metres, seconds [][]any) any {
		return map[string]any{"code": "Ok", "durations": seconds, "distances": metres,
			"sources": snapped(list, "distance"), "destinations": snapped(list, "distance")}
	},
	"osrm-old": func(list []listed, _, seconds [][]any) any { // without distances to the roads
		return map[string]any{"code": "Ok", "durations": seconds, "sources": snapped(list, "")}
	},
	"openrouteservice": func(list []listed, metres, seconds [][]any) any {
		for _, row := range metres {
			for i, d := range row {
				if d != nil {
					row[i] = d.(float64) / 1000
				}
			}
		}
		return map[string]any{"durations": seconds, "distances": metres, "sources": snapped(list, "snapped_distance"),
			"destinations": snapped(list, "snapped_distance"), "metadata": map[string]any{"service": "matrix",
				"query": map[string]any{"profile": "driving-car", "units": "km", "responseType": "json"}}}
	},
	"locations": func(list []listed, _, seconds [][]any) any {
		var at [][2]float64
		for _, p := range list {
			at = append(at, [2]float64{p.Longitude, p.Latitude})
		}
		return map[string]any{"locations": at, "durations": seconds}
	},
	"graphhopper": func(_ []listed, metres, seconds [][]any) any {
		return map[string]any{"distances": metres, "times": seconds, "info": map[string]any{"took": 12}}
	},
	"json": func(_ []listed, metres, _ [][]any) any { return metres },
	"vroom": func(list []listed, metres, seconds [][]any) any {
		var jobs []any
		for i, p := range list[1:] {
			jobs = append(jobs, map[string]any{"id": i + 1, "location_index": i + 1, "description": p.name})
		}
		return map[string]any{"vehicles": []any{map[string]any{"id": 1, "start_index": 0, "end_index": 0}}, "jobs": jobs,
			"matrices": map[string]any{"car": map[string]any{"durations": whole(seconds), "distances": whole(metres)}}}
	},
}

// whole rounds to whole numbers, as VROOM has them.
func whole(rows [][]any) [][]any {
	for _, row := range rows {
		for i, v := range row {
			if v != nil {
				row[i] = math.Round(v.(float64))
			}
		}
	}
	return rows
}

// snapped returns the waypoints of places, with the distances to their roads under a name.
func snapped(list []listed, off string) []map[string]any {
	var all []map[string]any
	for _, p := range list {
		at, metres := roadstest.Snapped(p.Place)
		w := map[string]any{"location": [2]float64{at.Longitude, at.Latitude}, "name": "street"}
		if off != "" {
			w[off] = metres
		}
		all = append(all, w)
	}
	return all
}

// writeMatrix writes the ways between the places of a list as another program does. With shuffled
// the rows are in another order, with island=NAME no way leads to a place: matrix KIND PLACES.CSV
// FILE [shuffled] [island=NAME]
func writeMatrix(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: matrix KIND PLACES.CSV FILE [shuffled] [island=NAME]")
	}
	list, _ := listOf(ts, args[1])
	island := ""
	for _, option := range args[3:] {
		if name, found := strings.CutPrefix(option, "island="); found {
			island = name
			continue
		}
		slices.Reverse(list)
		list[0], list[2] = list[2], list[0]
	}
	metres, seconds := ways(list, roadstest.Metres, island), ways(list, roadstest.Seconds, island)
	f, err := os.Create(ts.MkAbs(args[2]))
	ts.Check(err)
	defer f.Close()
	if write := matrixKinds[args[0]]; write != nil {
		ts.Check(json.NewEncoder(f).Encode(write(list, metres, seconds)))
		return
	}
	named := args[0] == "names"
	w := csv.NewWriter(f)
	if named {
		header := []string{""}
		for _, p := range list {
			header = append(header, p.name)
		}
		ts.Check(w.Write(header))
	}
	for i, row := range metres {
		var record []string
		if named {
			record = append(record, list[i].name)
		}
		for _, v := range row {
			if text := fmt.Sprint(v); v != nil {
				record = append(record, text)
			} else {
				record = append(record, "")
			}
		}
		ts.Check(w.Write(record))
	}
	w.Flush()
	ts.Check(w.Error())
}

// driven checks a route of few places: each leg is the way from the place before, the length is the
// sum of the legs, and no other order of the places is shorter. A route that does not return keeps
// its ends: driven ROUTE.CSV metres|seconds|whole-seconds
func driven(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: driven ROUTE.CSV metres|seconds|whole-seconds")
	}
	way, unit := roadstest.Seconds, "_s"
	switch args[1] {
	case "metres":
		way, unit = roadstest.Metres, "_m"
	case "whole-seconds":
		way = func(from, to roadstest.Place) float64 { return math.Round(roadstest.Seconds(from, to)) }
	}
	list, columns := listOf(ts, args[0])
	legs, lengths := columns["leg"+unit], columns["length"+unit]
	if legs == nil { // a matrix without a unit
		legs, lengths = columns["leg"], columns["length"]
	}
	sum := 0.0
	for i := 1; i < len(list); i++ {
		leg := way(list[i-1].Place, list[i].Place)
		if sum += leg; math.Abs(float(ts, legs[i])-leg) > 1e-6 || math.Abs(float(ts, lengths[i])-sum) > 1e-6 {
			ts.Fatalf("from %s to %s the leg is %s and the length %s, want %v and %v", list[i-1].name, list[i].name, legs[i], lengths[i], leg, sum)
		}
	}
	last := len(list) - 1
	if best := shortest(list[0], list[last], list[1:last], way); sum > best+1e-6 {
		ts.Fatalf("the length is %v, and the shortest is %v", sum, best)
	}
}

// shortest returns the length of the shortest way from one place through others to a last one.
func shortest(from, to listed, between []listed, way func(from, to roadstest.Place) float64) float64 {
	if len(between) == 0 {
		return way(from.Place, to.Place)
	}
	best := math.Inf(1)
	for i, next := range between {
		rest := slices.Delete(slices.Clone(between), i, i+1)
		best = min(best, way(from.Place, next.Place)+shortest(next, to, rest, way))
	}
	return best
}

// routingServers has the servers of all scripts by address.
var routingServers sync.Map

// requests checks how many requests a server has had: requests URL COUNT
func requests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: requests URL COUNT")
	}
	s, found := routingServers.Load(args[0])
	if !found {
		ts.Fatalf("no server at %s", args[0])
	}
	if count, _ := s.(*roadstest.Server).Requests(); strconv.Itoa(count) != args[1] {
		ts.Fatalf("%d requests, want %s", count, args[1])
	}
}

// routing starts a routing server until the end of the script, whose address is in a variable:
// routing VARIABLE [most=N] [island=LATITUDE] [roadless=LATITUDE] [busy] [delay=DURATION]
func routing(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: routing VARIABLE [most=N] [island=LATITUDE] [roadless=LATITUDE] [busy] [delay=DURATION]")
	}
	s := roadstest.New()
	ts.Defer(s.Close)
	ts.Setenv(args[0], s.URL)
	routingServers.Store(s.URL, s)
	for _, option := range args[1:] {
		name, value, _ := strings.Cut(option, "=")
		latitude, _ := strconv.ParseFloat(value, 64)
		at := func(p roadstest.Place) bool { return p.Latitude == latitude }
		var err error
		switch name {
		case "most":
			s.Most, err = strconv.Atoi(value)
		case "island":
			s.IsIsland = at
		case "roadless":
			s.Roadless = at
		case "busy":
			s.Failure = func(request int) int {
				if request == 1 {
					return http.StatusServiceUnavailable
				}
				return 0
			}
		case "delay":
			var delay time.Duration
			delay, err = time.ParseDuration(value)
			s.Failure = func(int) int {
				time.Sleep(delay)
				return 0
			}
		}
		ts.Check(err)
	}
	s.Requests() // its lock orders the options before the requests of other processes
}
