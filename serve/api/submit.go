package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// submit accepts a job: JSON with the instance and options, or the file of an instance with the
// options in the query.
func (s *service) submit(w http.ResponseWriter, r *http.Request) error {
	if s.options.ReadOnly {
		return refuse(http.StatusMethodNotAllowed, "read-only", readOnly)
	}
	body, err := s.readBody(w, r)
	if err != nil {
		return err
	}
	u, err := s.decode(r, body)
	if err != nil {
		return err
	}
	if u.input.Object, err = s.store.Put(r.Context(), u.object); err != nil {
		return err
	}
	if u.matrix != nil {
		if u.input.Matrix, err = s.store.Put(r.Context(), u.matrix); err != nil {
			return err
		}
	}
	j, created, err := s.store.Submit(r.Context(), job.Submission{
		Name: u.name, Owner: ownerOf(r), Input: u.input, Options: u.options, Warnings: u.warnings, Notes: u.notes,
		Key: r.Header.Get("Idempotency-Key"), MaxTime: job.Duration(s.options.MaxTime),
	})
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/v1/jobs/"+url.PathEscape(j.ID))
	if !created {
		return writeJSON(w, http.StatusOK, show(j))
	}
	return writeJSON(w, http.StatusAccepted, show(j))
}

// decode makes a job of a body, and checks it.
func (s *service) decode(r *http.Request, body []byte) (u upload, err error) {
	release, err := s.decoders.acquire(r.Context())
	if err != nil {
		return u, err
	}
	defer release()
	switch kind, parameters, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind {
	case plainJSON:
		u, err = fromJSON(body, r.URL.Query())
		if err == nil {
			err = s.check(r.Context(), &u)
		}
		return u, err
	case formType:
		u, err = fromForm(body, parameters["boundary"], r.URL.Query())
		if err == nil {
			err = s.check(r.Context(), &u)
		}
		return u, err
	}
	if u, err = fromFile(body, r.URL.Query()); err != nil {
		return u, err
	}
	if err = s.check(r.Context(), &u); err != nil && isSubmission(body) {
		err = refuse(http.StatusUnsupportedMediaType, "body",
			"the body is a submission in JSON; send it with the header Content-Type: "+plainJSON)
	}
	return u, err
}

// check refuses what aco or this server would not solve, and completes the input.
func (s *service) check(ctx context.Context, u *upload) error {
	if limit := time.Duration(u.options.TimeLimit); limit > s.options.MaxTime {
		reason := fmt.Sprintf("%v is longer than this server allows, %v", limit, s.options.MaxTime)
		return &aco.OptionError{Option: "TimeLimit", Reason: reason}
	}
	limits := format.Limits{Bytes: s.options.MaxBody, Places: s.options.MaxCities}
	if u.matrix != nil {
		u.input.Matrix = job.DigestOf(u.matrix)
	}
	in, err := input.Read(ctx, bytes.NewReader(u.object), u.input, limits)
	if err == nil && u.matrix != nil {
		in, err = input.WithMatrix(ctx, in, bytes.NewReader(u.matrix), u.input, limits)
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil && input.Kind(err) == "":
		return refuse(http.StatusUnprocessableEntity, "instance", err.Error())
	case err != nil:
		return err
	}
	if err := input.Check(ctx, u.options, in); ctx.Err() != nil {
		return context.Cause(ctx)
	} else if err != nil {
		return err
	}
	if err := s.checkReplay(ctx, u.options.Replay); err != nil {
		return err
	}
	if u.input.Format == "" {
		u.input.Format = string(in.Format)
	}
	u.input.Cities, u.input.Unit = in.Instance.Dimension(), job.UnitOf(in.Instance)
	if in.Instance.Name != input.Unnamed {
		u.input.Name = shorten(in.Instance.Name)
	}
	route, err := input.RouteOf(u.options, in)
	if err != nil {
		return err
	}
	u.input.Open = route.Ends != nil
	u.warnings, u.notes = shortenAll(in.Warnings), shortenAll(in.Notes)
	if in.Ends != nil && (route.Ends == nil || *route.Ends != *in.Ends) {
		u.warnings = append(u.warnings, "the start and end of the input are not used: the options have others")
	}
	return nil
}

// checkReplay returns an error if the object to repeat does not exist.
func (s *service) checkReplay(ctx context.Context, replay job.Digest) error {
	if replay == "" {
		return nil
	}
	_, err := s.store.Object(ctx, replay)
	if errors.Is(err, job.ErrNotFound) {
		return &aco.OptionError{Option: "replay", Reason: "there is no such job; give the replay of a job's result"}
	}
	return err
}
