package job

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// Job is a snapshot of a job. The zero value stands for none.
type Job struct {
	ID    string `json:"id" doc:"identifier; jobs that are submitted later have a greater one" example:"01jd9w3v5k8r6f2m4n7p0q1s3t"`
	State State  `json:"state" enum:"queued,running,done,failed,cancelled"`
	Name  string `json:"name,omitempty" doc:"name that the client gave"`
	Owner string `json:"owner,omitempty" doc:"name of the token that submitted the job"`
	// Request and Trace lead from the job to the log of the servers and workers.
	Request string `json:"request,omitempty" doc:"id of the request that submitted the job, as its answer has it in X-Request-ID"`
	Trace   string `json:"traceparent,omitempty" doc:"header traceparent of that request"`

	Input   Input   `json:"input"`
	Options Options `json:"options"`
	// MaxTime is the limit of the server that accepted the job. It holds for each run of the job,
	// whatever its options.
	MaxTime Duration `json:"max_time,omitempty" doc:"each run ends after this time, by the server"`
	// Warnings are what a person should know about the input: what looks wrong in it, and what is
	// not used.
	Warnings []string `json:"warnings,omitempty" doc:"what looks wrong in the input, and what of it is not used"`
	Notes    []string `json:"notes,omitempty" doc:"what helps to see that the input is the right one, such as the area of its places"`

	Formats []string `json:"formats,omitempty" doc:"formats in which the route can be written; missing with jobs of version 0.9"`
	Bytes   int64    `json:"bytes,omitempty" doc:"size of what was uploaded"`

	Created time.Time `json:"created"`
	Started time.Time `json:"started,omitzero" doc:"when a worker first took the job"`
	Ended   time.Time `json:"ended,omitzero"`

	Attempt int    `json:"attempt" doc:"how many workers have taken the job"`
	Worker  string `json:"worker,omitempty" doc:"the worker that has the job, or had it last"`
	// CancelRequested says that a client has asked for the end. A worker ends the job soon and
	// keeps the best tour.
	CancelRequested bool `json:"cancel_requested,omitempty"`

	Progress Progress `json:"progress,omitzero"`
	Result   *Result  `json:"result,omitempty"`
	// Problem is why the job failed; Losses are the attempts that ended without a result.
	Problem *Problem `json:"problem,omitempty"`
	Losses  []Loss   `json:"losses,omitempty"`
	// GivenBack are the attempts of workers that could not solve the job, because of their disk or
	// their devices.
	GivenBack []Loss `json:"given_back,omitempty" doc:"attempts of workers that failed at something that is not the job's, such as their disk"`

	// Checkpoint is the run's last checkpoint, from which the next attempt continues; "": none.
	Checkpoint Digest `json:"checkpoint,omitempty"`
}

// State is the state of a job.
//
//	queued → running → done
//	   │        ├────→ failed
//	   │        ├────→ queued      its worker is lost
//	   └────────┴────→ cancelled
type State string

// The states of a job. Done, Failed and Cancelled are final.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// States has all states.
var States = []State{Queued, Running, Done, Failed, Cancelled}

// Final reports whether a job in the state never changes again.
func (s State) Final() bool { return s == Done || s == Failed || s == Cancelled }

// Digest is the SHA-256 of an object in 64 lower-case hexadecimal digits; "": none.
type Digest string

// DigestOf returns the digest of an object.
func DigestOf(object []byte) Digest {
	sum := sha256.Sum256(object)
	return Digest(hex.EncodeToString(sum[:]))
}

// Input is the instance of a job.
type Input struct {
	Object  Digest `json:"object" doc:"SHA-256 of the instance as it was uploaded"`
	Format  string `json:"format" doc:"format of the object, as package tsp/format names it, or coordinates for a JSON array of pairs"`
	Metric  string `json:"metric,omitempty" doc:"metric, as package tsp/format names it"`
	Columns string `json:"columns,omitempty" doc:"columns that were given"`
	Sheet   string `json:"sheet,omitempty" doc:"sheet of a workbook that was given"`
	CRS     string `json:"crs,omitempty" doc:"coordinate reference system that was given"`
	// Matrix has the distances of the places, which then have none of their own; "": none.
	Matrix   Digest `json:"matrix,omitempty" doc:"SHA-256 of the matrix beside the places as it was uploaded"`
	Minimize string `json:"minimize,omitempty" doc:"measure of the matrix that was given"`
	// Earlier is the route of an earlier list of places, from which the search begins; "": none.
	Earlier Digest   `json:"earlier,omitempty" doc:"SHA-256 of the earlier route as it was uploaded"`
	Cities  int      `json:"cities"`
	Name    string   `json:"name,omitempty" doc:"name that the instance has"`
	Unit    tsp.Unit `json:"unit,omitzero" doc:"of all lengths of the job"`
	Open    bool     `json:"open,omitempty" doc:"the tour is an open path"`
}

