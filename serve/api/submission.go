package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"unicode/utf8"

	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// submission is the body of a job in JSON. It has coordinates or an instance, with or without a
// matrix of their distances, or a matrix alone.
type submission struct {
	Name        string      `json:"name,omitempty" doc:"name of the job"`
	Coordinates pairs       `json:"coordinates,omitzero"`
	Matrix      matrix      `json:"matrix,omitzero"`
	Instance    string      `json:"instance,omitempty" doc:"text in any format that the command reads"`
	Earlier     string      `json:"earlier,omitempty" doc:"text of the route of an earlier list of places, from which the search begins"`
	Options     job.Options `json:"options,omitzero"`
	reading
}

// reading says what an instance does not say itself.
type reading struct {
	Format  formatName `json:"format,omitempty"`
	Metric  metricName `json:"metric,omitempty"`
	Columns string     `json:"columns,omitempty" doc:"columns of a CSV file or a sheet, by name or by number from 1 on; roles are x, y, lat, lon, name and id" example:"lat=3,lon=4,name=1"`
	Sheet   string     `json:"sheet,omitempty" doc:"sheet of a workbook; missing: the first one"`
	CRS     string     `json:"crs,omitempty" doc:"coordinate reference system of x and y; missing: the one that a GeoJSON file names, else none" example:"EPSG:25832"`

	Minimize measureName `json:"minimize,omitempty"`
}

// input returns what the reader of the instance takes.
func (r *reading) input() job.Input {
	return job.Input{Format: string(r.Format), Metric: string(r.Metric), Columns: r.Columns, Sheet: r.Sheet, CRS: r.CRS,
		Minimize: string(r.Minimize)}
}

// The files of a form.
const (
	placesFile  = "places"
	matrixFile  = "matrix"
	earlierFile = "earlier"
)

// formFiles is the description of a form.
type formFiles struct {
	Places  string `json:"places" format:"binary" doc:"file with places"`
	Matrix  string `json:"matrix,omitempty" format:"binary" doc:"file with the distances or travel times between them"`
	Earlier string `json:"earlier,omitempty" format:"binary" doc:"file with the route of an earlier list of places, from which the search begins"`
}

// fileQuery is the query of a job whose body is a file.
type fileQuery struct {
	Name string `json:"name,omitempty" doc:"name of the job"`
	reading
	job.Options
}

// upload is a job with its objects.
type upload struct {
	job.Submission
	object  []byte
	matrix  []byte // beside places; nil: none
	earlier []byte // route; nil: none
}

// newUpload returns a job without its objects.
func newUpload(name string, r reading, o job.Options) (u upload, err error) {
	u.Name, u.Input, u.Options = name, r.input(), o
	return u, checkTexts(name, r, o)
}

// fromJSON makes a job of a submission. A query would be a second place for its fields.
func fromJSON(body []byte, query url.Values) (upload, error) {
	if len(query) > 0 {
		return upload{}, refuse(http.StatusBadRequest, "query",
			"a submission in JSON has its options in the body; leave out the query")
	}
	if !utf8.Valid(body) {
		return upload{}, refuse(http.StatusBadRequest, "json", "the JSON is not in UTF-8")
	}
	var s submission
	if err := decodeObject(body, &s); err != nil {
		return upload{}, refuse(http.StatusBadRequest, "json", err.Error())
	}
	u, err := newUpload(s.Name, s.reading, s.Options)
	if err != nil {
		return upload{}, err
	}
	if s.Earlier != "" {
		u.earlier = []byte(s.Earlier)
	}
	switch matrix := s.Matrix.RawMessage; {
	case len(s.Coordinates.RawMessage) > 0:
		u.Input.Format, u.object, u.matrix = input.Coordinates, s.Coordinates.RawMessage, matrix
	case s.Instance != "":
		u.object, u.matrix = []byte(s.Instance), matrix
	default:
		u.Input.Format, u.object = string(format.JSON), matrix
	}
	if len(u.object) == 0 || s.Instance != "" && len(s.Coordinates.RawMessage) > 0 {
		return upload{}, refuse(http.StatusUnprocessableEntity, "body",
			"give either coordinates or an instance, with or without a matrix, or a matrix alone")
	}
	if s.Instance == "" && (s.Format != "" || s.Columns != "" || s.Sheet != "") {
		return upload{}, refuse(http.StatusUnprocessableEntity, "body",
			"only an instance has a format, columns or a sheet; leave them out")
	}
	return u, nil
}

