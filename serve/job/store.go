package job

import (
	"context"
	"errors"
	"io"
	"iter"
	"reflect"
	"time"
)

// Errors of stores. They are wrapped with the name of the job or object.
var (
	ErrNotFound = errors.New("there is no such job or object")
	ErrFull     = errors.New("the queue is full; try again later")
	ErrTooMany  = errors.New("the client has as many jobs as it may have; wait until one has ended")
	// ErrQuota is the error of a client whose kept jobs are as large as they may be.
	ErrQuota    = errors.New("the client's jobs are as large as they may be together; delete some that have ended")
	ErrNotEnded = errors.New("the job has not ended; end it first")
	ErrConflict = errors.New("the idempotency key was used for another job")
	ErrTooLong  = errors.New("the texts of the job are too long; shorten its name and its options")
	ErrLost     = errors.New("the lease is lost: another worker has the job, or it has ended")
	// ErrUnavailable is the error of a write that the store has not confirmed in time, or has
	// refused, and of a read that it has not answered.
	ErrUnavailable = errors.New("the store does not answer or accept writes; try again later, and see whether " +
		"its disk is full")
	// ErrNoSpace is the error of a write that would leave too little space on the disk.
	ErrNoSpace = errors.New("the disk of the store is full; free space on it: jobs are then accepted again, " +
		"without a restart")
	// ErrDamaged is the error of an object that is not what was stored, or of one that is lost.
	ErrDamaged = errors.New("it is lost or damaged, because the disk of the store has changed it; store it again")
)

// Submission is a job to submit.
type Submission struct {
	Name    string
	Owner   string
	Input   Input
	Options Options
	// Key makes a repeated submission return the first one's job: the same owner, key, name,
	// input and options. "": none.
	Key string
	// The others are for the job. A repeated submission may have others.
	MaxTime         Duration
	Warnings, Notes []string
	Formats         []string
	Bytes           int64
	Webhook         *Webhook // is told of the end of the job; nil: none
	Request, Trace  string
}

// NewJob returns the job that a submission becomes.
func (s *Submission) NewJob(id string) Job {
	return Job{
		ID: id, State: Queued, Name: s.Name, Owner: s.Owner, Input: s.Input, Options: s.Options,
		MaxTime: s.MaxTime, Warnings: s.Warnings, Notes: s.Notes, Formats: s.Formats, Bytes: s.Bytes,
		Request: s.Request, Trace: s.Trace,
		Created: time.Now().UTC(),
	}
}

// Repeats reports whether a submission with the key of a job is the one that became the job.
func (s *Submission) Repeats(j *Job) bool {
	return s.Name == j.Name && s.Input == j.Input && reflect.DeepEqual(s.Options, j.Options)
}

// Filter chooses jobs of a list. The zero value chooses all.
type Filter struct {
	Owner string // "": of all owners
	State State  // "": in any state
}

