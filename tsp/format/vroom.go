package format

import "github.com/aco-vk/aco-vk/tsp"

// vroom reads a problem of VROOM with one vehicle
// (https://github.com/VROOM-Project/vroom/blob/master/docs/API.md).
type vroom struct {
	*document
	vehicle vehicle
	matrix  [][]float64 // of the vehicle's profile; nil: places have locations
	unit    string      // of the matrix
	stops   []stop
	own     int       // the first stops, which are the vehicle's start and end
	ends    *tsp.Ends // of an open path, else nil
}

type vehicle struct {
	profile    string
	start, end stop
	perHour    int // cost of travel time
	perKm      int // cost of distance
}

// stop is a start, an end or a job.
type stop struct {
	name, id string
	location *[2]float64 // longitude and latitude; nil: none
	index    int         // of the matrix, -1: none
}

// readVROOM reads the start of the vehicle, its jobs, and its end, if that is another place.
// Without start or end the path is open.
func (d *document) readVROOM() (*Input, error) {
	v, err := d.readProblem()
	if err != nil {
		return nil, err
	}
	table := &Table{Header: []string{"id", "name"}}
	for i, at := range v.stops {
		if err := v.ended(i); err != nil {
			return nil, err
		}
		table.Rows = append(table.Rows, []string{at.id, at.name})
	}
	input, err := v.instance(table)
	if err != nil {
		return nil, err
	}
	input.Format, input.Table, input.Ends = VROOM, table, v.ends
	input.Warnings = append(input.Warnings, d.unused.warnings()...)
	return input, nil
}

// readProblem reads the vehicle and its stops.
func (d *document) readProblem() (*vroom, error) {
	v := &vroom{document: d}
	for _, read := range []func(){v.checkMembers, v.readVehicle, v.readMatrix, v.addEnds, v.readJobs} {
		if d.err == nil {
			read()
		}
	}
	return v, d.err
}

// checkMembers refuses what one tour cannot have.
func (v *vroom) checkMembers() {
	for _, name := range v.names {
		switch r := v.member(name); name {
		case "vehicles", "jobs", "matrices":
		case "shipments":
			r.array(func(int) { r.failHere("shipments, which have an order of pickup and delivery, are not supported") })
		case "matrix":
			r.failHere("a matrix is given by profile: {\"matrices\": {\"car\": {\"durations\": ...}}}")
		default:
			v.unused.unknown("", name)
		}
	}
}

// readVehicle reads the only vehicle.
func (v *vroom) readVehicle() {
	vehicles := 0
	v.vehicle = vehicle{profile: "car", perHour: defaultPerHour}
	v.vehicle.start, v.vehicle.end = stop{name: "start", index: -1}, stop{name: "end", index: -1}
	if v.has("vehicles") {
		r := v.member("vehicles")
		r.array(func(int) {
			if vehicles++; vehicles > 1 {
				r.failHere("there is more than one vehicle; only problems of one vehicle are tours")
			}
			r.object(func(name string) { v.vehicleMember(r, name) })
		})
	}
	if vehicles == 0 {
		v.fail(refuse(v.name, "there is no vehicle; only problems of one vehicle are tours"))
	}
}

func (v *vroom) vehicleMember(r *jsonReader, name string) {
	vehicle := &v.vehicle
	switch name {
	case "profile":
		vehicle.profile = r.text()
	case "start":
		vehicle.start.location = new(r.position())
	case "end":
		vehicle.end.location = new(r.position())
	case "start_index":
		vehicle.start.index = r.index()
	case "end_index":
		vehicle.end.index = r.index()
	case "costs":
		r.object(func(cost string) { v.vehicleCost(r, cost) })
	case "id", "description":
		r.skip()
	default:
		v.leaveOut(r, "vehicles", name, vehicleUnused)
	}
}

// defaultPerHour is VROOM's cost of travel time: one for each second.
const defaultPerHour = 3600

func (v *vroom) vehicleCost(r *jsonReader, name string) {
	switch name {
	case "per_hour":
		v.vehicle.perHour = r.index()
	case "per_km":
		v.vehicle.perKm = r.index()
	case "fixed", "per_task_hour":
		v.unused.add("costs."+name, "these costs are the same for every order")
		r.skip()
	default:
		v.unused.unknown("costs", name)
		r.skip()
	}
}

// leaveOut skips a member of an object that is not used. known has the meanings of members.
func (v *vroom) leaveOut(r *jsonReader, object, name string, known map[string]string) {
	if meaning, found := known[name]; found {
		v.unused.add(name, meaning)
	} else {
		v.unused.unknown(object, name)
	}
	r.skip()
}
