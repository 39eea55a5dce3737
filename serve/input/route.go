package input

import (
	"errors"
	"fmt"

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
	none := job.Place{}
	if o.Start == none && o.End == none && !o.Open {
		return Route{in.Ends, in.Start}, nil
	}
	ends := tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
	for i, end := range []struct {
		option string
		place  job.Place
	}{{"start", o.Start}, {"end", o.End}} {
		if end.place == none {
			continue
		}
		city, reason := cityOf(end.place, in.Instance)
		if reason != "" {
			return Route{}, &aco.OptionError{Option: end.option, Reason: reason}
		}
		ends[i] = city
	}
	switch {
	case !o.Open && o.End == none:
		return Route{Start: ends[0]}, nil
	case !o.Open && o.Start == none:
		return Route{}, &aco.OptionError{Option: "end",
			Reason: "there is no start; set open for a path that begins anywhere, or give the place at which it starts"}
	case o.Start != none && ends[0] == ends[1]:
		return Route{}, &aco.OptionError{Option: "end", Reason: "an open path has two different ends; " +
			"leave the end out for a closed tour that begins at the start"}
	}
	return Route{Ends: &ends}, nil
}

// cityOf returns the city of a place, or the reason why there is none.
func cityOf(p job.Place, in *tsp.Instance) (city int32, reason string) {
	if n := in.Dimension(); p.Text == "" && int(p.Number) > n {
		return 0, fmt.Sprintf("%d is not the number of a place in 1..%d", p.Number, n)
	} else if p.Text == "" {
		return p.Number - 1, ""
	}
	city, err := in.City(p.Text)
	if unknown := (*tsp.Error)(nil); errors.As(err, &unknown) {
		reason = unknown.Reason
	}
	return city, reason
}
