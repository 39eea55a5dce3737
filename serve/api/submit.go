package api

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// submission is the body of a job in JSON. It has one of coordinates, matrix and instance.
type submission struct {
	Name        string      `json:"name,omitempty" doc:"name of the job"`
	Coordinates numbers     `json:"coordinates,omitzero" doc:"pairs of x and y"`
	Matrix      numbers     `json:"matrix,omitzero" doc:"rows of distances, whole numbers"`
	Instance    string      `json:"instance,omitempty" doc:"text in any format that the command reads: TSPLIB, CSV, JSON, GPX, GeoJSON"`
	Format      string      `json:"format,omitempty" doc:"of instance; missing: by content"`
	Metric      string      `json:"metric,omitempty" enum:"euclidean,manhattan,haversine" doc:"of coordinates and files that have none; missing: euclidean, or by the file"`
	Options     job.Options `json:"options,omitzero"`
}

// upload is a job as the handler stores it.
type upload struct {
	name    string
	input   job.Input
	object  []byte
	options job.Options
}

// submit accepts a job: JSON with the instance and options, or the file of an instance with the options in the query.
func (s *service) submit(w http.ResponseWriter, r *http.Request) error {
	if s.options.ReadOnly {
		return refuse(http.StatusMethodNotAllowed, "read-only", "this server shows one run and accepts no jobs")
	}
	body, err := s.readBody(w, r)
	if err != nil {
		return err
	}
	select {
	case s.decoding <- struct{}{}:
		defer func() { <-s.decoding }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	var u upload
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "application/json" {
		u, err = fromJSON(body)
	} else {
		u, err = fromFile(body, r.URL.Query())
	}
	if err != nil {
		return err
	}
	if err := s.check(r, &u); err != nil {
		return err
	}
	if u.input.Object, err = s.store.Put(r.Context(), u.object); err != nil {
		return err
	}
	j, created, err := s.store.Submit(r.Context(), job.Submission{Name: u.name, Owner: ownerOf(r), Input: u.input, Options: u.options, Key: r.Header.Get("Idempotency-Key")})
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/v1/jobs/"+url.PathEscape(j.ID))
	if !created {
		return writeJSON(w, http.StatusOK, j)
	}
	return writeJSON(w, http.StatusAccepted, j)
}

// readBody returns the body, decompressed once. Its size is bounded before and after.
func (s *service) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body := bufio.NewReader(http.MaxBytesReader(w, r.Body, s.options.MaxBody))
	data, err := readPlain(body, s.options.MaxBody)
	var large *http.MaxBytesError
	var known *problem
	if err != nil && !errors.As(err, &large) && !errors.As(err, &known) {
		return nil, refuse(http.StatusBadRequest, "body", "the body cannot be read: "+err.Error())
	}
	return data, err
}

func readPlain(r *bufio.Reader, limit int64) ([]byte, error) {
	if !isGzip(r) {
		return io.ReadAll(r)
	}
	unzipped, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	plain := bufio.NewReader(unzipped)
	if isGzip(plain) {
		return nil, refuse(http.StatusUnprocessableEntity, "body", "the body is compressed twice; compress it once")
	}
	data, err := io.ReadAll(io.LimitReader(plain, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, refuse(http.StatusRequestEntityTooLarge, "body", fmt.Sprintf("the body has more than %d bytes when it is decompressed", limit))
	}
	return data, err
}

// isGzip reports whether the reader is at the begin of a gzip file. An error shows at the next read.
func isGzip(r *bufio.Reader) bool {
	begin, _ := r.Peek(2)
	return bytes.Equal(begin, []byte{0x1f, 0x8b})
}

func fromJSON(body []byte) (upload, error) {
	var s submission
	if err := decodeStrictly(body, &s); err != nil {
		return upload{}, err
	}
	u := upload{name: s.Name, input: job.Input{Format: s.Format, Metric: s.Metric}, options: s.Options}
	given := 0
	for _, object := range []struct {
		format string
		data   []byte
	}{{input.Coordinates, s.Coordinates.RawMessage}, {string(format.JSON), s.Matrix.RawMessage}, {s.Format, []byte(s.Instance)}} {
		if len(object.data) > 0 {
			given++
			u.input.Format, u.object = object.format, object.data
		}
	}
	if given != 1 {
		return upload{}, refuse(http.StatusUnprocessableEntity, "body", "give one of coordinates, matrix and instance")
	}
	return u, nil
}

// fromFile makes a job of a file. The query has name, format, metric and the options by their names in JSON.
func fromFile(body []byte, query url.Values) (upload, error) {
	u := upload{name: query.Get("name"), input: job.Input{Format: query.Get("format"), Metric: query.Get("metric")}, object: body}
	fields := map[string]json.RawMessage{}
	for key := range query {
		switch value := query.Get(key); {
		case key == "name" || key == "format" || key == "metric":
		case json.Valid([]byte(value)):
			fields[key] = json.RawMessage(value)
		default:
			text, err := json.Marshal(value)
			if err != nil {
				return upload{}, err
			}
			fields[key] = text
		}
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return upload{}, err
	}
	return u, decodeStrictly(text, &u.options)
}

// decodeStrictly decodes JSON and refuses fields that value does not have.
func decodeStrictly(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return refuse(http.StatusBadRequest, "json", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return refuse(http.StatusBadRequest, "json", "text follows the JSON")
	}
	return nil
}

// check refuses what aco or this server would not solve, and completes the input.
func (s *service) check(r *http.Request, u *upload) error {
	if time.Duration(u.options.TimeLimit) > s.options.MaxTime {
		return &aco.OptionError{Option: "TimeLimit", Reason: fmt.Sprintf("%v is longer than this server allows, %v", time.Duration(u.options.TimeLimit), s.options.MaxTime)}
	}
	in, err := input.Read(r.Context(), bytes.NewReader(u.object), u.input)
	if err == nil {
		if in.Instance.Dimension() > s.options.MaxCities {
			return refuse(http.StatusUnprocessableEntity, "too-large", fmt.Sprintf("%d cities are more than this server allows, %d", in.Instance.Dimension(), s.options.MaxCities))
		}
		err = input.Check(u.options, in)
	}
	if err != nil {
		if p := problemOf(err); p.Status != http.StatusInternalServerError {
			return p
		}
		return refuse(http.StatusUnprocessableEntity, "instance", err.Error())
	}
	if u.input.Format == "" {
		u.input.Format = string(in.Format)
	}
	unit := in.Instance.Unit
	u.input.Cities, u.input.Unit = in.Instance.Dimension(), job.Unit{Name: unit.Name, Decimals: unit.Decimals}
	if in.Instance.Name != input.Unnamed {
		u.input.Name = in.Instance.Name
	}
	u.input.Open = input.Ends(u.options, in) != nil
	return nil
}
