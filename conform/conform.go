package conform

import (
	"context"
	"errors"
	"iter"
	"os/exec"
	"time"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Options say what a test does. If Cases is set, Stress and Quick are ignored; if Stress is set,
// Quick is ignored.
type Options struct {
	// Open opens the device: once for each worker, and again for a worker that lost it. Test
	// closes it. The cases run in this process, and a crash of the driver ends it.
	Open func() (*vk.Device, error)
	// Command, if not nil, replaces Open: each worker runs its cases in a process that this
	// command starts, and a crash of the driver costs one case. The process calls Serve with its
	// standard input and output.
	Command func() *exec.Cmd
	Device  vk.Info       // the device that the command opens
	Silence time.Duration // longest time without a sign of progress of a process; 0: minutes, chosen for the device
	Memory  uint64        // most memory of a process, in bytes; 0: a share of what is available
	Workers int           // cases that run in parallel; 0 stands for 1
	Quick   bool          // run one case for every shader and a few whole runs
	Stress  time.Duration // run random cases for this time; 0: do not
	Seed    uint64        // of the random cases
	Cases   []Case        // run these cases; nil: do not
	Probes  []string      // run the probes with these names; nil: all
	Selection
	// CaseTimeout ends the process of a case that takes longer. 0: no limit; a process without
	// progress ends after Silence. It needs Command.
	CaseTimeout time.Duration
	// Done has results of a test that was interrupted, by name: what has one does not run again.
	// Record, if not nil, is called with each new result.
	Done   map[string]Saved
	Record func(Saved) error
	// Export, if not "", is a folder that the stages of the only case are written to, as package
	// export does: the first one that differs, of the reduced case, or all of the last iteration.
	Export  string
	Version string // of the program, for the report
	// Perturbed says, for the report, that the devices run shaders that package perturb has
	// changed.
	Perturbed bool
	NoCache   bool // says, for the report, that no cache of pipelines is used
}

// Progress is the state of a running test.
type Progress struct {
	Done, Total int // cases; Total is 0 in a stress test
	Problems    int // found so far
}

// maxStressProblems is the number of problems after which a stress test ends.
const maxStressProblems = 10

// Test tests a device and calls progress after each case. Cases that differ, fail or are refused
// do not end the test; a device that was lost is opened again. If ctx is done, the report holds
// the results so far. An error means that there is no report, that its case was not exported, or that
// Record failed, which ends the test.
func Test(ctx context.Context, o Options, progress func(Progress)) (*Report, error) {
	started := time.Now()
	if o.Export != "" && len(o.Cases) != 1 {
		return nil, option.Errorf("export: want one case, not %d", len(o.Cases))
	}
	workers, err := openPool(ctx, o)
	if workers == nil {
		return nil, err
	}
	defer workers.close()
	var crash *crashError
	if err != nil && ctx.Err() == nil && !errors.As(err, &crash) {
		return nil, err
	}
	device := workers.workers[0].info()
	limits := pipeline.LimitsOf(&device)
	plan, failed := o.plan(limits)
	if failed != nil {
		return nil, failed
	}
	cases, total := plan.sequence()
	b := newReportBuilder(o, device, total)
	if err == nil {
		err = b.runProbes(ctx, workers, plan.probes)
	}
	if err == nil {
		err = b.runCases(ctx, workers, cases, progress)
	}
	b.report.Complete = err == nil
	var writing error
	if err == nil && o.Export != "" {
		b.report.Exported, writing = b.exportStages(ctx, o, workers.workers[0])
	}
	if unsaved := (*saveError)(nil); errors.As(err, &unsaved) {
		err, writing = nil, unsaved
	}
	if closing := workers.close(); err == nil {
		err = closing
	}
	if err = errors.Join(err, workers.unexplainedLosses()); err != nil && ctx.Err() == nil {
		b.report.Problems = append(b.report.Problems, problemOf(err))
	}
	b.sortInputs(limits)
	b.report.Seconds = time.Since(started).Seconds()
	return b.report, writing
}

// runCases adds the results of the cases, in their order. An error says why the remaining cases
// did not run.
func (b *reportBuilder) runCases(
	ctx context.Context, workers *pool, cases iter.Seq[namedCase], progress func(Progress),
) error {
	done, total := 0, b.report.Cases
	for c, outcome := range workers.run(ctx, cases) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := b.add(c.name, outcome.caseResult); err != nil {
			return err
		}
		if err := b.record(Saved{Name: c.Name(), Case: &outcome.caseResult}); err != nil {
			return err
		}
		done++
		b.report.Cases = max(total, done)
		progress(Progress{done, total, len(b.report.Problems)})
		if b.report.Stress != nil && len(b.report.Problems) == maxStressProblems {
			return nil
		}
		if outcome.err != nil {
			return outcome.err
		}
	}
	return ctx.Err()
}