// isSubmission reports whether a file is the JSON of a submission. No reader takes such a file.
func isSubmission(file []byte) bool {
	var s submission
	return decodeObject(file, &s) == nil
}

// fromForm makes a job of a form with the file of places, and a file of a matrix or of an earlier route.
func fromForm(body []byte, boundary string, query url.Values, limit int64) (upload, error) {
	files := map[string][]byte{}
	form := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return upload{}, refuse(http.StatusBadRequest, "body", "the form is damaged: "+err.Error())
		}
		name := part.FormName()
		if !slices.Contains([]string{placesFile, matrixFile, earlierFile}, name) || files[name] != nil {
			return upload{}, refuse(http.StatusUnprocessableEntity, "body",
				fmt.Sprintf("the form has %q; give the file places, and matrix or earlier, each once", shorten(name)))
		}
		if files[name], err = readPart(part, limit); err != nil {
			return upload{}, err
		}
	}
	for name, file := range files {
		if len(file) == 0 {
			return upload{}, refuse(http.StatusUnprocessableEntity, "body", "the file "+name+" of the form is empty")
		}
	}
	switch {
	case files[placesFile] == nil:
		return upload{}, refuse(http.StatusUnprocessableEntity, "body",
			"the form has no file places; send one file alone as the body, without a form")
	case len(files) == 1:
		return upload{}, refuse(http.StatusUnprocessableEntity, "body",
			"the form has no file matrix or earlier; send one file alone as the body, without a form")
	}
	u, err := fromFile(files[placesFile], query)
	u.matrix, u.earlier = files[matrixFile], files[earlierFile]
	return u, err
}

// readPart returns a file of a form, decompressed as a body is.
func readPart(part io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(part)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "body", "the form is damaged: "+err.Error())
	}
	plain, _, err := plain(Content{Bytes: data}, limit)
	return plain, err
}

// fromFile makes a job of a file.
func fromFile(body []byte, query url.Values) (upload, error) {
	var q fileQuery
	if err := setQuery(query, &q); err != nil {
		return upload{}, refuse(http.StatusBadRequest, "query", err.Error())
	}
	u, err := newUpload(q.Name, q.reading, q.Options)
	u.object = body
	return u, err
}

// maxText is the number of characters of a name or a warning. The store takes records of 8 MB at
// most.
const maxText = 1000

// checkTexts refuses texts that are too long for a record.
func checkTexts(name string, r reading, o job.Options) error {
	for _, text := range []struct{ what, value string }{
		{"name", name}, {"columns", r.Columns}, {"sheet", r.Sheet}, {"crs", r.CRS},
		{"start", o.Start.Text}, {"end", o.End.Text}, {"stay_close", o.StayClose},
	} {
		if n := utf8.RuneCountInString(text.value); n > maxText {
			return refuse(http.StatusUnprocessableEntity, "body",
				fmt.Sprintf("%s has %d characters; give up to %d", text.what, n, maxText))
		}
	}
	return nil
}

// shortenAll shortens texts of the input.
func shortenAll(texts []string) (list []string) {
	for _, text := range texts {
		list = append(list, shorten(text))
	}
	return list
}

// shorten shortens a text of the input that is also a field of the job, or part of a message.
func shorten(text string) string {
	if len(text) <= maxText {
		return text
	}
	runes := 0
	for at := range text {
		if runes == maxText {
			return text[:at] + "…"
		}
		runes++
	}
	return text
}
