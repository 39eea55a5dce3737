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
	location []float64 // longitude and latitude; nil: none
	index    int       // of the matrix, -1: none
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
	for _, read := range []func() error{v.checkMembers, v.readVehicle, v.readMatrix, v.addEnds, v.readJobs} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// checkMembers refuses what one tour cannot have.
func (v *vroom) checkMembers() error {
	for _, name := range v.names {
		switch r := v.member(name); name {
		case "vehicles", "jobs", "matrices":
		case "shipments":
			err := r.array(func(int) error {
				return r.errorHere("shipments, which have an order of pickup and delivery, are not supported")
			})
			if err != nil {
				return err
			}
		case "matrix":
			return r.errorHere("a matrix is given by profile: {\"matrices\": {\"car\": {\"durations\": ...}}}")
		default:
			v.unused.unknown("", name)
		}
	}
	return nil
}

// readVehicle reads the only vehicle.
func (v *vroom) readVehicle() error {
	vehicles := 0
	v.vehicle = vehicle{profile: "car", perHour: defaultPerHour}
	v.vehicle.start, v.vehicle.end = stop{name: "start", index: -1}, stop{name: "end", index: -1}
	if v.has("vehicles") {
		r := v.member("vehicles")
		err := r.array(func(int) error {
			if vehicles++; vehicles > 1 {
				return r.errorHere("there is more than one vehicle; only problems of one vehicle are tours")
			}
			return r.object(func(name string) error { return v.vehicleMember(r, name) })
		})
		if err != nil {
			return err
		}
	}
	if vehicles == 0 {
		return refuse(v.name, "there is no vehicle; only problems of one vehicle are tours")
	}
	return nil
}

func (v *vroom) vehicleMember(r *jsonReader, name string) (err error) {
	vehicle := &v.vehicle
	meaning, known := vehicleUnused[name]
	switch name {
	case "profile":
		vehicle.profile, err = r.text()
	case "start":
		vehicle.start.location, err = r.position()
	case "end":
		vehicle.end.location, err = r.position()
	case "start_index":
		vehicle.start.index, err = r.index()
	case "end_index":
		vehicle.end.index, err = r.index()
	case "costs":
		return r.object(func(cost string) error { return v.vehicleCost(r, cost) })
	case "id", "description":
		return r.skip()
	default:
		if known {
			v.unused.add(name, meaning)
		} else {
			v.unused.unknown("vehicles", name)
		}
		return r.skip()
	}
	return err
}

// defaultPerHour is VROOM's cost of travel time: one for each second.
const defaultPerHour = 3600

func (v *vroom) vehicleCost(r *jsonReader, name string) (err error) {
	switch name {
	case "per_hour":
		v.vehicle.perHour, err = r.index()
		return err
	case "per_km":
		v.vehicle.perKm, err = r.index()
		return err
	case "fixed", "per_task_hour":
		v.unused.add("costs."+name, "these costs are the same for every order")
	default:
		v.unused.unknown("costs", name)
	}
	return r.skip()
}
