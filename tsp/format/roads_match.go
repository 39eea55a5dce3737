package format

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
)

// Location is where a row of a matrix is.
type Location struct {
	Latitude, Longitude float64 // in degrees; NaN if they are not known
	// Off is the distance in metres between the place and this location on its nearest road, as the
	// server says; negative: it does not say.
	Off float64
}

// unknownOff stands for a server that does not say how far a place is from its nearest road.
const unknownOff = -1

// nowhere is the location of a row that has none.
var nowhere = Location{math.NaN(), math.NaN(), unknownOff}

func (l Location) known() bool { return !math.IsNaN(l.Latitude) && !math.IsNaN(l.Longitude) }

// equal reports whether two rows are at one location, or both at none.
func (l Location) equal(other Location) bool {
	return l.known() == other.known() && (!l.known() || l.Latitude == other.Latitude && l.Longitude == other.Longitude)
}

// metresTo returns the length of the great circle between two locations.
func (l Location) metresTo(other Location) float64 {
	const radius, degree = 6371008.8, math.Pi / 180
	half := func(v float64) float64 { s := math.Sin(v * degree / 2); return s * s }
	h := half(other.Latitude-l.Latitude) +
		math.Cos(l.Latitude*degree)*math.Cos(other.Latitude*degree)*half(other.Longitude-l.Longitude)
	return 2 * radius * math.Asin(math.Sqrt(min(h, 1)))
}

const (
	// nearRoad is how far from a place its row may be, in metres, if the file does not say how far
	// the road is. Places with an address are nearer.
	nearRoad = 500
	// farFromRoad is the distance to the nearest road, in metres, from which on a warning names the
	// place.
	farFromRoad = 1000
	// offError and offShare bound the error of a stated distance to the road, in metres and as a
	// part of it: servers round locations, and compute on other spheres.
	offError, offShare = 5, 0.01
)

// mismatch returns how badly a row at a location fits a place, in metres, and whether it may be its
// row: with a stated distance to the road the difference to it, else the distance.
func (l Location) mismatch(place Location) (metres float64, possible bool) {
	metres = l.metresTo(place)
	if l.Off < 0 {
		return metres, metres <= nearRoad
	}
	apart := math.Abs(metres - l.Off)
	return apart, apart <= offError+offShare*l.Off
}

// Locations returns where the places are, with longitudes in -180..180; nil if they have no latitudes
// and longitudes.
func (i *Input) Locations() []Location {
	located := i.Instance.Located()
	if located.Metric.Geometry() != tsp.Globe {
		return nil
	}
	at := make([]Location, located.Dimension())
	for city := range at {
		latitude, longitude := located.Degrees(city)
		at[city] = Location{Latitude: latitude, Longitude: math.Remainder(longitude, 360), Off: unknownOff}
	}
	return at
}

// rowMatch says which row of a matrix each place is.
type rowMatch struct {
	row             []int32 // by place
	notes, warnings []string
}

// match finds the rows of the places.
func (r *Roads) match(ctx context.Context, i *Input) (*rowMatch, error) {
	n := i.Instance.Dimension()
	if r.InOrder && len(r.Legs) == n {
		return r.inOrder(i.Instance), nil
	}
	switch row, missing, err := r.byNames(i.Instance); {
	case err != nil:
		return nil, err
	case len(missing) == 0:
		m := &rowMatch{row: row}
		m.note(r, "names")
		return m, nil
	case len(missing) < n:
		return nil, r.otherPlaces(i.Instance, missing)
	}
	if at := i.Locations(); at != nil && slices.ContainsFunc(r.At, Location.known) {
		return r.byLocation(ctx, i.Instance, at)
	}
	if len(r.Legs) != n {
		return nil, refuse(r.Name, "the matrix has %s, and %s has %s; give the matrix of these places",
			counted(len(r.Legs), "row"), i.Instance.Name, counted(n, "place"))
	}
	m := r.inOrder(i.Instance)
	if err := r.checkOrder(i.Instance, m); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(r.At, Location.known) {
		m.notes = []string{r.Name + ": row 1 of the matrix is taken as place 1, and so on: the places have no latitudes " +
			"and longitudes to compare"}
	}
	return m, nil
}

// inOrder returns the rows in the order of the places.
func (r *Roads) inOrder(in *tsp.Instance) *rowMatch {
	m := &rowMatch{row: cityset.All[int32](len(r.Legs))}
	m.warnings = r.farOff(in, m.row)
	return m
}

// note adds a note if the rows are in another order than the places, or if there are more of them.
func (m *rowMatch) note(r *Roads, by string) {
	for place, row := range m.row {
		if int(row) != place {
			m.notes = append(m.notes, fmt.Sprintf("%s: the rows are not in the order of the places: they were matched by %s",
				r.Name, by))
			break
		}
	}
	if more := len(r.Legs) - len(m.row); more > 0 {
		m.notes = append(m.notes, fmt.Sprintf("%s: %s of the matrix %s not used: no place is there", r.Name,
			counted(more, "row"), verb(more, "is", "are")))
	}
}

// candidate is a row that may be a place.
type candidate struct {
	mismatch   float64 // in metres
	place, row int32
}

