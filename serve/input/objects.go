package input

import (
	"bytes"
	"context"
	"math"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Objects are the objects of an instance.
type Objects struct {
	Places, Matrix []byte
	Earlier        []byte // a route of an earlier list of places
}

// Load returns the objects of an instance from a store.
func Load(ctx context.Context, store interface {
	Object(context.Context, job.Digest) ([]byte, error)
}, in job.Input) (o Objects, err error) {
	for _, object := range []struct {
		to     *[]byte
		digest job.Digest
	}{{&o.Places, in.Object}, {&o.Matrix, in.Matrix}, {&o.Earlier, in.Earlier}} {
		if object.digest == "" {
			continue
		}
		if *object.to, err = store.Object(ctx, object.digest); err != nil {
			return o, err
		}
	}
	return o, nil
}

// Accepted are the limits of jobs that a server has accepted, within whose own limits they are.
var Accepted = format.Limits{Bytes: math.MaxInt64, Places: math.MaxInt32 - 1}

// Read reads the objects of a job within limits, as [Read] does. A matrix has the distances of the places.
func (o Objects) Read(ctx context.Context, in job.Input, limits format.Limits) (*format.Input, error) {
	places, err := Read(ctx, bytes.NewReader(o.Places), in, limits)
	if err != nil || in.Matrix == "" {
		return places, err
	}
	options := format.Options{Minimize: format.Measure(in.Minimize), Limits: limits}
	matrix, err := format.ReadRoads(ctx, bytes.NewReader(o.Matrix), "matrix", options)
	if err != nil {
		return nil, err
	}
	return places.WithRoads(ctx, matrix)
}

// ReadEarlier reads the earlier route of a job within limits, beside its places of today, nil if it has none.
func (o Objects) ReadEarlier(
	ctx context.Context, in job.Input, today *format.Input, limits format.Limits,
) (*format.EarlierTour, error) {
	if o.Earlier == nil {
		return nil, nil
	}
	columns, err := format.ParseColumns(in.Columns)
	if err != nil {
		return nil, err
	}
	return format.ReadEarlierTour(ctx, bytes.NewReader(o.Earlier), "earlier", today.Instance,
		format.Options{Columns: columns, Sheet: in.Sheet, CRS: in.CRS, Limits: limits})
}
