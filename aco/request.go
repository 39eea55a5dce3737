package aco

import (
	"context"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// request is a call of Solve or Plan: validated options, open devices and the runner of the
// algorithm.
type request struct {
	ctx       context.Context
	solver    *Solver
	original  *tsp.Instance // of the caller
	instance  *tsp.Instance // that the algorithm works on
	reduction *reduction    // of the original to it
	options   Options
	bestKnown int64          // length of the best known tour of the original; 0: unknown
	allowed   allowedLengths // of tours of the original
	// initialLength is the length of Options.InitialTour in the original, as a path with
	// Options.Path.
	initialLength int64
	devices       []*Device
	lender        chan *Device     // of the solver, from which the run has the loan; nil: it has none
	loan          *Device          // a device, which is given back; nil: it is not open, or not needed
	taken         []*Device        // that no other run may use until this one ends
	deadline      bool             // the deadline of the context is the time limit, or has passed
	settled       bool             // with deadline: the run may end before it, as one without a rule
	rest          []func()         // what uses the devices after the end of the run
	resumed       *checkpoint.File // nil for a new run
	keepsFree     bool             // no ends are chosen for a path with free ones
	runner        runner
	proof         *proof // nil: no lower bound is computed
	fallback      string // why another algorithm than Merged was chosen; "": none, or nothing to tell the caller
	choice        string // that Chained was chosen, as fallback

	calling sync.Mutex // held while a function of the options runs
	last    Progress   // that Options.Progress has received; zero: none
	toldAt  time.Time  // when it has
}

// newRequest returns the request of a call of Plan, which needs no open device for itself.
func (s *Solver) newRequest(ctx context.Context, instance *tsp.Instance, options Options) (*request, error) {
	r, err := validated(instance, options)
	if err != nil {
		return nil, err
	}
	r.ctx, r.solver = ctx, s
	for _, d := range r.devices {
		if d.state().closed {
			return nil, closedError(d)
		}
	}
	if err := r.borrow(); err != nil {
		return nil, err
	}
	return r.complete(ctx)
}

// newRun returns the request of a call of Solve, which has its devices for itself. Without
// Options.Started, the clock starts as soon as it has them.
func (s *Solver) newRun(ctx context.Context, instance *tsp.Instance, options Options) (*request, error) {
	r, err := validated(instance, options)
	if err != nil {
		return nil, err
	}
	r.ctx, r.solver = ctx, s
	if err = r.borrow(); err == nil {
		err = r.takeDevices(ctx)
	}
	if err == nil && r.lender == s.free && r.options.Started.IsZero() {
		err = r.openDevice(ctx) // before the clock starts
	}
	if err != nil {
		r.giveDevices()
		return nil, err
	}
	return r.complete(ctx)
}

// borrow takes a device of the solver, if the options name none and the method needs one.
func (r *request) borrow() (err error) {
	switch m := r.options.Method.(type) {
	case Chained:
		return nil
	case Automatic:
		if r.instance = r.original; r.suitsComparison() {
			return nil
		}
	case Replay:
		if m.Chained != nil {
			return nil
		}
	}
	if r.devices != nil {
		return nil
	}
	lender := r.solver.free
	if r.isQuick() && len(r.solver.Devices()) == 0 {
		lender = r.solver.quick
	}
	if r.loan, err = r.solver.take(r.ctx, lender); err != nil {
		return err
	}
	if r.lender = lender; r.loan != nil {
		r.devices = []*Device{r.loan}
	}
	return nil
}

// isQuick reports whether the run ends before a device would be ready.
func (r *request) isQuick() bool {
	o := &r.options
	left, limited := o.TimeLimit, o.TimeLimit > 0
	if limited && !o.Started.IsZero() {
		left = time.Until(o.Started.Add(o.TimeLimit))
	}
	if deadline, ok := r.ctx.Deadline(); ok && (!limited || time.Until(deadline) < left) {
		left, limited = time.Until(deadline), true
	}
	return limited && left <= vkdevice.OpeningTime && o.leavesChained()
}

// validated returns a request whose options were checked.
func validated(instance *tsp.Instance, options Options) (*request, error) {
	r := &request{original: instance, options: options, devices: options.Devices}
	return r, r.options.validate(instance)
}

// complete starts the clock, and prepares the instance, the runner and the devices. After an error
// it has closed the request.
func (r *request) complete(ctx context.Context) (_ *request, err error) {
	defer func() {
		if err != nil {
			r.close()
		}
	}()
	r.options = r.options.withStart()
	r.planForDeadline()
	if r.options.Path == nil {
		r.bestKnown, _ = bestknown.Length(r.original)
	}
	if resume, ok := r.options.Method.(Resume); ok {
		if r.resumed, err = checkpoint.Open(resume.File); err != nil {
			return nil, &CheckpointError{resume.File, err}
		}
	}
	if err := r.reduce(ctx); err != nil {
		return nil, err
	}
	if err := r.checkPossible(ctx); err != nil {
		return nil, err
	}
	if r.suitsChained() { // the device decides
		if err := r.openDevice(ctx); err != nil {
			return nil, err
		}
	}
	if r.runner, err = r.options.Method.newRunner(r); err != nil {
		return nil, err
	}
	if err := r.checkTrails(); err != nil {
		return nil, err
	}
	if _, compares := r.runner.(exhaustiveRunner); compares {
		return r, nil
	}
	return r, r.openDevice(ctx)
}

// planForDeadline makes the deadline of the context the time limit, if it would end the run. A run that
// counts iterations keeps its plan, which no clock changes.
func (r *request) planForDeadline() {
	o := &r.options
	deadline, ok := r.ctx.Deadline()
	within := deadline.Sub(o.Started)
	if !ok || o.Iterations > 0 || r.continues() {
		return
	}
	if within <= 0 { // its timer may not have fired yet
		r.deadline = true
		return
	}
	none := o.rules().None()
	if none && within < engine.DefaultTimeLimit || within < o.TimeLimit {
		r.deadline, r.settled, o.TimeLimit = true, none, within
	}
}

// rules returns the stop rules for the packages below.
func (r *request) rules() engine.Rules {
	rules := r.options.rules()
	rules.Settled = r.settled
	return rules
}

// openDevice opens the automatic choice of a device if the run has none. A run that has not asked the
// solver for one needs the processor alone.
func (r *request) openDevice(ctx context.Context) (err error) {
	if r.devices != nil {
		return nil
	}
	if r.lender == nil || r.lender == r.solver.quick {
		processor, err := OpenDevice(DeviceCPU, DeviceOptions{})
		r.devices = []*Device{processor}
		return err
	}
	if r.loan, err = r.solver.open(ctx); err != nil {
		return err
	}
	r.devices = []*Device{r.loan}
	return r.takeDevices(ctx) // Options.Progress receives it
}

// continues reports whether the run is a part of an earlier one, or its repetition.
func (r *request) continues() bool {
	switch r.options.Method.(type) {
	case Replay, Resume:
		return true
	}
	return false
}

// close gives the devices back. Those that are still in use are given back later.
func (r *request) close() {
	if r.resumed != nil {
		r.resumed.Close()
	}
	if len(r.rest) == 0 {
		r.giveDevices()
		return
	}
	r.solver.unfinished.Store(true)
	go func() {
		for _, rest := range r.rest {
			rest()
		}
		r.giveDevices()
	}()
}

// vulkan returns the Vulkan devices; nil stands for the processor.
func (r *request) vulkan() []*pipeline.Device {
	var list []*pipeline.Device
	for _, d := range r.devices {
		list = append(list, d.state().device)
	}
	return list
}

// begin tells of the start of a method with these options and this time limit, and returns the
// progress of the start: p with what all methods have.
func (r *request) begin(p Progress, o *engine.Options, limit time.Duration) Progress {
	o.Best, o.Bound, o.Record = new(engine.Best), r.proof.bound(), r.record()
	if o.Statistics.Every == 0 && r.options.Statistics != nil { // the method collects none
		o.Record = r.recordWithStatistics(o.Record)
	}
	p.best, p.reduction, p.Phase = o.Best, r.reduction, PhaseSetup
	p.TimeLimit, p.Elapsed = limit, time.Since(o.Started)
	r.tell(p)
	return p
}

// tell calls Options.Progress.
func (r *request) tell(p Progress) {
	if r.options.Progress == nil {
		return
	}
	p.Devices = r.devices
	if p.Best > 0 {
		p.Reference = r.referenceOf(p.Best)
	}
	r.call(func(ctx context.Context) {
		p.ctx = ctx
		r.last, r.toldAt = p, time.Now()
		r.options.Progress(p)
	})
}

// notify calls Options.Progress with a notice before the run starts.
func (r *request) notify(kind NoticeKind, text string) {
	r.tell(Progress{Phase: PhaseSetup, Notice: Notice{kind, text}})
}

// notifyChoice passes on the notices of the devices and of the algorithm.
func (r *request) notifyChoice() {
	r.notifyCoincidence()
	if r.fallback != "" {
		r.notify(NoticeFallback, r.fallback)
	}
	for _, d := range r.devices {
		if d.Notice() != "" {
			r.notify(NoticeDevice, d.Notice())
		}
	}
	if r.choice != "" {
		r.notify(NoticeDevice, r.choice)
	}
}

// unitLength returns the length of a result in units.
func (r *request) unitLength(result *Result) float64 {
	if !r.original.Rounded() {
		return r.original.Unit.Value(result.Length)
	}
	return verify.UnitLength(r.original, result.Tour, result.Path != nil)
}