// Options say how a job is solved. The zero value lets the worker choose as aco.Options does,
// with a time limit by the service.
type Options struct {
	Algorithm  string   `json:"algorithm,omitempty" doc:"merged (the default solver), chained (Lin-Kernighan on the processor), mmas, acs or as; missing: by the instance" example:"merged"`
	Preset     string   `json:"preset,omitempty"`
	Seed       *uint64  `json:"seed,omitempty" nullable:"false"`
	Ants       int      `json:"ants,omitempty" minimum:"0" doc:"0: by the algorithm and the number of cities"`
	Colonies   int      `json:"colonies,omitempty" minimum:"0" doc:"0: by the algorithm and the number of cities"`
	Candidates int      `json:"candidates,omitempty" minimum:"0" doc:"0: by the algorithm and the number of cities"`
	Iterations int      `json:"iterations,omitempty" minimum:"0" doc:"0: no limit"`
	Stall      int      `json:"stall,omitempty" minimum:"0" doc:"end after this number of iterations of every colony without improvement"`
	TimeLimit  Duration `json:"time_limit,omitempty" doc:"0s or missing: by other limits and max_time"`
	DeviceTime Duration `json:"device_time,omitempty" doc:"end when the stages of all devices together have taken this time"`
	Target     int64    `json:"target,omitempty" minimum:"0" doc:"length of a tour that is short enough, in steps; 0: none"`
	Idle       Duration `json:"idle,omitempty" doc:"end after this time without improvement"`
	Bound      bool     `json:"bound,omitempty" doc:"compute a lower bound, too"`
	StayClose  string   `json:"stay_close,omitempty" doc:"price of each leg that the earlier route does not have, as a length: the job minimizes the length with these prices" example:"500 m"`
	// Priority orders the jobs of an owner.
	Priority int `json:"priority,omitempty" minimum:"-10" maximum:"10" doc:"of the client's jobs that wait, those with a greater number run first; only where the server has tokens"`
	// Machines is how many workers solve the job together, each with ants of its own. They exchange
	// tours.
	Machines int `json:"machines,omitempty" minimum:"0" maximum:"64" doc:"workers that solve the job together; 0 or 1: one"`
	// Replay is Result.Replay of another job with the same instance, which is repeated step by
	// step.
	Replay Digest `json:"replay,omitempty" doc:"SHA-256 that the result of another job has as replay: the job is repeated"`
	Start  Place  `json:"start,omitzero" doc:"place at which the tour begins; with end or open it is an open path, which begins there"`
	End    Place  `json:"end,omitzero" doc:"place at which an open path ends; it begins at start or, with open, anywhere"`
	Open   bool   `json:"open,omitempty" doc:"an open path: the tour does not return; an end that start or end does not give is any place"`
}

// Rules returns the stop rules besides the target.
func (o Options) Rules() option.Rules[Duration] {
	return option.Rules[Duration]{TimeLimit: o.TimeLimit, DeviceTime: o.DeviceTime, Iterations: o.Iterations,
		Stall: o.Stall, Idle: o.Idle}
}

// Progress is how far a job is.
type Progress struct {
	Phase string `json:"phase,omitempty" doc:"as aco.Progress.Phase"`
	Best  int64  `json:"best,omitempty" doc:"length of the best verified tour, in steps; 0: none yet"`
	// UnitLength is the length of Tour as Result.UnitLength has it.
	UnitLength float64 `json:"unit_length,omitempty" doc:"length of the stored tour, as in the result; 0: none yet"`
	Bound      int64   `json:"bound,omitempty" doc:"lower bound of all tours, in steps; 0: none"`
	Reference  int64   `json:"reference,omitempty" doc:"best known length, in steps; 0: none"`
	Iteration  int     `json:"iteration,omitempty"`
	Seconds    float64 `json:"seconds,omitempty" doc:"time of the run, in all attempts"`
	Tour       Digest  `json:"tour,omitempty" doc:"SHA-256 of the best tour that is stored"`
}

// Result is the outcome of a job that is done, or that was cancelled after it had a tour.
type Result struct {
	Tour   Digest `json:"tour" doc:"SHA-256 of the tour, an object of Tour"`
	Length int64  `json:"length" doc:"in steps, which are rounded, recomputed by package tsp/verify"`
	// UnitLength is aco.Result.UnitLength. In records of version 0.9.0 it is missing.
	UnitLength float64  `json:"unit_length" doc:"length in units, computed from the numbers of the input without rounding"`
	Unit       tsp.Unit `json:"unit"`
	Bound      int64    `json:"bound,omitempty" doc:"lower bound of all tours, in steps; 0: none"`
	Stop       string   `json:"stop" doc:"the rule that ended the run"`
	Within     float64  `json:"within,omitempty" doc:"with stop optimal: by how much a tour can be shorter, in units, because distances are rounded to steps; 0: none is"`
	Seconds    float64  `json:"seconds"`
	Devices    []string `json:"devices"`
	// Warnings are what the run could not do, such as a bound that was asked for.
	Warnings []string `json:"warnings,omitempty" doc:"what could not be done, and devices that failed"`

	// With several machines: what each did, the tours of others that took part in recombinations,
	// and the object that repeats the run.
	Machines  []Machine  `json:"islands,omitempty"`
	Exchanges []Exchange `json:"exchanges,omitempty"`
	Replay    Digest     `json:"replay,omitempty" doc:"SHA-256 of the schedule, with which another job repeats this one"`
}

// Problem is why a job failed.
type Problem struct {
	Type   string `json:"type" doc:"kind of the error, the last part of a problem's type" example:"too-large"`
	Detail string `json:"detail" doc:"what failed, why, and what to do"`
}

// Loss is an attempt that ended without a result.
type Loss struct {
	Attempt int       `json:"attempt"`
	Worker  string    `json:"worker"`
	Time    time.Time `json:"time"`
	Reason  string    `json:"reason"`
}
