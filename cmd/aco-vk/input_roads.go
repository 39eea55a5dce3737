package main

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/roads"
)

// server returns the routing server of --roads, nil if there is none.
func (f *roadFlags) server() (*roads.Server, error) {
	switch {
	case f.Roads == "":
		return nil, nil
	case f.Matrix != "":
		return nil, usagef("--roads with --matrix: both give the lengths; leave one of them out")
	}
	server, err := roads.Parse(f.Roads)
	if err != nil {
		return nil, usagef("--roads: %w", err)
	}
	return server, nil
}

// withRoads returns an input with the lengths of --matrix or of a routing server.
func (f *roadFlags) withRoads(
	ctx context.Context, c console, name string, server *roads.Server, input *format.Input, asked func(done, all int),
) (*format.Input, error) {
	var table *format.Roads
	var err error
	if measure := unlessAuto[format.Measure](f.Minimize); server != nil {
		table, err = askServer(ctx, server, input, measure, asked)
	} else {
		table, err = f.readMatrix(ctx, c, name, format.Options{Minimize: measure})
	}
	if err != nil {
		return nil, err
	}
	return input.WithRoads(ctx, table)
}

// readMatrix reads the matrix of --matrix for the places of a file.
func (f *roadFlags) readMatrix(ctx context.Context, c console, places string, o format.Options) (*format.Roads, error) {
	switch {
	case f.Matrix != standard:
		return format.ReadRoadsFile(ctx, f.Matrix, o)
	case places == standard:
		return nil, usagef("--matrix -: the places are read from standard input; give one of them as a file")
	}
	return format.ReadRoads(ctx, c.in, "standard input", o)
}

// askServer asks a routing server for the table of the places.
func askServer(
	ctx context.Context, server *roads.Server, input *format.Input, measure format.Measure, asked func(done, all int),
) (*format.Roads, error) {
	defer timeline.From(ctx).Add(timeline.Roads, time.Now())
	places := input.Locations()
	if places == nil {
		return nil, usagef(
			"--roads: the places of %s have no latitudes and longitudes; give --crs if x and y have a reference system",
			input.Instance.Name)
	}
	folder, err := cachefile.Dir()
	if err != nil {
		folder = "" // without a cache
	}
	table, err := server.Table(ctx, places, roads.Options{Measure: measure, Cache: folder, Progress: asked})
	return table, explainRoads(err, input.Instance)
}

// explainRoads names the place that a server refuses, and says which errors are the user's.
func explainRoads(err error, in *tsp.Instance) error {
	refused, ok := errors.AsType[*roads.Error](err)
	if !ok {
		return err
	}
	switch refused.Kind {
	case roads.NoRoad:
		name := in.CityText(int32(refused.Place))
		if in.Names != nil && in.Names[refused.Place] != "" {
			name = in.Names[refused.Place]
		}
		return usagef("%s cannot be reached: %w", name, err)
	case roads.TooLarge, roads.InvalidAddress:
		return usagef("--roads: %w", err)
	}
	return err
}

// waitedForRoads returns how long a routing server has taken. A time limit does not count it:
// nobody knows before how long a server takes.
func waitedForRoads(times *timeline.Timeline) time.Duration {
	for _, part := range times.Parts() {
		if part.Name == timeline.Roads {
			return part.Sum
		}
	}
	return 0
}
