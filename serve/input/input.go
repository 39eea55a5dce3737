// Package input makes of a job what package aco solves: the instance from the object of the job,
// and the options of the run.
//
// The server reads an instance when it accepts a job, and the worker reads the same bytes again.
package input

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Unnamed is the name of an instance whose file has none. It stands for the object in the
// messages of errors.
const Unnamed = "instance"

// Coordinates is the format of an object that is a JSON array of pairs: x and y or, with the
// metric haversine, latitude and longitude. Package tsp/format has all other formats; a
// matrix as a JSON array is format.JSON.
const Coordinates = "coordinates"

// Read reads the instance of a job that is not accepted yet. What in says about the file may be
// "": it is then found by content. An instance of more cities than limits.Places is a
// *tsp.LimitError.
func Read(ctx context.Context, r io.Reader, in job.Input, limits format.Limits) (*format.Input, error) {
	columns, err := format.ParseColumns(in.Columns)
	if err != nil {
		return nil, err
	}
	options := format.Options{
		Format: format.Format(in.Format), Columns: columns, Sheet: in.Sheet, CRS: in.CRS,
		Metric: format.Metric(in.Metric), Limits: limits,
	}
	if in.Matrix == "" {
		options.Minimize = format.Measure(in.Minimize)
	}
	if in.Format == Coordinates {
		input, err := format.ReadPairs(ctx, r, Coordinates, options)
		if err == nil {
			input.Format, input.Instance.Name = Coordinates, Unnamed
		}
		return input, err
	}
	input, err := format.Read(ctx, r, Unnamed, options)
	if err != nil {
		return nil, err
	}
	return input, checkCities(input.Instance.Dimension(), limits.Places)
}

// checkCities returns an error if there are more cities than allowed; 0 allows any number.
func checkCities(cities, allowed int) error {
	if allowed > 0 && cities > allowed {
		reason := fmt.Sprintf("there are more than %d cities, the limit; give fewer", allowed)
		return &tsp.LimitError{Err: &tsp.Error{Subject: Unnamed, Reason: reason}}
	}
	return nil
}

// Length verifies a tour of a job, or a path with its ends, and returns its length in steps. The
// error is a *verify.Error.
func Length(in *tsp.Instance, tour tsp.Tour, ends *tsp.Ends) (int64, error) {
	if ends != nil {
		return verify.Path(in, tour, ends[0], ends[1])
	}
	return verify.Tour(in, tour)
}

// Options returns the options of the run. earlier is the route from which it begins; nil: none. Devices, checkpoints
// and what a job repeats are up to the caller.
func Options(ctx context.Context, o job.Options, in *format.Input, earlier *format.EarlierTour) (aco.Options, error) {
	request := choice.Request{Algorithm: aco.Algorithm(o.Algorithm), Preset: o.Preset, Cities: in.Instance.Dimension()}
	if o.Machines > 1 && o.Algorithm == "" {
		request.Algorithm = aco.AlgorithmMerged // which exchanges tours
	}
	for _, option := range []struct {
		path  string
		value int
	}{{"Ants", o.Ants}, {"Colonies", o.Colonies}, {"Candidates", o.Candidates}} {
		if option.value != 0 {
			request.Given = append(request.Given, choice.Option{Path: option.path, Value: option.value})
		}
	}
	method, err := request.Method()
	if automatic, ok := method.(aco.Automatic); ok {
		automatic.AnyDevice = true // another worker may repeat or continue the job
		method = automatic
	}
	if err != nil {
		return aco.Options{}, err
	}
	route, err := RouteOf(o, in)
	options := aco.Options{Method: method, Seed: o.Seed, Path: route.Ends, Target: o.Target}
	if err == nil {
		err = choice.SetRules(&options, o.Rules())
	}
	if err == nil {
		err = setEarlier(ctx, &options, o.StayClose, in.Instance, earlier)
	}
	return options, err
}