// Store is what the clients of the service may do. When Submit or PutFrom has returned without an
// error, what it was given survives the death of every process.
type Store interface {
	// PutFrom stores an object, and returns its digest. It reads the object from its begin, twice, so
	// that a large one need not be in memory. One that is there already is not stored again.
	PutFrom(context.Context, io.ReadSeeker) (Digest, error)
	// Object returns an object, which must not be changed. The error is ErrNotFound if there is
	// none, and ErrDamaged if it is not what was stored.
	Object(context.Context, Digest) ([]byte, error)

	// Admits returns the error that Submit would have for a submission. Ask it before objects are
	// stored.
	Admits(context.Context, *Submission) error
	// Submit adds a job to the queue. created is false if the key names a job that exists.
	Submit(context.Context, Submission) (of Job, created bool, err error)
	// Job returns a job.
	Job(ctx context.Context, id string) (Job, error)
	// Jobs returns up to limit jobs, the newest first, that are older than the job before; "":
	// from the newest.
	Jobs(ctx context.Context, filter Filter, before string, limit int) ([]Job, error)
	// Cancel asks for the end of a job. A queued job is cancelled at once; a running one soon,
	// and its best tour is kept. A job that has ended does not change.
	Cancel(ctx context.Context, id string) (Job, error)
	// Remove removes a job that has ended. Its objects are removed later, unless other jobs have
	// them. The error is ErrNotEnded if the job waits or runs.
	Remove(ctx context.Context, id string) error
	// Events returns the events of a job after a number, and then those to come, until the job
	// has ended, the context ends or an error is returned. A reader that is far behind misses
	// events; the next one is then of kind EventState, with the job at that time.
	Events(ctx context.Context, id string, after uint64) iter.Seq2[Event, error]

	// HasReplay reports whether the result of a job of an owner has a replay.
	HasReplay(ctx context.Context, owner string, replay Digest) (bool, error)
	// Workers returns the workers that were seen within the last lease.
	Workers(context.Context) ([]Worker, error)
	// Figures returns how many jobs there are, and what happened since the store was opened.
	Figures() Figures
	// Disk returns the disk of the store, and an error if it is not known.
	Disk() (Disk, error)
	// Ready returns nil if the store confirms writes to all that PutFrom and Submit write to.
	Ready(context.Context) error
}

// Disk is the disk on which a store keeps its data, in bytes. New jobs are refused while less than
// Reserve is free.
type Disk struct{ Free, Size, Reserve int64 }

// Queue is what a worker may do, in addition to reading and storing objects.
type Queue interface {
	// Put stores an object, which must not change afterwards, and returns its digest.
	Put(context.Context, []byte) (Digest, error)
	Object(context.Context, Digest) ([]byte, error)

	// Take waits for a job, or for one that wants machines, and takes it.
	Take(ctx context.Context, worker string) (Lease, error)
	// Machines returns what the machines of a job have found, and then what they find, until the
	// context ends.
	Machines(ctx context.Context, id string) iter.Seq2[Machine, error]

	// Lease is how long a worker may be silent until another one gets its job.
	Lease() time.Duration
	// Announce tells that a worker is there and what it does. It is forgotten after a lease.
	Announce(context.Context, Worker) error
	// Leave tells that a worker ends.
	Leave(ctx context.Context, worker string) error
}

// Lease is a worker's right to a job. It ends if it is not renewed, and when another worker has
// the job. All methods then return ErrLost and change nothing.
type Lease interface {
	Job() Job
	// Machine is 0 for the worker that has the job, else the number of a machine that helps it. A machine
	// ends with the job; Report, Save and Finish are for the worker that has the job.
	Machine() int
	// Renew extends the lease. cancelled reports whether a client asked for the end of the job, and for a
	// machine also whether the job has ended.
	Renew(context.Context) (cancelled bool, err error)
	// Report publishes progress. A new Progress.Tour is an EventTour.
	Report(context.Context, Progress) error
	// Tell publishes what a machine has found.
	Tell(context.Context, Machine) error
	// Save records a checkpoint, an object that was put before.
	Save(context.Context, Digest) error
	// Finish ends the job with a result or a problem.
	Finish(context.Context, State, *Result, *Problem) error
	// Release gives the job back to the queue, because the worker shuts down. It does not count
	// as a loss.
	Release(context.Context) error
	// GiveBack gives the job back to the queue, because something fails that is the worker's and
	// not the job's. It does not count as a loss, but a job that many workers give back has failed.
	GiveBack(ctx context.Context, reason string) error
}

// Worker is a process that solves jobs.
type Worker struct {
	Name    string    `json:"name"`
	Version string    `json:"version"`
	Devices []Device  `json:"devices"`
	Job     string    `json:"job,omitempty" doc:"the job that it has"`
	Load    float64   `json:"load" minimum:"0" maximum:"1" doc:"share of the last minute in which it had a job"`
	Seen    time.Time `json:"seen"`
}

// Device is a device of a worker.
type Device struct {
	Name   string `json:"name"`
	Driver string `json:"driver,omitempty"`
	Memory uint64 `json:"memory,omitempty" doc:"bytes"`
}
