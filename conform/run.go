package conform

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// Options say what a test does.
type Options struct {
	// Open opens the device, once for each of the cases that run at once, and again where it was lost. All are closed before Test returns.
	Open    func() (*vk.Device, error)
	Workers int           // cases at once; 0: one
	Quick   bool          // every shader on one input
	Stress  time.Duration // in place of the cases of a test those that are made up until so much time is over; 0: none
	Seed    uint64        // of what is made up
	Cases   []Case        // in place of all others; nil: none
	Version string        // of the program
}

// Progress is where a test stands.
type Progress struct {
	Done, Total int // that are done, and all; 0: they are made up
	Problems    int // found so far
}

// mostReduced problems end a test of cases that are made up: they are enough to look at.
const mostReduced = 10

// Test runs the cases of a device and tells after each. A case that differs, fails or is refused is in the report, and the test goes
// on, on the device opened again where it was lost. When ctx ends, the report has what there is. An error says that there is no report.
func Test(ctx context.Context, o Options, tell func(Progress)) (*Report, error) {
	started := time.Now()
	modules, err := shaders.SHA256()
	if err != nil {
		return nil, err
	}
	w, err := newWorkers(max(1, o.Workers), o.Open)
	if err != nil {
		return nil, err
	}
	w.reduces = o.Stress > 0
	t := &test{o, w}
	defer t.close()
	work, count, err := t.work()
	if err != nil {
		return nil, err
	}
	report := &Report{
		Schema: reportSchema, Version: o.Version, ShadersSHA256: modules, Device: t.info(), Quick: o.Quick, Cases: count,
	}
	if o.Stress > 0 {
		report.Stress = &Stress{o.Seed, o.Stress.Seconds()}
	}
	k := newCollector(report)
	if err = t.probes(ctx, report); err == nil {
		err = t.run(ctx, work, k, tell)
	}
	k.sortInputs(pipeline.LimitsOf(&report.Device))
	report.Complete = err == nil
	if closing := t.close(); err == nil {
		err = closing
	}
	if err = errors.Join(err, w.unsettled()); err != nil && ctx.Err() == nil {
		report.Problems = append(report.Problems, Problem{Verdict: Failed, Error: err.Error()})
	}
	report.Seconds = time.Since(started).Seconds()
	return report, nil
}

// test is one under way.
type test struct {
	Options
	*workers
}

func (t *test) info() vk.Info { return *t.each[0].device.Info() }

// work are the cases and how many there are, 0 where nobody knows.
func (t *test) work() (iter.Seq[job], int, error) {
	switch {
	case t.Cases != nil:
		var jobs []job
		for _, c := range t.Cases {
			jobs = append(jobs, job{"repeated", c})
		}
		return slices.Values(jobs), len(jobs), nil
	case t.Stress > 0:
		return stress(t.Seed, t.Stress), 0, nil
	}
	info := t.info()
	jobs, err := plan(pipeline.LimitsOf(&info), t.Quick)
	return slices.Values(jobs), len(jobs), err
}

// run adds what becomes of the cases, in their order. The error says why the rest of them is left out, or is the context's.
func (t *test) run(ctx context.Context, work iter.Seq[job], k *collector, tell func(Progress)) error {
	done, all := 0, k.report.Cases
	for one, result := range t.check(ctx, work) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := k.add(one.name, result.caseResult); err != nil {
			return err
		}
		done++
		k.report.Cases = max(all, done)
		tell(Progress{done, all, len(k.report.Problems)})
		if t.Stress > 0 && len(k.report.Problems) == mostReduced {
			return nil
		}
		if result.err != nil {
			return result.err
		}
	}
	return ctx.Err()
}
