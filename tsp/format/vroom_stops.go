package format

import (
	"fmt"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
)

// What it means that VROOM plans more than the order of jobs.
var (
	vehicleUnused = map[string]string{
		"capacity": anyLoad, "skills": allPlaces, "time_window": anyTime, "type": noService,
		"max_tasks": allPlaces, "max_travel_time": allPlaces, "max_distance": allPlaces,
		"breaks":       "the vehicle makes no breaks",
		"speed_factor": "travel times are not scaled",
		"steps":        "the search begins with its own tour",
	}
	jobUnused = map[string]string{
		"setup": noService, "service": noService, "setup_per_type": noService, "service_per_type": noService,
		"amount": anyLoad, "delivery": anyLoad, "pickup": anyLoad,
		"skills": allPlaces, "priority": allPlaces, "time_windows": anyTime,
	}
)

// addEnds makes the start and the end of the vehicle the first stops.
func (v *vroom) addEnds() {
	ends := []stop{v.vehicle.start, v.vehicle.end}
	given := func(at stop) bool { return at.index >= 0 || at.location != nil }
	if given(ends[0]) && given(ends[1]) && v.same(ends[0], ends[1]) {
		ends = ends[:1]
	} else {
		v.ends = &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
	}
	for i, at := range ends {
		if !given(at) {
			continue
		}
		if reason := v.unplaced(at); reason != "" {
			v.fail(refuse(v.name, "the %s of the vehicle %s", at.name, reason))
		}
		if v.ends != nil {
			v.ends[i] = int32(len(v.stops))
		}
		v.stops = append(v.stops, at)
	}
	v.own = len(v.stops)
}

// unplaced says what a stop lacks, "" if nothing.
func (v *vroom) unplaced(at stop) string {
	switch {
	case v.matrix == nil && at.location == nil:
		return "has no location of longitude and latitude, and there is no matrix"
	case v.matrix != nil && at.index < 0:
		return "has no index of its place in the matrix"
	case v.matrix != nil && at.index >= len(v.matrix):
		return fmt.Sprintf("has index %d: the file counts the %d places of the matrix from 0", at.index, len(v.matrix))
	}
	return ""
}

// readJobs makes each job a stop.
func (v *vroom) readJobs() {
	if !v.has("jobs") {
		return
	}
	r, bad := v.member("jobs"), faults.List{}
	r.array(func(int) {
		at := stop{index: -1}
		r.object(func(name string) { v.jobMember(r, &at, name) })
		if r.err != nil {
			return
		}
		if reason := v.unplaced(at); reason != "" {
			bad.Add(r.errorHere("job %s %s", quote(at.id), reason), faults.Named(at.name, "job "+quote(at.id)))
			return
		}
		if len(v.stops) == v.limits.Places {
			r.fail(r.tooManyPlaces())
		}
		if at.name == "" {
			at.name = at.id
		}
		v.stops = append(v.stops, at)
	})
	v.fail(bad.Err())
}

func (v *vroom) jobMember(r *jsonReader, at *stop, name string) {
	switch {
	case name == "id" && r.kind() == '0':
		at.id = r.cell()
	case name == "id":
		at.id = r.text()
	case name == "description":
		at.name = r.text()
	case name == "location":
		at.location = new(r.position())
	case name == "location_index":
		at.index = r.index()
	default:
		v.leaveOut(r, "jobs", name, jobUnused)
	}
}
