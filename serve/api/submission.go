package api

import (
	"fmt"
	"net/http"
	"net/url"
	"unicode/utf8"

	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// submission is the body of a job in JSON. It has one of coordinates, matrix and instance.
type submission struct {
	Name        string      `json:"name,omitempty" doc:"name of the job"`
	Coordinates pairs       `json:"coordinates,omitzero"`
	Matrix      matrix      `json:"matrix,omitzero"`
	Instance    string      `json:"instance,omitempty" doc:"text in any format that the command reads"`
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
}

// input returns what the reader of the instance takes.
func (r *reading) input() job.Input {
	return job.Input{Format: string(r.Format), Metric: string(r.Metric), Columns: r.Columns, Sheet: r.Sheet, CRS: r.CRS}
}

// fileQuery is the query of a job whose body is a file.
type fileQuery struct {
	Name string `json:"name,omitempty" doc:"name of the job"`
	reading
	job.Options
}

// upload is a job as the handler stores it.
type upload struct {
	name    string
	input   job.Input
	object  []byte
	options job.Options

	warnings, notes []string
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
	if err := decodeObject("", body, &s); err != nil {
		return upload{}, refuse(http.StatusBadRequest, "json", err.Error())
	}
	u := upload{name: s.Name, input: s.input(), options: s.Options}
	given := 0
	for _, object := range []struct {
		format string
		data   []byte
	}{
		{input.Coordinates, s.Coordinates.RawMessage}, {string(format.JSON), s.Matrix.RawMessage},
		{string(s.Format), []byte(s.Instance)},
	} {
		if len(object.data) > 0 {
			given++
			u.input.Format, u.object = object.format, object.data
		}
	}
	if err := checkTexts(s.Name, s.reading, s.Options); err != nil {
		return upload{}, err
	}
	if given != 1 {
		return upload{}, refuse(http.StatusUnprocessableEntity, "body", "give one of coordinates, matrix and instance")
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
	return decodeObject("", file, &s) == nil
}

// fromFile makes a job of a file.
func fromFile(body []byte, query url.Values) (upload, error) {
	var q fileQuery
	if err := setQuery(query, &q); err != nil {
		return upload{}, refuse(http.StatusBadRequest, "query", err.Error())
	}
	if err := checkTexts(q.Name, q.reading, q.Options); err != nil {
		return upload{}, err
	}
	return upload{name: q.Name, input: q.input(), object: body, options: q.Options}, nil
}

// maxText is the number of characters of a name or a warning. The store takes records of 8 MB at
// most.
const maxText = 1000

// checkTexts refuses texts that are too long for a record.
func checkTexts(name string, r reading, o job.Options) error {
	for _, text := range []struct{ what, value string }{
		{"name", name}, {"columns", r.Columns}, {"sheet", r.Sheet}, {"crs", r.CRS},
		{"start", o.Start.Text}, {"end", o.End.Text},
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

// shorten shortens a text of the input that is also a field of the job.
func shorten(text string) string {
	if runes := []rune(text); len(runes) > maxText {
		return string(runes[:maxText]) + "…"
	}
	return text
}