// setEarlier sets the earlier route from which a run begins, and the price of a leg that it does not have.
func setEarlier(ctx context.Context, o *aco.Options, price string, in *tsp.Instance, earlier *format.EarlierTour) (err error) {
	if price != "" {
		if o.StayClose.Price, err = choice.Length(in.Unit, "StayClose.Price", price); err != nil {
			return err
		}
	}
	switch {
	case earlier == nil && price != "":
		return &aco.OptionError{Option: "StayClose.Price", Reason: "there is no earlier route; give one, or leave it out"}
	case earlier == nil:
		return nil
	case price != "":
		o.StayClose.Order, o.StayClose.Open = earlier.Order, earlier.Shape == format.ShapeOpen
	}
	o.InitialTour, err = days.Start(ctx, in, earlier, o.Path)
	return err
}

// Rescale gives the instance steps for the path of a job; see [tsp.Instance.Rescaled].
func Rescale(ctx context.Context, o job.Options, in *format.Input) error {
	route, err := RouteOf(o, in)
	if err != nil {
		return nil // Options returns the error
	}
	return in.Rescale(ctx, route.Ends)
}

// checkTogether returns an error for options of several machines, or of a repeated job, that cannot
// be used.
func checkTogether(o job.Options, cities int) error {
	switch {
	case o.Machines < 0 || o.Machines > job.MaxMachines:
		return &aco.OptionError{
			Option: "machines",
			Reason: fmt.Sprintf("%d workers; up to %d solve a job together", o.Machines, job.MaxMachines),
		}
	case o.Machines > 1 && (o.Preset != "" || o.Algorithm != "" && o.Algorithm != string(aco.AlgorithmMerged)):
		return &aco.OptionError{Option: "machines",
			Reason: "only the default solver (merged) works on several machines"}
	case o.Machines > 1 && cities < model.MinCities:
		return &aco.OptionError{Option: "machines",
			Reason: fmt.Sprintf("%d places; several workers solve %d or more together: leave it out", cities, model.MinCities)}
	case o.Replay == "":
		return nil
	case o != job.Options{Replay: o.Replay, Start: o.Start, End: o.End, Open: o.Open, Priority: o.Priority}:
		return &aco.OptionError{
			Option: "replay",
			Reason: "a repeated job has the options of the first one; leave out all others but start, end, open and priority",
		}
	case !isDigest.MatchString(string(o.Replay)):
		return &aco.OptionError{
			Option: "replay",
			Reason: "it is no SHA-256 of 64 hexadecimal digits; give the replay of another job's result",
		}
	}
	return nil
}

// isDigest is the form of a job.Digest.
var isDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// mostChecked is the largest number of cities for which a check makes the matrix of an open path
// with a free end, of 16 MB.
const mostChecked = 2000

// Check returns the error with which aco would refuse to solve the instance, without solving it
// and without opening a device. A run of a classic algorithm has to fit in the memory of this
// machine, too. earlier is as with [Options].
func Check(ctx context.Context, o job.Options, in *format.Input, earlier *format.EarlierTour) error {
	if err := checkTogether(o, in.Instance.Dimension()); err != nil {
		return err
	}
	if earlier != nil && (o.Machines > 1 || o.Replay != "") {
		return &aco.OptionError{Option: "earlier", Reason: "a run of several machines begins with tours of its own; leave out one of them"}
	}
	if o.Priority < -job.MaxPriority || o.Priority > job.MaxPriority {
		return &aco.OptionError{Option: "priority", Reason: fmt.Sprintf("%d is not from %d to %d", o.Priority,
			-job.MaxPriority, job.MaxPriority)}
	}
	processor, err := aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{})
	if err != nil {
		return err
	}
	options, err := Options(ctx, o, in, earlier)
	if err != nil {
		return err
	}
	options.Devices = []*aco.Device{processor}
	if path := options.Path; path != nil && slices.Contains(path[:], tsp.FreeEnd) &&
		in.Instance.Dimension() > mostChecked {
		if err := reduce.CheckEnds(in.Instance, *path); err != nil {
			return &aco.OptionError{Option: "Path", Reason: err.Error()}
		}
		options.Path = nil // a plan of closed tours needs no matrix of all places
	}
	_, err = aco.Plan(ctx, in.Instance, options)
	return err
}
