package pipe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// request is a frame of the client. Fields that are missing are not set.
type request struct {
	Op     string  `json:"op"`     // solve or cancel
	ID     int64   `json:"id"`     // 1 or more
	Arrays []array `json:"arrays"` // which readFrame has read

	// Metric is that of points: a format.Metric or one of TSPLIB's names, whose distances are
	// rounded as TSPLIB says. Unit is the unit of the numbers, and with haversine m or km.
	Metric string `json:"metric"`
	Unit   string `json:"unit"`

	// Times of the rules are in seconds. TimeLimit counts from the arrival of the request, without
	// the wait for a device.
	option.Rules[float64]
	Target    *float64      `json:"target"`     // in the unit
	StayClose *float64      `json:"stay_close"` // price in the unit of a leg that initial does not have
	Seed      *uint64       `json:"seed"`
	Path      *tsp.Ends     `json:"path"` // -1: any city
	Algorithm aco.Algorithm `json:"algorithm"`
	Device    string        `json:"device"`
	Bound     bool          `json:"bound"`
	Progress  bool          `json:"progress"`

	points, matrix   [][]float64 // by city
	fixed, forbidden []tsp.Edge
	initial          tsp.Tour // an earlier order: without places that are new, and with gone ones as format.NoCity
	changes          string   // places that are kept, new and gone since the earlier order; "": all are kept
	arrived          time.Time
}

const (
	opSolve  = "solve"
	opCancel = "cancel"
)

// kilometre is the unit of the globe beside the metre.
const kilometre = "km"

// readRequest reads a request. The error is a *FrameError, and io.EOF at the end of the input.
func readRequest(frame []byte, arrays []values) (r request, err error) {
	r.arrived = time.Now()
	decoder := json.NewDecoder(bytes.NewReader(frame))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		return r, wrongFrame("header: %v", err)
	}
	if r.ID < 1 {
		return r, wrongFrame("the id %d; give 1 or more", r.ID)
	}
	for _, v := range arrays {
		if err := r.take(v); err != nil {
			return r, err
		}
	}
	return r, nil
}

// take takes an array of the frame.
func (r *request) take(v values) error {
	columns := 0
	if len(v.Shape) == 2 {
		columns = v.Shape[1]
	}
	isFloat := v.Type == "f8"
	switch {
	case v.Name == "points" && isFloat && columns > 0:
		r.points = rows(v.floats, columns)
	case v.Name == "matrix" && isFloat && columns > 0:
		r.matrix = rows(v.floats, columns)
	case v.Name == "fixed" && !isFloat && columns == 2:
		r.fixed = edges(v.ints)
	case v.Name == "forbidden" && !isFloat && columns == 2:
		r.forbidden = edges(v.ints)
	case v.Name == "initial" && !isFloat && columns == 0:
		r.initial = v.ints
	default:
		return wrongFrame("array %q of type %s and shape %v; there are points and matrix of type f8, "+
			"fixed and forbidden with two columns and initial of type i4", v.Name, v.Type, v.Shape)
	}
	return nil
}

func rows(elements []float64, columns int) [][]float64 {
	return slices.Collect(slices.Chunk(elements, columns))
}

func edges(cities []int32) (list []tsp.Edge) {
	for pair := range slices.Chunk(cities, 2) {
		list = append(list, tsp.Edge(pair))
	}
	return list
}

// instance returns the instance of a request.
func (r *request) instance(ctx context.Context) (in *tsp.Instance, err error) {
	if (r.points == nil) == (r.matrix == nil) {
		return nil, tsp.Errorf("instance", "give either points or a matrix")
	}
	n := max(len(r.points), len(r.matrix))
	for name, list := range map[string][]tsp.Edge{"fixed": r.fixed, "forbidden": r.forbidden} {
		for _, e := range list {
			if min(e[0], e[1]) < 0 || int(max(e[0], e[1])) >= n || e[0] == e[1] {
				return nil, &aco.OptionError{Option: name, Reason: fmt.Sprintf(
					"(%d, %d) is not a pair of two places in 0..%d", e[0], e[1], n-1)}
			}
		}
	}
	if r.matrix != nil {
		in, err = r.ofMatrix(ctx)
	} else if in, err = r.ofPoints(); err == nil && len(r.forbidden) > 0 {
		in, err = r.withForbidden(ctx, in)
	}
	if err != nil {
		return nil, err
	}
	if len(r.fixed) > 0 {
		return in.WithFixed(r.fixed...)
	}
	return in, nil
}

