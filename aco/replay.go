package aco

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/schema"
)

// maxReplayBytes is ten times the size of a report of the largest instance.
const maxReplayBytes = 1 << 30

// ReplayError is the error of a report whose run cannot be repeated.
type ReplayError struct {
	Reason string // the rest of a sentence that begins with the name of the report
}

func (e *ReplayError) Error() string { return "the report " + e.Reason }

// ReadReplay returns the run to repeat of a report that the command has written, or of the JSON of a
// Replay. A report of another schema is an error, and so is one of more than 2³⁰ bytes. If its run
// cannot be repeated, the error is a *ReplayError. Its path and its initial tour are options of the new run.
func ReadReplay(r io.Reader) (*Replay, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxReplayBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxReplayBytes {
		return nil, fmt.Errorf("the report has more than %d bytes", maxReplayBytes)
	}
	replay := new(Replay)
	if err := json.Unmarshal(text, replay); err != nil {
		return nil, jsonerror.Explain(err, "")
	}
	return replay, nil
}

// replayJSON has the fields of a report that repeat its run.
type replayJSON struct {
	Schema     int             `json:"schema"`
	Algorithm  Algorithm       `json:"algorithm"`
	Parameters json.RawMessage `json:"parameters"`
	Seed       uint64          `json:"seed"`
	Schedule   *Schedule       `json:"schedule,omitempty"` // of the default solver

	// of Chained
	Iterations   int         `json:"iterations,omitempty"`
	StopReason   StopReason  `json:"stop_reason,omitempty"`
	BestLength   int64       `json:"best_length,omitempty"`
	Unrecombined bool        `json:"unrecombined,omitempty"`
	Cut          *ChainedCut `json:"cut,omitempty"`
	LastKicks    int         `json:"last_kicks,omitempty"`
	FirstLength  int64       `json:"first_length,omitempty"`
	InitialUse   InitialUse  `json:"initial_use,omitempty"`
}

// MarshalJSON implements json.Marshaler. The JSON has the fields of a report that repeat its run, with
// the seed, without Peers.
func (p Replay) MarshalJSON() ([]byte, error) {
	f := replayJSON{Schema: schema.Report, Algorithm: AlgorithmMerged, Seed: p.Parameters.Seed, Schedule: &p.Schedule}
	parameters := any(p.Parameters)
	if c := p.Chained; c != nil {
		f = replayJSON{
			Schema: schema.Report, Algorithm: AlgorithmChained, Seed: c.Parameters.Seed, Iterations: c.Iterations,
			Unrecombined: c.Cut != nil, Cut: c.Cut, LastKicks: c.LastKicks, FirstLength: c.FirstLength, InitialUse: c.InitialUse,
		}
		if parameters = c.Parameters; c.Target > 0 {
			f.StopReason, f.BestLength = StopTarget, c.Target
		}
	}
	var err error
	if f.Parameters, err = json.Marshal(parameters); err != nil {
		return nil, err
	}
	return json.Marshal(f)
}

// UnmarshalJSON implements json.Unmarshaler. It reads what MarshalJSON has written, and reports.
func (p *Replay) UnmarshalJSON(text []byte) error {
	var f replayJSON
	if err := json.Unmarshal(text, &f); err != nil {
		return jsonerror.Explain(err, "")
	}
	if err := schema.Check("the report", f.Schema, schema.Report); err != nil {
		return err
	}
	*p = Replay{}
	switch {
	case f.Algorithm == AlgorithmMerged && f.Schedule != nil:
		err := f.parameters(&p.Parameters)
		p.Schedule, p.Parameters.Seed = *f.Schedule, f.Seed
		return err
	case f.Algorithm == AlgorithmMerged:
		return &ReplayError{"has no schedule: give the whole report"}
	case f.Algorithm != AlgorithmChained:
		return &ReplayError{fmt.Sprintf(
			"is the report of algorithm %q: only runs of %s and %s can be replayed; repeat others by their parameters, seed and iterations",
			f.Algorithm, AlgorithmMerged, AlgorithmChained)}
	case f.Unrecombined && f.Cut == nil || f.Iterations < 1:
		return &ReplayError{"cannot be replayed: its run ended within the first iteration"}
	}
	p.Chained = &ChainedReplay{
		Iterations: f.Iterations, Cut: f.Cut, LastKicks: f.LastKicks, FirstLength: f.FirstLength, InitialUse: f.InitialUse,
	}
	if f.StopReason == StopTarget {
		p.Chained.Target = f.BestLength
	}
	err := f.parameters(&p.Chained.Parameters)
	p.Chained.Parameters.Seed = f.Seed
	return err
}

// parameters reads the parameters, whose seed is a field of its own.
func (f *replayJSON) parameters(of any) error {
	if f.Parameters == nil {
		return nil
	}
	return typed(jsonerror.Explain(json.Unmarshal(f.Parameters, of), "parameters"))
}
