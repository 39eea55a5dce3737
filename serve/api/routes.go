package api

import (
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/draw"
)

// route is a pattern of requests, what answers them, and what the description of the interface
// says about it.
type route struct {
	pattern string
	handle  func(*service, http.ResponseWriter, *http.Request) error
	to      access
	says    operation
}

// operation describes a route.
type operation struct {
	id, summary string
	parameters  []*huma.Param
	request     []content
	status      int       // of success; 0: 200
	also        []int     // other statuses of success with the same answer
	empty       []int     // other statuses without an error and without content
	answer      []content // of success; none: no content
}

// content is a body. example is JSON or text; nil: none.
type content struct {
	media   string
	value   any // of the type of a JSON body; nil: text or bytes
	example any
}

// listed types are the bodies of lists.
type (
	jobList struct {
		Jobs []shownJob `json:"jobs"`
	}
	workerList struct {
		Workers []job.Worker `json:"workers"`
	}
)

const (
	plainJSON = "application/json"
	bytesType = "application/octet-stream"
	formType  = "multipart/form-data"
)

// routes returns all routes of the interface.
func routes() []route {
	return []route{
		{"POST /v1/jobs", (*service).submit, withToken, operation{
			id:         "submit",
			summary:    "Submit a job. With application/json the body is a submission, else the file of an instance, or a form with the files of places and of a matrix, with the options by their names in the query.",
			parameters: append(queryOf(fileQuery{}), submissionHeaders()...),
			request:    submissions(),
			status:     http.StatusAccepted, also: []int{http.StatusOK}, answer: []content{{plainJSON, shownJob{}, nil}},
		}},
		{"POST /v1/solve", (*service).solve, withToken, operation{
			id: "solve",
			summary: "Submit a job and wait for its end. The status is 200 if the job has ended: done with its tour, failed, or cancelled. " +
				"It is 202 if the job needs longer than wait; the header Location then has its address, as with every other answer.",
			parameters: append(queryOf(solveQuery{}), submissionHeaders()...),
			request:    submissions(),
			also:       []int{http.StatusAccepted}, answer: []content{{plainJSON, shownJob{}, nil}},
		}},
		{"GET /v1/jobs", (*service).list, withToken, operation{
			id: "list", summary: "List jobs, the newest first. The header Link has the address of the next page.",
			parameters: queryOf(listQuery{}),
			answer:     []content{{plainJSON, jobList{}, nil}},
		}},
		{"GET /v1/jobs/{id}", ofJob((*service).get), withToken,
			operation{id: "get", summary: "Get a job.", parameters: queryOf(jobQuery{}), answer: []content{{plainJSON, shownJob{}, nil}}}},
		{"DELETE /v1/jobs/{id}", ofJob((*service).cancel), withToken, operation{
			id: "cancel", summary: "End a job early. Its best tour is kept. A running job ends soon after the answer. " +
				"With data=true delete a job that has ended; the status is 204.",
			parameters: queryOf(cancelQuery{}),
			answer:     []content{{plainJSON, shownJob{}, nil}}, empty: []int{http.StatusNoContent},
		}},
		{"GET /v1/jobs/{id}/tour", ofJob((*service).tour), withToken, operation{
			id:         "tour",
			summary:    "Get the best tour in the format of the header Accept. The header ETag changes with the tour.",
			answer:     tourContents(),
			parameters: []*huma.Param{ifNoneMatch()}, empty: []int{http.StatusNotModified},
		}},
		{"GET /v1/jobs/{id}/{file}", ofJob((*service).tourFile), withToken, operation{
			id: "tour-file", summary: "Get the best tour in the format of the suffix: " + tourFiles() + ".",
			answer: tourContents(), parameters: []*huma.Param{ifNoneMatch()}, empty: []int{http.StatusNotModified},
		}},
		{"GET /v1/jobs/{id}/instance", made(renderedUpload, bytesType), withToken, operation{
			id: "instance", summary: "Get the instance as it was uploaded.", answer: []content{{bytesType, nil, nil}},
		}},
		{"GET /v1/jobs/{id}/coordinates", ofJob((*service).coordinates), withToken, operation{
			id:      "coordinates",
			summary: "Get where a picture has the cities: for each x and y, which grows downwards, as 32-bit floating-point numbers, the low byte first. The larger side is from 0 to 1.",
			answer:  []content{{bytesType, nil, nil}},
		}},
		{"GET /v1/jobs/{id}/land.svg", made(renderedLand, "image/svg+xml"), withToken, operation{
			id: "land", answer: []content{{"image/svg+xml", nil, nil}},
			summary: fmt.Sprintf("Get land and borders to draw below the cities, whose coordinates times %d are places in the picture.", draw.LandSide),
		}},
		{"GET /v1/jobs/{id}/picture.svg", made(renderedPicture, "image/svg+xml"), withToken, operation{
			id: "picture", summary: "Get a picture of the best tour.", answer: []content{{"image/svg+xml", nil, nil}},
		}},
		{"GET /v1/jobs/{id}/stops", ofJob((*service).stops), withToken, operation{
			id:      "stops",
			summary: fmt.Sprintf("Get the route of the best tour for people, with up to %d places.", mostStops),
			answer:  []content{{plainJSON, stopList{}, nil}},
		}},
		{"GET /v1/jobs/{id}/events", ofJob((*service).events), withToken, operation{
			id: "events", summary: "Follow a job by server-sent events of kinds state, progress and tour. " +
				"The data of each is an event. The stream ends with the job. If it ends before, the last event is of " +
				"kind problem, and its data are a problem. There is no content if the client has the last event.",
			parameters: []*huma.Param{header("Last-Event-ID", "number of the last event that the client has")},
			answer:     []content{{"text/event-stream", shownEvent{}, nil}}, empty: []int{http.StatusNoContent},
		}},
		{"GET /v1/workers", (*service).workers, withToken,
			operation{id: "workers", summary: "List the workers.", answer: []content{{plainJSON, workerList{}, nil}}}},
		{"GET /v1/openapi.json", (*service).description, open,
			operation{id: "description", summary: "Get this description.", answer: []content{{plainJSON, nil, nil}}}},
		{"GET /healthz", (*service).health, probe, operation{id: "health", summary: "Whether the process lives.",
			status: http.StatusNoContent}},
		{"GET /readyz", (*service).ready, probe, operation{
			id: "ready", status: http.StatusNoContent,
			summary: "Whether jobs are accepted: the store confirms writes. " +
				"The answer is up to a second old.",
		}},
		{"GET /metrics", (*service).measures, open, operation{id: "metrics", summary: "Figures for Prometheus.",
			answer: []content{{"text/plain", nil, nil}}}},
	}
}

