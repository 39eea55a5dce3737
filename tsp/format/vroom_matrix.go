package format

import (
	"math"
	"strings"
)

// readMatrix reads the matrix of the vehicle's profile, if there are matrices.
func (v *vroom) readMatrix() {
	if !v.has("matrices") {
		return
	}
	var profiles []string
	var found bool
	matrices := map[string]part{} // of the profile, by name
	r := v.member("matrices")
	r.object(func(profile string) {
		profiles = append(profiles, profile)
		if profile != v.vehicle.profile {
			r.skip()
			return
		}
		found = true
		r.object(func(name string) {
			p := r.skipped()
			p.name = "matrices, " + shorten(profile) + ", " + shorten(name)
			matrices[name] = p
		})
	})
	switch {
	case profiles == nil:
		return
	case !found:
		v.fail(refuse(v.name, "there is no matrix of the vehicle's profile %s; matrices has %s",
			quote(v.vehicle.profile), quote(strings.Join(profiles, ", "))))
	case len(profiles) > 1:
		v.unused.add("matrices of other profiles", "the vehicle has profile "+shorten(v.vehicle.profile))
	}
	name := v.minimized(matrices)
	if v.err != nil {
		return
	}
	for other := range matrices {
		if other != name {
			v.unused.add("matrices."+shorten(other), name+" are minimized")
		}
	}
	v.unit = map[string]string{"durations": second, "distances": metre}[name]
	v.matrix = v.of(matrices[name]).matrix()
}

// minimized returns the name of the matrix that VROOM minimizes: costs if there are any, else
// travel times or distances by the costs of the vehicle.
func (v *vroom) minimized(matrices map[string]part) string {
	has := func(name string) bool { return matrices[name].end > 0 }
	refused := func(format string, args ...any) string {
		v.fail(refuse(v.name, format, args...))
		return ""
	}
	time, distance := v.vehicle.perHour > 0, v.vehicle.perKm > 0
	switch {
	case v.options.Minimize != "" && has(string(v.options.Minimize)+"s"):
		return string(v.options.Minimize) + "s"
	case v.options.Minimize != "":
		return refused("the matrix of profile %s has no %ss", quote(v.vehicle.profile), v.options.Minimize)
	case has("costs") && (v.vehicle.perHour != defaultPerHour || distance):
		return refused("a vehicle with costs per hour or kilometre cannot have a matrix of costs; leave out one of them")
	case has("costs"):
		return "costs"
	case time && distance:
		return refused("costs per hour and per kilometre together are not supported; " +
			"give a matrix of costs, or set per_hour to 0")
	case distance && has("distances"):
		return "distances"
	case distance:
		return refused("the vehicle has costs per kilometre, and its profile has no distances")
	case has("durations"):
		return "durations"
	case has("distances"):
		v.unused.add("costs.per_hour", "the profile has no durations, and distances are minimized")
		return "distances"
	}
	return refused("the matrix of profile %s has neither durations, distances nor costs", quote(v.vehicle.profile))
}

// stopsMatrix returns the distances of the stops in the matrix. Stops at one place without a
// distance to itself are 0 apart.
func (v *vroom) stopsMatrix() ([][]float64, error) {
	const few = 2000 // stops, whose distances need little memory
	n := len(v.stops)
	if int64(n)*int64(n) > v.limits.Distances {
		return nil,
			overLimit(refuse(v.name, "the matrix of %d stops has more than %d distances, the limit; give fewer stops",
				n, v.limits.Distances))
	}
	if rows := len(v.matrix); n > max(few, 2*rows) {
		return nil,
			refuse(v.name, "there are %d stops at the %d places of the matrix; make one job of the jobs of a place",
				n, rows)
	}
	distances := make([][]float64, n)
	for i, from := range v.stops {
		if err := v.ended(0); err != nil {
			return nil, err
		}
		distances[i] = make([]float64, n)
		for j, to := range v.stops {
			d := v.matrix[from.index][to.index]
			if from.index == to.index && math.IsInf(d, 1) {
				d = 0
			}
			distances[i][j] = d
		}
	}
	return distances, nil
}

// roads returns the matrix of the stops, with the names, ids and locations that the stops have.
func (v *vroom) roads() (*Roads, error) {
	distances, err := v.stopsMatrix()
	if err != nil {
		return nil, err
	}
	r := &Roads{Name: v.name, Legs: distances, Unit: v.unit, ends: v.ends}
	if v.own > 0 {
		r.start = new(int32) // the first stop
	}
	for i, at := range v.stops {
		r.labels, r.IDs = append(r.labels, at.name), append(r.IDs, at.id)
		if i < v.own {
			at.name = "" // a place with another name
		}
		r.Names = append(r.Names, at.name)
		location := nowhere
		if at.location != nil {
			location.Longitude, location.Latitude = at.location[0], at.location[1]
		}
		r.At = append(r.At, location)
	}
	return r, nil
}

// instance returns the instance of the stops: by the matrix if there is one, else by their
// locations.
func (v *vroom) instance(table *Table) (*Input, error) {
	if v.matrix != nil {
		r, err := v.roads()
		if err != nil {
			return nil, err
		}
		return v.matrixOf(r, VROOM)
	}
	if v.options.Minimize != "" {
		return nil, v.options.oneMatrix(v.name)
	}
	if err := v.checkPlaces(len(v.stops), VROOM); err != nil {
		return nil, err
	}
	p := &places{globe: true, table: table}
	table.Header = append(table.Header, "lat", "lon")
	for i, at := range v.stops {
		if err := v.ended(i); err != nil {
			return nil, err
		}
		x, y := at.location[0], at.location[1]
		p.add(x, y)
		p.names = append(p.names, at.name)
		table.Rows[i] = append(table.Rows[i], decimal(y), decimal(x))
	}
	input, err := v.instanceOf(p, VROOM, []string{noMatrix})
	if err != nil {
		return nil, err
	}
	input.ownLengths = append(input.ownLengths, noMatrix)
	return input, nil
}

// noMatrix is the warning of a problem whose places have locations alone.
const noMatrix = "there is no matrix: lengths follow from the locations, not from travel times"

// add adds a place.
func (p *places) add(x, y float64) { p.x, p.y = append(p.x, x), append(p.y, y) }

// same reports whether two stops are at one place.
func (v *vroom) same(a, b stop) bool {
	if v.matrix != nil {
		return a.index == b.index
	}
	return (a.location == nil) == (b.location == nil) && (a.location == nil || *a.location == *b.location)
}
