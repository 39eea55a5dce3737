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
	Format      formatName  `json:"format,omitempty"`
	Metric      metricName  `json:"metric,omitempty"`
	Options     job.Options `json:"options,omitzero"`
}

// fileQuery is the query of a job whose body is a file.
type fileQuery struct {
	Name   string     `json:"name,omitempty" doc:"name of the job"`
	Format formatName `json:"format,omitempty"`
	Metric metricName `json:"metric,omitempty"`
	job.Options
}

// upload is a job as the handler stores it.
type upload struct {
	name     string
	input    job.Input
	object   []byte
	options  job.Options
	warnings []string
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
	in := job.Input{Format: string(s.Format), Metric: string(s.Metric)}
	u := upload{name: s.Name, input: in, options: s.Options}
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
	if err := checkName(s.Name); err != nil {
		return upload{}, err
	}
	if given != 1 {
		return upload{}, refuse(http.StatusUnprocessableEntity, "body", "give one of coordinates, matrix and instance")
	}
	if s.Format != "" && s.Instance == "" {
		return upload{}, refuse(http.StatusUnprocessableEntity, "body", "only an instance has a format; leave it out")
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
	if err := checkName(q.Name); err != nil {
		return upload{}, err
	}
	in := job.Input{Format: string(q.Format), Metric: string(q.Metric)}
	return upload{name: q.Name, input: in, object: body, options: q.Options}, nil
}

// maxText is the number of characters of a name or a warning. The store takes records of 8 MB at
// most.
const maxText = 1000

func checkName(name string) error {
	if n := utf8.RuneCountInString(name); n > maxText {
		return refuse(http.StatusUnprocessableEntity, "body",
			fmt.Sprintf("the name has %d characters; give up to %d", n, maxText))
	}
	return nil
}

// shorten shortens a text of the input that is also a field of the job.
func shorten(text string) string {
	if runes := []rune(text); len(runes) > maxText {
		return string(runes[:maxText]) + "…"
	}
	return text
}
