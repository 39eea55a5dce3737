package pipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/lowerbound"
	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bound"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Options are what the program of the server adds.
type Options struct {
	Version string
	// Report returns the report of a run, as JSON.
	Report func(in *tsp.Instance, devices []*aco.Device, result *aco.Result, lowerBound int64) ([]byte, error)
}

// server serves the requests of one client.
type server struct {
	Options
	out struct {
		sync.Mutex
		io.Writer
		err error // of the first write that failed
	}
	mutex   sync.Mutex                   // of open
	open    map[int64]context.CancelFunc // runs by id
	opening sync.Mutex                   // of solvers; it is held while a device is opened
	solvers map[string]*aco.Solver       // by the name of the device
	running sync.WaitGroup
}

// maxOpen is the number of runs that may be open.
const maxOpen = 4096

var errTooMany = fmt.Errorf("%d runs are unfinished; wait for one of them, or cancel it", maxOpen)

// Serve serves requests until the input ends, and closes the devices. The error is a *FrameError, if
// the client does not keep to the protocol, or that of closing a device.
func Serve(ctx context.Context, in io.Reader, out io.Writer, options Options) (err error) {
	s := &server{Options: options, open: map[int64]context.CancelFunc{}, solvers: map[string]*aco.Solver{}}
	s.out.Writer = out
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		s.running.Wait()
		for _, solver := range s.solvers {
			err = errors.Join(err, solver.Close())
		}
	}()
	s.answer(answer{Op: "hello", Protocol: Protocol, Version: options.Version})
	for {
		frame, arrays, err := readFrame(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		var r request
		if err == nil {
			r, err = readRequest(frame, arrays)
		}
		if err == nil {
			err = s.handle(ctx, r)
		}
		if err != nil {
			s.answer(failed(0, err))
			return err
		}
	}
}

// handle begins or cancels a run.
func (s *server) handle(ctx context.Context, r request) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	cancel, isOpen := s.open[r.ID]
	switch {
	case r.Op == opCancel && isOpen:
		cancel()
	case r.Op == opCancel:
	case r.Op != opSolve:
		return wrongFrame("the operation %q; there are %s and %s", r.Op, opSolve, opCancel)
	case isOpen:
		return wrongFrame("the id %d is the id of an open run", r.ID)
	case len(s.open) >= maxOpen:
		refused := failed(r.ID, errTooMany)
		s.running.Go(func() { s.answer(refused) }) // a client may send all requests before it reads
	default:
		run, cancel := context.WithCancel(ctx)
		s.open[r.ID] = cancel
		s.running.Go(func() { s.solve(run, r) })
	}
	return nil
}

// answer is a frame of the server. Fields that are missing are not set.
type answer struct {
	Op string `json:"op"` // hello, progress, result or error
	ID int64  `json:"id,omitempty"`

	Protocol int    `json:"protocol,omitempty"`
	Version  string `json:"version,omitempty"`

	Code Code   `json:"code,omitempty"`
	Text string `json:"text,omitempty"`

	// Length is the length of the tour in the unit of the client, and Bound the largest lower bound.
	Length     float64        `json:"length"`
	Bound      *float64       `json:"bound,omitempty"`
	Gap        *float64       `json:"gap,omitempty"` // of the tour to the bound, as a part of the bound
	Iteration  int            `json:"iteration,omitempty"`
	Elapsed    float64        `json:"elapsed"` // s
	Phase      aco.Phase      `json:"phase,omitempty"`
	Algorithm  aco.Algorithm  `json:"algorithm,omitempty"`
	StopReason aco.StopReason `json:"stop_reason,omitempty"`
	Seed       uint64         `json:"seed,omitempty"`
	Notices    []string       `json:"notices,omitempty"`  // what the user should know
	Warnings   []string       `json:"warnings,omitempty"` // what looks wrong with the data

	Arrays []array `json:"arrays,omitempty"`
}

func failed(id int64, err error) answer {
	code, text := codeOf(err)
	return answer{Op: "error", ID: id, Code: code, Text: text}
}

// answer writes a frame. Without its client a run has no use.
func (s *server) answer(a answer, arrays ...values) {
	for _, v := range arrays {
		a.Arrays = append(a.Arrays, v.array)
	}
	s.out.Lock()
	defer s.out.Unlock()
	if s.out.err == nil {
		s.out.err = writeFrame(s.out.Writer, a, arrays...)
	}
}

// solve serves a run.
func (s *server) solve(ctx context.Context, r request) {
	a, arrays, err := s.run(ctx, &r)
	if err != nil {
		a = failed(r.ID, err)
	}
	s.mutex.Lock()
	s.open[r.ID]()
	delete(s.open, r.ID)
	s.mutex.Unlock()
	s.answer(a, arrays...)
}

