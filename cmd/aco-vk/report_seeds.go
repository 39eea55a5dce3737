package main

import "github.com/aco-vk/aco-vk/aco"

// reportSeeds has the runs of several seeds. The report that contains it is that of the best run.
type reportSeeds struct {
	Runs        []reportRun `json:"runs"`
	Completed   int         `json:"completed"` // runs that a stop rule ended; the mean and the deviation are of these
	BestLength  int64       `json:"best_length"`
	MeanLength  float64     `json:"mean_length,omitempty"`
	Deviation   float64     `json:"standard_deviation,omitempty"` // sample standard deviation
	BestPercent *float64    `json:"best_error_percent,omitempty"` // over the best known length
	MeanPercent *float64    `json:"mean_error_percent,omitempty"`
}

// reportRun is one of several runs.
type reportRun struct {
	Seed             uint64         `json:"seed"`
	Length           int64          `json:"length"`
	Iterations       int            `json:"iterations"`
	WallS            float64        `json:"wall_s"`
	LastImprovementS float64        `json:"last_improvement_s"` // since the start of the run
	StopReason       aco.StopReason `json:"stop_reason"`
	Trace            []reportTrace  `json:"trace"`
}

// completed reports whether a stop rule ended the run.
func (r reportRun) completed() bool {
	return r.StopReason != aco.StopInterrupted && r.StopReason != aco.StopFailure
}
