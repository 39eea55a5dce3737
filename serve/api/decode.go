package api

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Decoder reads what clients send, which it does not trust. Its methods may be called
// concurrently. They stop when the context ends.
type Decoder interface {
	// Decode makes a job of a body, and checks it.
	Decode(context.Context, Upload) (Decoded, error)
	// Render makes an answer of the instance of a job.
	Render(context.Context, Rendering) (Content, error)
}

// Upload is a body, and what says how to read it.
type Upload struct {
	Body  Content
	Type  string // header Content-Type
	Query string
	Files string // the begin of the names of files for objects

	MaxBody   int64 // of the body when it is decompressed
	MaxCities int
	MaxTime   time.Duration
}

// Decoded is what a body says of a job, without the digests of its objects, and these objects.
type Decoded struct {
	job.Submission
	Object  Content
	Matrix  Content // beside places; or none
	Earlier Content // route; or none
}

// InProcess is a decoder in the process of the server. It is for programs that have no child
// process for it: a body that takes much memory or time takes it from the server.
type InProcess struct{}

// Decode implements Decoder.
func (InProcess) Decode(ctx context.Context, from Upload) (d Decoded, err error) {
	body, isPlain, err := plain(from.Body, from.MaxBody)
	if err != nil {
		return d, err
	}
	u, err := from.decode(ctx, body)
	if err != nil {
		return d, err
	}
	d.Submission, d.Input.Matrix, d.Bytes = u.Submission, "", int64(len(u.object)+len(u.matrix)+len(u.earlier))
	if isPlain && len(u.object) == len(body) { // the body is the object
		d.Object = from.Body
	} else if d.Object, err = newContent(u.object, from.Files+objectFile); err != nil {
		return d, err
	}
	if d.Matrix, err = newContent(u.matrix, from.Files+besideFile); err != nil {
		return d, err
	}
	d.Earlier, err = newContent(u.earlier, from.Files+earlierExt)
	return d, err
}

// decode makes a job of a body, and checks it.
func (from *Upload) decode(ctx context.Context, body []byte) (u upload, err error) {
	query, err := url.ParseQuery(from.Query)
	if err != nil {
		return u, refuse(http.StatusBadRequest, "query", "the query cannot be read: "+err.Error())
	}
	kind, parameters, _ := mime.ParseMediaType(from.Type)
	switch kind {
	case plainJSON:
		u, err = fromJSON(body, query)
	case formType:
		u, err = fromForm(body, parameters["boundary"], query, from.MaxBody)
	default:
		u, err = fromFile(body, query)
	}
	if err != nil {
		return u, err
	}
	err = from.check(ctx, &u)
	if err != nil && kind != plainJSON && kind != formType && isSubmission(body) {
		err = refuse(http.StatusUnsupportedMediaType, "body",
			"the body is a submission in JSON; send it with the header Content-Type: "+plainJSON)
	}
	return u, err
}

// mostCells is the most cells of a table, places times columns. They take 200 MB.
const mostCells = 10_000_000

// check refuses what aco or this server would not solve, and completes the input.
func (from *Upload) check(ctx context.Context, u *upload) error {
	if limit := time.Duration(u.Options.TimeLimit); limit > from.MaxTime {
		reason := fmt.Sprintf("%v is longer than this server allows, %v", limit, from.MaxTime)
		return &aco.OptionError{Option: "TimeLimit", Reason: reason}
	}
	limits := format.Limits{Bytes: from.MaxBody, Places: from.MaxCities, Cells: mostCells}
	if u.matrix != nil {
		u.Input.Matrix = job.DigestOf(u.matrix)
	}
	objects := input.Objects{Places: u.object, Matrix: u.matrix, Earlier: u.earlier}
	in, err := objects.Read(ctx, u.Input, limits)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil && input.Kind(err) == "":
		return refuse(http.StatusUnprocessableEntity, "instance", err.Error())
	case err != nil:
		return err
	}
	if err := input.Rescale(ctx, u.Options, in); err != nil {
		return err
	}
	earlier, err := objects.ReadEarlier(ctx, u.Input, in, limits)
	if err == nil {
		err = input.Check(ctx, u.Options, in, earlier)
	} else if ctx.Err() == nil && input.Kind(err) == "" {
		return refuse(http.StatusUnprocessableEntity, "instance", err.Error())
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	} else if err != nil {
		return err
	}
	if earlier != nil {
		in.Notes = append(in.Notes, "since the earlier route: "+days.ChangesText(earlier, in.Instance.Dimension()))
		if text := days.AmbiguousText(earlier); text != "" {
			in.Warnings = append(in.Warnings, "the earlier route: "+text)
		}
	}
	return u.complete(in)
}

// complete adds what the instance says.
func (u *upload) complete(in *format.Input) error {
	if u.Input.Format == "" {
		u.Input.Format = string(in.Format)
	}
	u.Input.Cities, u.Input.Unit = in.Instance.Dimension(), in.Instance.Unit
	if in.Instance.Name != input.Unnamed {
		u.Input.Name = shorten(in.Instance.Name)
	}
	route, err := input.RouteOf(u.Options, in)
	if err != nil {
		return err
	}
	u.Input.Open = route.Ends != nil
	u.Warnings, u.Notes, u.Formats = shortenAll(in.Warnings), shortenAll(in.Notes), FormatsOf(in)
	if in.Ends != nil && (route.Ends == nil || *route.Ends != *in.Ends) {
		u.Warnings = append(u.Warnings, "the start and end of the input are not used: the options have others")
	}
	return nil
}