// ofJob returns a handler of the job that a request names, if it is its owner's.
func ofJob(
	handle func(*service, http.ResponseWriter, *http.Request, job.Job) error,
) func(*service, http.ResponseWriter, *http.Request) error {
	return func(s *service, w http.ResponseWriter, r *http.Request) error {
		j, err := s.job(r)
		if err != nil {
			return err
		}
		return handle(s, w, r, j)
	}
}

// made returns a handler of an answer that is made of a job's instance, and of its best tour if it has one.
func made(kind rendered, media string) func(*service, http.ResponseWriter, *http.Request) error {
	return ofJob(func(s *service, w http.ResponseWriter, r *http.Request, j job.Job) error {
		return s.answer(w, r, j, Rendering{Kind: kind}, media)
	})
}

// submissions returns the bodies with which a job is submitted.
func submissions() []content {
	return []content{
		{plainJSON, submission{}, map[string]any{
			"coordinates": [][2]int{{0, 0}, {3, 4}, {6, 0}, {5, 5}, {1, 7}},
			"options":     map[string]any{"time_limit": "2s", "seed": 1},
		}},
		{"text/csv", nil, "x,y\n0,0\n3,4\n6,0\n5,5\n1,7\n"},
		{formType, formFiles{}, nil},
		{bytesType, nil,
			"NAME: five\nTYPE: TSP\nDIMENSION: 5\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 6 0\n4 5 5\n5 1 7\nEOF\n"},
	}
}

// submissionHeaders returns the headers of a submission.
func submissionHeaders() []*huma.Param {
	return []*huma.Param{
		header("Idempotency-Key", "a repeated request with the same key returns the job of the first one, with status 200"),
		header(webhookURL, "where the server posts the job when it has ended, if it calls webhooks. The message is signed as "+
			"Standard Webhooks says, and repeated for three hours until it is answered with status 2xx"),
		header(webhookSecret, "secret of at least 20 characters with which messages to Webhook-URL are signed"),
	}
}

func header(name, says string) *huma.Param {
	return &huma.Param{Name: name, In: "header", Description: says, Schema: &huma.Schema{Type: huma.TypeString}}
}

func ifNoneMatch() *huma.Param {
	return header("If-None-Match", "ETag of the tour that the client has; if it is the best one, the status is 304")
}

// tourContents returns the bodies of a tour.
func tourContents() (list []content) {
	for _, m := range mediaTypes {
		list = append(list, content{m.media, nil, nil})
	}
	return list
}
