package input

import (
	"bytes"
	"context"
	"io"
	"math"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Matrix is the name of a matrix beside places in the messages of errors.
const Matrix = "matrix"

// WithMatrix returns the instance of a job with the distances of a matrix, which is read within the
// limits of the instance.
func WithMatrix(
	ctx context.Context, places *format.Input, r io.Reader, in job.Input, limits format.Limits,
) (*format.Input, error) {
	options := format.Options{Minimize: format.Measure(in.Minimize), Limits: limits}
	matrix, err := format.ReadRoads(ctx, r, Matrix, options)
	if err != nil {
		return nil, err
	}
	return places.WithRoads(ctx, matrix)
}

// Objects are the stored objects of an instance.
type Objects struct {
	Places, Matrix []byte
}

// Load returns the objects of an instance from a store.
func Load(ctx context.Context, store interface {
	Object(context.Context, job.Digest) ([]byte, error)
}, in job.Input) (o Objects, err error) {
	if o.Places, err = store.Object(ctx, in.Object); err != nil || in.Matrix == "" {
		return o, err
	}
	o.Matrix, err = store.Object(ctx, in.Matrix)
	return o, err
}

// Read reads the objects of a job that a server has accepted, within whose limits they are.
func (o Objects) Read(ctx context.Context, in job.Input) (*format.Input, error) {
	limits := format.Limits{Bytes: math.MaxInt64, Places: math.MaxInt32}
	places, err := Read(ctx, bytes.NewReader(o.Places), in, limits)
	if err != nil || in.Matrix == "" {
		return places, err
	}
	return WithMatrix(ctx, places, bytes.NewReader(o.Matrix), in, limits)
}