// run solves the instance of a request, and returns the answer.
func (s *server) run(ctx context.Context, r *request) (a answer, arrays []values, err error) {
	in, err := r.instance(ctx)
	if err == nil {
		in, err = in.Rescaled(ctx, r.Path)
	}
	if err != nil {
		return a, nil, err
	}
	options, err := r.options(ctx, in)
	if err != nil {
		return a, nil, err
	}
	solver, err := s.solver(r.Device)
	if err != nil {
		return a, nil, err
	}
	events := &events{server: s, request: r, in: in}
	if r.changes != "" {
		events.notices = append(events.notices, r.changes)
	}
	options.Progress = events.take
	prepared := time.Since(r.arrived)
	if options.TimeLimit > 0 {
		options.TimeLimit = max(options.TimeLimit-prepared, 1)
	}
	var lower *lowerbound.Background
	if r.Bound { // with a time limit it takes half of it
		lower = lowerbound.Begin(ctx, in, bound.Options{Path: options.Path, TimeLimit: options.TimeLimit / 2})
	}
	read := parallel.Meanwhile(func() (*format.Input, error) {
		return format.FromInstance(ctx, in, func(city int) string { return fmt.Sprintf("place %d", city) }) // as the client counts
	})
	result, err := solver.Solve(ctx, in, options)
	input := <-read
	boundErr := lower.Finish(options.TimeLimit > 0)
	if err == nil {
		err = lower.Judge(result.Length)
	}
	if err != nil {
		return a, nil, err
	}
	if errors.Is(boundErr, context.Canceled) {
		boundErr = errors.New("the lower bound was not complete when the run ended; give the run more time")
	}
	steps, least := int64(0), 0.0
	if r.Bound {
		steps, least = result.LowerBound(in, lower.Known())
	}
	if boundErr != nil && steps == 0 {
		events.notices = append(events.notices, boundErr.Error())
	}
	report, err := s.Report(in, events.devices, result, steps)
	if err != nil {
		return a, nil, err
	}
	units := r.unitsOf()
	a = answer{Op: "result", ID: r.ID, Length: result.UnitLength / units, Iteration: result.Iterations,
		Elapsed: (prepared + result.Elapsed).Seconds(), Algorithm: result.Algorithm, StopReason: result.Stop, Seed: result.Seed,
		Notices: append(events.notices, input.Notes...), Warnings: append(r.warnings(in), input.Warnings...)}
	if least > 0 {
		a.Bound, a.Gap = new(least/units), new((result.UnitLength-least)/least)
	}
	order := result.Tour
	if result.Path == nil {
		order = order.Canonical(in.Symmetric())
	}
	return a, []values{
		{array: array{"order", "i4", []int{len(order)}}, ints: order},
		{array: array{"report", "u1", []int{len(report)}}, bytes: report},
	}, nil
}

// solver returns the solver of a device, which all runs on it share.
func (s *server) solver(device string) (*aco.Solver, error) {
	device = cmp.Or(device, aco.DeviceAuto)
	s.opening.Lock()
	defer s.opening.Unlock()
	if solver := s.solvers[device]; solver != nil {
		return solver, nil
	}
	var list []*aco.Device
	if device != aco.DeviceAuto { // the first run opens it
		opened, err := aco.OpenDevice(device, aco.DeviceOptions{})
		if err != nil {
			return nil, err
		}
		list = append(list, opened)
	}
	solver, err := aco.NewSolver(list...)
	if err == nil {
		s.solvers[device] = solver
	}
	return solver, err
}

// events are the events of a run.
type events struct {
	server  *server
	request *request
	in      *tsp.Instance
	devices []*aco.Device // that the run used last
	notices []string      // of the run
	sent    time.Time     // when progress was written last
}

// take takes an event. Improvements that follow one another closely are one frame.
func (e *events) take(p aco.Progress) {
	const pause = 20 * time.Millisecond
	if len(p.Devices) > 0 {
		e.devices = p.Devices
	}
	if p.Notice.Text != "" {
		e.notices = append(e.notices, p.Notice.Text)
	}
	if !e.request.Progress || time.Since(e.sent) < pause {
		return
	}
	e.sent = time.Now()
	e.server.answer(answer{Op: "progress", ID: e.request.ID, Length: e.in.Unit.Value(p.Best) / e.request.unitsOf(),
		Iteration: p.Iteration, Elapsed: p.Elapsed.Seconds(), Phase: p.Phase, Algorithm: p.Algorithm})
}
