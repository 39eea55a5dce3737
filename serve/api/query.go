package api

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/aco-vk/aco-vk/serve/job"
)

// listQuery is the query of a list of jobs.
type listQuery struct {
	Limit  int       `json:"limit" minimum:"1" maximum:"500" doc:"jobs on a page; missing: 50"`
	Before string    `json:"before" doc:"identifier of a job: only jobs that were submitted before"`
	State  job.State `json:"state" enum:"queued,running,done,failed,cancelled" doc:"only jobs in this state"`

	IDs     string `json:"ids" doc:"identifiers of up to 500 jobs, with commas between them. Jobs that are not there are left out. The order is this, whatever limit is"`
	Include string `json:"include" enum:"tour" doc:"tour: each job with its best tour. A page then ends before 1,000,000 places, but has one job at least"`
}

// jobQuery is the query of a job.
type jobQuery struct {
	Include string `json:"include" enum:"tour" doc:"tour: the job with its best tour"`
}

// includesTour is the value of a query for jobs with their tours.
const includesTour = "tour"

// mostPlaces is the number of places of all tours on a page, unless the first job has more.
const mostPlaces = 1_000_000

// cancelQuery is the query of the end of a job.
type cancelQuery struct {
	Data bool `json:"data" doc:"true: delete a job that has ended, with its data; other jobs keep what they share with it"`
}

// queryOf returns the description of the parameters that a struct has.
func queryOf(query any) (parameters []*huma.Param) {
	types := newTypes("", huma.DefaultSchemaNamer)
	types.RegisterTypeAlias(reflect.TypeFor[job.Place](), reflect.TypeFor[placeText]())
	for _, f := range reflect.VisibleFields(reflect.TypeOf(query)) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			schema := huma.SchemaFromField(types, f, name)
			p := &huma.Param{Name: name, In: "query", Description: schema.Description, Schema: schema}
			parameters = append(parameters, p)
		}
	}
	return parameters
}

// knownQuery returns a handler that refuses a query with a parameter that the description does
// not have, or that is given twice: a filter with a mistake in its name would choose everything.
func knownQuery(parameters []*huma.Param, next handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return refuse(http.StatusBadRequest, "query", "the query cannot be read: "+err.Error())
		}
		for name, values := range query {
			isNamed := func(p *huma.Param) bool { return p.In == "query" && p.Name == name }
			known := slices.ContainsFunc(parameters, isNamed)
			switch {
			case !known:
				return refuse(http.StatusBadRequest, "query", fmt.Sprintf("there is no parameter %q", name))
			case len(values) > 1:
				return refuse(http.StatusBadRequest, "query",
					fmt.Sprintf("parameter %s is given %d times", name, len(values)))
			}
		}
		return next(w, r)
	}
}
