package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Rendering is an answer that is made of the instance of a job, and of its best tour if it has
// one.
type Rendering struct {
	Kind   rendered
	Output format.Output // of a tour
	Job    job.Job
	Places Content // the objects of the job
	Matrix Content
	Tour   Content
	Files  string // the begin of the name of a file for the answer
}

// rendered is a kind of answer.
type rendered string

const (
	renderedTour        rendered = "tour"
	renderedStops       rendered = "stops"
	renderedPicture     rendered = "picture"
	renderedCoordinates rendered = "coordinates"
	renderedLand        rendered = "land"
	renderedUpload      rendered = "upload" // the instance as it was uploaded
)

// answer answers with what is made of a job.
func (s *service) answer(w http.ResponseWriter, r *http.Request, j job.Job, of Rendering, media string) error {
	large := isLarge(j)
	return s.send(w, r, media, large, func(files string) (Content, error) {
		of.Job, of.Files = j, files
		return s.render(r, of, s.intake.answering.of(large))
	})
}

// isLarge reports whether the answers of a job take much memory and disk. A matrix of few cities has
// many bytes.
func isLarge(j job.Job) bool { return j.Input.Cities > largeCities || j.Bytes > largeBytes }

// render makes an answer in a slot.
func (s *service) render(r *http.Request, of Rendering, within *slots) (c Content, err error) {
	ctx := r.Context()
	release, err := within.acquire(r)
	if err != nil {
		return c, err
	}
	defer release()
	if of.Kind == renderedUpload {
		return s.object(ctx, of.Job, of.Job.Input.Object, of.Files+objectFile)
	}
	if of.Kind != renderedCoordinates && of.Kind != renderedLand {
		if of.Tour, err = s.object(ctx, of.Job, bestTour(of.Job), of.Files+tourFile); err != nil {
			return c, err
		}
	}
	switch {
	case of.Output == words:
		return of.Tour, nil
	case s.options.Read != nil:
		in, err := s.options.Read(of.Job)
		if err != nil {
			return c, err
		}
		return of.write(in)
	}
	if of.Places, err = s.object(ctx, of.Job, of.Job.Input.Object, of.Files+objectFile); err != nil {
		return c, err
	}
	if of.Matrix, err = s.object(ctx, of.Job, of.Job.Input.Matrix, of.Files+besideFile); err != nil {
		return c, err
	}
	return s.options.Decoder.Render(ctx, of)
}

// object returns an object of a job as content; none for no digest.
func (s *service) object(ctx context.Context, j job.Job, digest job.Digest, file string) (Content, error) {
	if digest == "" {
		return Content{}, nil
	}
	data, err := s.load(ctx, j, digest)
	if err != nil {
		return Content{}, err
	}
	return newContent(data, file)
}

// load returns an object of a job. One that is lost is damaged: the job is there.
func (s *service) load(ctx context.Context, j job.Job, digest job.Digest) ([]byte, error) {
	data, err := s.store.Object(ctx, digest)
	if errors.Is(err, job.ErrNotFound) {
		if _, gone := s.store.Job(ctx, j.ID); gone != nil { // it was removed while the request waited
			return nil, gone
		}
	}
	if errors.Is(err, job.ErrNotFound) || errors.Is(err, job.ErrDamaged) {
		return nil, fmt.Errorf("object %s of job %s: %w", digest, j.ID, job.ErrDamaged)
	}
	return data, err
}

// damaged is the error of a job whose objects do not fit together.
func damaged(j job.Job, err error) error {
	return fmt.Errorf("the tour of job %s: %w: %v", j.ID, job.ErrDamaged, err)
}

// Render implements Decoder.
func (InProcess) Render(ctx context.Context, of Rendering) (c Content, err error) {
	places, err := of.Places.load()
	if err != nil {
		return c, err
	}
	matrix, err := of.Matrix.load()
	if err != nil {
		return c, err
	}
	in, err := input.Objects{Places: places, Matrix: matrix}.Read(ctx, of.Job.Input, input.Accepted)
	switch {
	case ctx.Err() != nil:
		return c, context.Cause(ctx)
	case err != nil:
		return c, refuse(http.StatusInternalServerError, "internal",
			fmt.Sprintf("the stored instance of job %s cannot be read: %v", of.Job.ID, err))
	}
	if in.Instance.Name == input.Unnamed && of.Job.Name != "" {
		in.Instance.Name = withoutSuffix(of.Job.Name)
	}
	return of.write(in)
}

// write makes the answer of an instance.
func (of *Rendering) write(in *format.Input) (Content, error) {
	w := &contentWriter{name: of.Files + answerFile}
	buffered := bufio.NewWriterSize(w, smallContent)
	err := of.writeTo(buffered, in)
	if err == nil {
		err = buffered.Flush()
	}
	if err != nil {
		return Content{}, errors.Join(err, w.close())
	}
	return w.content()
}

func (of *Rendering) writeTo(w io.Writer, in *format.Input) error {
	if of.Kind == renderedCoordinates {
		return writePositions(w, in)
	}
	if of.Kind == renderedLand {
		return notDrawn(draw.WriteLand(w, in.Instance))
	}
	if of.Kind == renderedTour {
		if err := checkOutput(of.Output, in); err != nil {
			return err
		}
	}
	route, err := of.route(in)
	switch {
	case err != nil:
		return err
	case of.Kind == renderedPicture:
		return writePicture(w, in, route, of.Job.Name)
	case of.Kind == renderedStops:
		return json.NewEncoder(w).Encode(newStopList(route, bestTour(of.Job)))
	case of.Output == listPage:
		return route.WriteList(w)
	}
	return route.Write(w, of.Output)
}

// checkOutput returns an error if routes of an instance cannot be written in a format.
func checkOutput(output format.Output, in *format.Input) error {
	if output == listPage {
		return nil
	}
	if err := output.Check(in); err != nil {
		return refuse(http.StatusNotAcceptable, "format", err.Error())
	}
	return nil
}

// route returns the tour of the job as a route, after it has verified it; nil: there is none.
func (of *Rendering) route(in *format.Input) (*format.Route, error) {
	if of.Tour.isNone() {
		return nil, nil
	}
	stored, err := of.Tour.load()
	if err != nil {
		return nil, err
	}
	tour, err := job.DecodeTour(stored)
	if err != nil {
		return nil, damaged(of.Job, err)
	}
	ends, err := input.RouteOf(of.Job.Options, in)
	if err != nil {
		return nil, damaged(of.Job, err)
	}
	if _, err := input.Length(in.Instance, tour, ends.Ends); err != nil {
		return nil, damaged(of.Job, err)
	}
	return format.NewRoute(in, tour, ends.Ends != nil, ends.Start), nil
}