// ofPoints returns the instance of points.
func (r *request) ofPoints() (in *tsp.Instance, err error) {
	columns := len(r.points[0])
	axes, bad := make([][]float64, columns), faults.List{}
	for axis := range axes {
		axes[axis] = make([]float64, len(r.points))
		for city, point := range r.points {
			if axes[axis][city] = point[axis]; math.IsNaN(point[axis]) || math.IsInf(point[axis], 0) {
				bad.Add(tsp.Errorf("instance", "place %d has the coordinate %v", city, point[axis]), fmt.Sprintf("place %d", city))
			}
		}
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	metric := tsp.Metric(r.Metric)
	if columns != 2 && (metric.Geometry() == tsp.Matrix || metric.Axes() != columns) {
		return nil, tsp.Errorf("instance", "points have %d coordinates; give two, or a matrix of the distances", columns)
	}
	switch format.Metric(r.Metric) {
	case format.Haversine:
		if r.Unit != kilometre && r.Unit != "m" && r.Unit != "" {
			return nil, &aco.OptionError{Option: "unit",
				Reason: fmt.Sprintf("%q is no unit of distances on the globe; use m or km", r.Unit)}
		}
		return tsp.FromDegrees(axes[0], axes[1])
	case format.Euclidean, "":
		in, err = tsp.FromXY(tsp.EUC2D, axes[0], axes[1])
	case format.Manhattan:
		in, err = tsp.FromXY(tsp.MAN2D, axes[0], axes[1])
	default:
		if !metric.InTSPLIB() {
			return nil, &aco.OptionError{Option: "metric", Reason: fmt.Sprintf(
				"%q is not one of %v nor a metric of TSPLIB", r.Metric, format.Metrics)}
		}
		in, err = tsp.FromCoordinates(metric, axes...)
	}
	if err == nil {
		in.Unit.Name = r.Unit
	}
	return in, err
}

// warnings returns what looks wrong with points.
func (r *request) warnings(in *tsp.Instance) []string {
	if r.Metric != "" || in.Given == nil || in.Given.X == nil {
		return nil
	}
	const remedy = "use metric haversine, which takes the latitude first, or columns lat and lon"
	if warning := format.DegreesInPlane(in.Given.X, in.Given.Y, remedy); warning != "" {
		return []string{warning}
	}
	return nil
}

// maxForbidding is the number of places up to which the matrix is made that forbidden edges need.
const maxForbidding = 10_000

// withForbidden returns the instance of points as a matrix without distances of forbidden edges.
func (r *request) withForbidden(ctx context.Context, in *tsp.Instance) (*tsp.Instance, error) {
	n := in.Dimension()
	if n > maxForbidding {
		return nil, &aco.OptionError{Option: "forbidden",
			Reason: fmt.Sprintf("there are %d places, more than %d; give a matrix", n, maxForbidding)}
	}
	matrix := rows(make([]float64, n*n), n)
	for i, row := range matrix {
		for j := range row {
			row[j] = in.UnitDistance(i, j)
		}
	}
	forbid(matrix, r.forbidden, true)
	return tsp.FromDecimals(ctx, matrix, in.Unit.Name)
}

// ofMatrix returns the instance of a matrix.
func (r *request) ofMatrix(ctx context.Context) (*tsp.Instance, error) {
	if n, columns := len(r.matrix), len(r.matrix[0]); n != columns {
		return nil, tsp.Errorf("instance", "the matrix has %d rows and %d columns; give a square one", n, columns)
	}
	if r.Metric != "" {
		return nil, &aco.OptionError{Option: "metric", Reason: "a matrix has its own distances; leave it out"}
	}
	if len(r.forbidden) > 0 {
		forbid(r.matrix, r.forbidden, isSymmetric(r.matrix))
	}
	return tsp.FromDecimals(ctx, r.matrix, r.Unit)
}

// forbid sets the distances of forbidden edges, in a symmetric matrix of both directions.
func forbid(matrix [][]float64, edges []tsp.Edge, symmetric bool) {
	for _, e := range edges {
		matrix[e[0]][e[1]] = math.Inf(1)
		if symmetric {
			matrix[e[1]][e[0]] = math.Inf(1)
		}
	}
}

func isSymmetric(matrix [][]float64) bool {
	for i, row := range matrix {
		for j := range i {
			if row[j] != matrix[j][i] {
				return false
			}
		}
	}
	return true
}

// unitsOf returns how many units of the instance a unit of the client is.
func (r *request) unitsOf() float64 {
	if format.Metric(r.Metric) == format.Haversine && r.Unit == kilometre {
		return 1000
	}
	return 1
}

// options returns the options of the run, without Progress.
func (r *request) options(ctx context.Context, in *tsp.Instance) (o aco.Options, err error) {
	o = aco.Options{Seed: r.Seed, Path: r.Path}
	if err := choice.SetRules(&o, r.Rules); err != nil {
		return o, err
	}
	if o.Target, err = r.steps(in, "Target", r.Target); err != nil {
		return o, err
	}
	if o.StayClose.Price, err = r.steps(in, "StayClose.Price", r.StayClose); err != nil {
		return o, err
	}
	if r.Path != nil {
		for _, end := range r.Path {
			if end < tsp.FreeEnd || int(end) >= in.Dimension() {
				return o, &aco.OptionError{Option: "Path",
					Reason: fmt.Sprintf("%d is not a place in 0..%d", end, in.Dimension()-1)}
			}
		}
		if r.Path[0] == r.Path[1] && r.Path[0] != tsp.FreeEnd {
			return o, &aco.OptionError{Option: "Path",
				Reason: fmt.Sprintf("it begins and ends at place %d; give two different places", r.Path[0])}
		}
	}
	if r.initial != nil {
		if err := r.setInitial(ctx, in, &o); err != nil {
			return o, err
		}
	}
	o.Method, err = choice.Request{Algorithm: r.Algorithm, Cities: in.Dimension()}.Method()
	return o, err
}

// steps returns a length of an option in steps, 0 without it.
func (r *request) steps(in *tsp.Instance, option string, length *float64) (int64, error) {
	if length == nil {
		return 0, nil
	}
	if !(*length > 0) || math.IsInf(*length, 1) {
		return 0, &aco.OptionError{Option: option, Reason: fmt.Sprintf("%v is not a length above 0", *length)}
	}
	text := strconv.FormatFloat(*length, 'f', -1, 64)
	if r.unitsOf() != 1 {
		text += " " + r.Unit
	}
	return choice.Length(in.Unit, option, text)
}

// setInitial sets the tour with which the run begins, from an earlier order.
func (r *request) setInitial(ctx context.Context, in *tsp.Instance, o *aco.Options) error {
	earlier := &format.EarlierTour{Shape: format.ShapeClosed}
	if r.Path != nil {
		earlier.Shape = format.ShapeOpen
	}
	for _, city := range r.initial {
		if city == format.NoCity {
			earlier.Gone++
		} else {
			earlier.Order = append(earlier.Order, city)
		}
	}
	n := in.Dimension()
	if err := checkOrder(earlier.Order, n); err != nil {
		return err
	}
	if len(earlier.Order) < n || earlier.Gone > 0 {
		r.changes = fmt.Sprintf("initial: %d places kept, %d new, %d gone", len(earlier.Order), n-len(earlier.Order), earlier.Gone)
	}
	if o.StayClose.Price != 0 {
		o.StayClose.Order, o.StayClose.Open = earlier.Order, r.Path != nil
	}
	var err error
	o.InitialTour, err = days.Start(ctx, in, earlier, r.Path)
	return err
}

// checkOrder returns an error if an order is empty, has a city twice, or has a city outside 0..n-1.
func checkOrder(order tsp.Tour, n int) error {
	refuse := func(reason string, args ...any) error {
		return &aco.OptionError{Option: "InitialTour", Reason: fmt.Sprintf(reason, args...)}
	}
	if len(order) == 0 {
		return refuse("it has none of the places 0..%d", n-1)
	}
	seen := make([]bool, n)
	for _, city := range order {
		if city < 0 || int(city) >= n {
			return refuse("%d is not a place in 0..%d", city, n-1)
		}
		if seen[city] {
			return refuse("place %d is in it twice", city)
		}
		seen[city] = true
	}
	return nil
}
