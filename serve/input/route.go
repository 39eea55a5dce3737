package input

import (
	"errors"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Route says where the route of a job begins and ends.
type Route struct {
	Ends  *tsp.Ends // of an open path; nil: a closed tour
	Start int32     // the city at which a closed tour begins
}

// RouteOf returns where the route of a job begins and ends: as its options say or, without start,
// end and open, as the input does. The error is an *aco.OptionError.
func RouteOf(o job.Options, in *format.Input) (Route, error) {
	if o.Start == "" && o.End == "" && !o.Open {
		return Route{in.Ends, in.Start}, nil
	}
	ends := tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
	for i, end := range []struct {
		option string
		place  job.Place
	}{{"start", o.Start}, {"end", o.End}} {
		if end.place == "" {
			continue
		}
		city, err := in.Instance.City(string(end.place))
		if unknown := (*tsp.Error)(nil); errors.As(err, &unknown) {
			return Route{}, &aco.OptionError{Option: end.option, Reason: unknown.Reason}
		}
		ends[i] = city
	}
	switch {
	case !o.Open && o.End == "":
		return Route{Start: ends[0]}, nil
	case !o.Open && o.Start == "":
		return Route{}, &aco.OptionError{Option: "end",
			Reason: "there is no start; set open for a path that begins anywhere, or give the place at which it starts"}
	case o.Start != "" && ends[0] == ends[1]:
		return Route{}, &aco.OptionError{Option: "end", Reason: "an open path has two different ends; " +
			"leave the end out for a closed tour that begins at the start"}
	}
	return Route{Ends: &ends}, nil
}
