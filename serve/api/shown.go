package api

import (
	"encoding/json"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/wording"
	"github.com/aco-vk/aco-vk/serve/job"
)

// shownJob is a job as clients get it: with its lengths as texts.
type shownJob struct {
	job.Job
	Texts   texts   `json:"texts,omitzero"`
	Tour    []int32 `json:"tour,omitempty" doc:"the places of the best tour in visiting order, counted from 1 without a header; where it was asked for"`
	Damaged string  `json:"damaged,omitempty" doc:"why a tour is missing that was asked for: it is lost or damaged on the disk of the server"`
}

// shownEvent is an event as clients get it.
type shownEvent struct {
	job.Event
	Job   *shownJob `json:"job,omitempty" doc:"with an event of kind state"`
	Texts texts     `json:"texts,omitzero" doc:"with other events"`
}

// texts are the figures of the best tour as the command prints them.
type texts struct {
	Length string `json:"length,omitempty" doc:"length of the best tour" example:"93.93 km"`
	Bound  string `json:"bound,omitempty" doc:"lower bound of all tours" example:"93.92 km"`
	Gap    string `json:"gap,omitempty" doc:"how far the tour is above the optimum at most, or above the best known length" example:"at most 0.01% above the optimum"`
	// Unit and Units are for the axis of a figure.
	Unit  string  `json:"unit,omitempty" doc:"unit of these texts" example:"km"`
	Units float64 `json:"units,omitempty" doc:"units of the job in the unit of these texts" example:"1000"`
}

// textsOf returns the texts of a job.
func textsOf(j *job.Job) (t texts) {
	if bestTour(*j) == "" {
		return t
	}
	steps, length, lower, unit := j.Progress.Best, j.Progress.UnitLength, j.Progress.Bound, j.Input.Unit
	if r := j.Result; r != nil {
		steps, length, lower, unit = r.Length, r.UnitLength, r.Bound, r.Unit
	}
	t.Length = unit.FormatValue(length)
	t.Unit, t.Units = unit.Display(length)
	least := min(unit.Value(lower), length)
	if r := j.Result; r != nil && r.Stop == string(aco.StopOptimal) {
		least = max(least, length-r.Within)
	}
	if lower > 0 {
		t.Bound = unit.FormatValue(least)
	}
	switch known := j.Progress.Reference; {
	case least > 0:
		t.Gap = wording.AboveOptimum(length, least)
	case known > 0:
		t.Gap = wording.Gap(steps, known) + " over the best known"
	}
	return t
}

// show returns a job as clients get it.
func show(j job.Job) shownJob { return shownJob{Job: j, Texts: textsOf(&j)} }

// showAll returns jobs as clients get them.
func showAll(jobs []job.Job) []shownJob {
	list := make([]shownJob, 0, len(jobs))
	for _, j := range jobs {
		list = append(list, show(j))
	}
	return list
}

// showEvent returns an event of a job in JSON as clients get it.
func showEvent(j job.Job, e job.Event) ([]byte, error) {
	shown := shownEvent{Event: e}
	switch {
	case e.Job != nil:
		of := show(*e.Job)
		shown.Job = &of
	case e.Progress != nil:
		j.Progress, j.Result = *e.Progress, nil
		shown.Texts = textsOf(&j)
	}
	return json.Marshal(shown)
}