// byLocation finds the rows by their locations. A row in the order of its place is taken if the
// locations do not tell the rows apart.
func (r *Roads) byLocation(ctx context.Context, in *tsp.Instance, at []Location) (*rowMatch, error) {
	near, err := r.near(ctx, at)
	if err != nil {
		return nil, err
	}
	m := &rowMatch{row: slices.Repeat([]int32{unmatched}, len(at))}
	owner := slices.Repeat([]int32{unmatched}, len(r.Legs))
	var unsure []int32
	least := slices.Repeat([]float64{math.Inf(1)}, len(at)) // by place, of all its candidates
	for _, c := range near {
		least[c.place] = min(least[c.place], c.mismatch)
		switch {
		case m.row[c.place] != unmatched:
		case owner[c.row] == unmatched:
			m.row[c.place], owner[c.row] = c.row, c.place
		case !at[c.place].equal(at[owner[c.row]]):
			unsure = append(unsure, c.place)
		}
	}
	var missing faults.List
	for place, row := range m.row {
		if row == unmatched {
			missing.Add(r.wrongPlace(in, at, place), in.CityText(int32(place)))
		}
	}
	if missing.Count == 0 && len(unsure) == 0 {
		m.note(r, "locations")
		m.warnings = r.farOff(in, m.row)
		return m, nil
	}
	if r.isInOrder(at, least) {
		return r.inOrder(in), nil
	}
	if err := missing.Err(); err != nil {
		return nil, err
	}
	return nil, refuse(r.Name, "several rows of the matrix are near %s, and their locations do not say which one it "+
		"is; give the rows in the order of the places", placeText(in, int(unsure[0])))
}

// near returns the rows that may be the places, the best first.
func (r *Roads) near(ctx context.Context, at []Location) ([]candidate, error) {
	const most = 32 // rows of a place: more are near it only if there is no telling them apart
	order := make([]int32, 0, len(r.At))
	reach := float64(nearRoad)
	for row, location := range r.At {
		if location.known() {
			order = append(order, int32(row))
			reach = max(reach, (1+offShare)*location.Off+offError)
		}
	}
	byLatitude := func(a, b int32) int { return cmp.Compare(r.At[a].Latitude, r.At[b].Latitude) }
	slices.SortFunc(order, byLatitude)
	const metresPerDegree = 111_000 // of latitude, at least 110,500
	degrees := reach / metresPerDegree * 1.01
	var near []candidate
	for place, location := range at {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		first, _ := slices.BinarySearchFunc(order, location.Latitude-degrees,
			func(row int32, latitude float64) int { return cmp.Compare(r.At[row].Latitude, latitude) })
		var own []candidate
		for _, row := range order[first:] {
			if r.At[row].Latitude > location.Latitude+degrees {
				break
			}
			if mismatch, possible := r.At[row].mismatch(location); possible {
				own = append(own, candidate{mismatch, int32(place), row})
			}
		}
		slices.SortFunc(own, candidate.compare)
		near = append(near, own[:min(len(own), most)]...)
	}
	slices.SortFunc(near, candidate.compare)
	return near, nil
}

func (c candidate) compare(other candidate) int {
	return cmp.Or(cmp.Compare(c.mismatch, other.mismatch), cmp.Compare(c.place, other.place),
		cmp.Compare(c.row, other.row))
}

// isInOrder reports whether row i may be place i for all places, and whether no other assignment of
// rows fits the locations much better. least has by place the smallest mismatch of any row.
func (r *Roads) isInOrder(at []Location, least []float64) bool {
	if len(r.At) != len(at) {
		return false
	}
	own, best := 0.0, 0.0
	for place, location := range at {
		if !r.At[place].known() {
			continue
		}
		mismatch, possible := r.At[place].mismatch(location)
		if !possible {
			return false
		}
		own, best = own+mismatch, best+least[place]
	}
	const slack = 1 // metre for each place: locations are rounded
	return own <= 2*best+float64(slack*len(at))
}

// wrongPlace returns the error for a place that no row can be.
func (r *Roads) wrongPlace(in *tsp.Instance, at []Location, place int) error {
	metres, name := tsp.Unit{Name: metre}, placeText(in, place)
	const advice = "give the matrix of these places"
	if len(r.Legs) != len(at) || !r.At[place].known() {
		return refuse(r.Name, "no row of the matrix is within %s of %s (%s); %s", metres.FormatValue(nearRoad), name,
			at[place], advice)
	}
	apart := metres.FormatValue(r.At[place].metresTo(at[place]))
	if off := r.At[place].Off; off >= 0 {
		apart += fmt.Sprintf(" away, where the file says %s", metres.FormatValue(off))
	} else {
		apart += " away"
	}
	return refuse(r.Name, "row %d of the matrix is at %s, and %s at %s, %s; no other row fits, either; %s", place+1,
		r.At[place], name, at[place], apart, advice)
}

// String writes a location as latitude and longitude.
func (l Location) String() string {
	return decimal(math.Round(l.Latitude*1e6)/1e6) + ", " + decimal(math.Round(l.Longitude*1e6)/1e6)
}

// farOff returns a warning if a place is far from its nearest road.
func (r *Roads) farOff(in *tsp.Instance, row []int32) []string {
	far, count := 0, 0
	for place, at := range row {
		if r.At != nil && r.At[at].Off > farFromRoad {
			if count++; count == 1 || r.At[at].Off > r.At[row[far]].Off {
				far = place
			}
		}
	}
	if count == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s %s more than %s from the nearest road (%s: %s): lengths begin and end on the road",
		counted(count, "place"), verb(count, "is", "are"), tsp.Unit{Name: metre}.FormatValue(farFromRoad),
		placeText(in, far), tsp.Unit{Name: metre}.FormatValue(r.At[row[far]].Off))}
}
