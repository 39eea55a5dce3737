package api

import (
	"fmt"
	"mime"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Formats of tours beside those of package format.
const (
	words    format.Output = "raw"  // as the store has it, see job.EncodeTour
	listPage format.Output = "html" // see format.Route.WriteList
)

// mediaType is the media type of a format.
type mediaType struct {
	output format.Output
	media  string
}

// mediaTypes has the media types of all tours, the most useful first: the first one that a client
// accepts is sent.
var mediaTypes = []mediaType{
	{format.OutputJSON, "application/json"},
	{format.OutputCSV, "text/csv"},
	{format.OutputTSV, "text/tab-separated-values"},
	{format.OutputXLSX, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	{format.OutputGeoJSON, "application/geo+json"},
	{format.OutputGPX, "application/gpx+xml"},
	{format.OutputKML, "application/vnd.google-earth.kml+xml"},
	{format.OutputKMZ, "application/vnd.google-earth.kmz"},
	{format.OutputTour, "text/plain"},
	{words, "application/octet-stream"},
	{listPage, "text/html"},
}

// tour answers in the format that the client accepts.
func (s *service) tour(w http.ResponseWriter, r *http.Request, j job.Job) error {
	w.Header().Set("Vary", "Accept")
	as, ok := accepted(r.Header.Get("Accept"))
	if !ok {
		return refuse(http.StatusNotAcceptable, "format", "there is no tour in a format of the header Accept")
	}
	return s.writeTour(w, r, j, as)
}

// tourFiles names the files that tourFile answers.
func tourFiles() string {
	text := ""
	for _, output := range format.Outputs {
		text += fmt.Sprintf("tour.%s, ", output)
	}
	return text + fmt.Sprintf("tour.%s for a list to print, or tour.%s for 32-bit words", listPage, words)
}

// tourFile answers in the format of the suffix.
func (s *service) tourFile(w http.ResponseWriter, r *http.Request, j job.Job) error {
	suffix, isTour := strings.CutPrefix(r.PathValue("file"), "tour.")
	for _, m := range mediaTypes {
		if isTour && suffix == string(m.output) {
			return s.writeTour(w, r, j, m)
		}
	}
	return refuse(http.StatusNotFound, "not-found",
		fmt.Sprintf("there is no such file of a job; tours have the suffixes %v, %s and %s", format.Outputs, listPage, words))
}

// accepted returns the format of the greatest quality in a header Accept. Without a header it is
// JSON.
func accepted(header string) (best mediaType, ok bool) {
	if header == "" {
		header = "*/*"
	}
	quality := 0.0
	for part := range strings.SplitSeq(header, ",") {
		media, parameters, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		q := 1.0
		if text, given := parameters["q"]; given {
			if q, err = strconv.ParseFloat(text, 64); err != nil {
				continue
			}
		}
		group, wild := strings.CutSuffix(media, "*")
		for _, m := range mediaTypes {
			if q > quality && (m.media == media || wild && (group == "*/" || strings.HasPrefix(m.media, group))) {
				best, quality = m, q
				break
			}
		}
	}
	return best, quality > 0
}

// writeTour answers with the best tour that is stored. It is verified first.
func (s *service) writeTour(w http.ResponseWriter, r *http.Request, j job.Job, as mediaType) (err error) {
	digest := bestTour(j)
	if digest == "" {
		return noTour(j)
	}
	tag := fmt.Sprintf(`"%s-%s"`, digest, as.output)
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "no-cache")
	if matches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if as.output == listPage {
		err = checkListed(j)
	}
	if err == nil {
		err = s.answer(w, r, j, Rendering{Kind: renderedTour, Output: as.output}, as.media)
	}
	if err != nil {
		w.Header().Del("ETag")
	}
	return err
}

// noTour is the problem of a job without a tour.
func noTour(j job.Job) error {
	return refuse(http.StatusNotFound, "no-tour", fmt.Sprintf("job %s has no tour; its state is %s", j.ID, j.State))
}

// bestTour returns the best tour of a job that is stored; "": there is none.
func bestTour(j job.Job) job.Digest {
	if j.Result != nil {
		return j.Result.Tour
	}
	return j.Progress.Tour
}

// matches reports whether a header If-None-Match has a tag.
func matches(header, tag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		if part = strings.TrimSpace(part); part == "*" || strings.TrimPrefix(part, "W/") == tag {
			return true
		}
	}
	return false
}

// withoutSuffix returns the name of a job without the suffix of the file after which it is named.
func withoutSuffix(name string) string {
	if _, err := format.OutputOf(name); err != nil {
		return name
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}
