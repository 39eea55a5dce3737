package job

import "time"

// Event is something that happened to a job. Events of a job are numbered from 1 without gaps.
type Event struct {
	Sequence uint64    `json:"-"` // the id of the event in a stream of server-sent events
	Kind     EventKind `json:"-"`
	Time     time.Time `json:"time"`
	Job      *Job      `json:"job,omitempty"`      // with EventState
	Progress *Progress `json:"progress,omitempty"` // with EventProgress and EventTour
}

// EventKind is the kind of an event.
type EventKind string

const (
	EventState    EventKind = "state"    // the job has another state
	EventProgress EventKind = "progress" // figures of the run, at most a few times a second
	EventTour     EventKind = "tour"     // a better tour is stored; Progress.Tour is its digest
)
