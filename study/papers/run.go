// Package papers measures on a device what the papers measured, and compares it with their
// published figures. [Tables] describes the measurements as data, [Run] does them, and a [Report]
// has the results for JSON.
//
// Each result is first compared with the sequential reference, then timed by the device's
// timestamps.
package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Options select what is measured, and how.
type Options struct {
	Device     *vk.Device    // nil: the sequential reference
	More       []*vk.Device  // for rows of several devices; rows that need more are left out
	Folder     string        // has TSPLIB's instances in its subfolder tsp; not used for stand-ins
	Instances  []string      // of the table; nil: all
	Rows       string        // measure the rows whose names contain this; "": all
	Timing     time.Duration // how long a row is timed, but at least two iterations
	Seeds      int           // runs per row for lengths, with seeds 1, 2, ...; 0: none
	Iterations int           // of a run for lengths or hashes; 0: the table's
	Verify     int           // iterations to compare with the reference; 0: none
	Version    string        // of the program
	Previous   *Report       // of the table: rows to keep; only what is missing is measured. nil: measure all
	// Others are reports of other tables with the same options. What they have measured of a system
	// on an instance is not measured again, nor are lengths of systems that make the same tours.
	Others []*Report
	// DefaultKernels: runs for lengths have the default kernel configuration, if the tours are the
	// same with all kernels. It is the fastest.
	DefaultKernels bool
}

// ErrDiffers is returned if a row differs from the reference.
var ErrDiffers = errors.New(
	"results differ from the sequential reference: the device, its driver or a shader is faulty",
)

// run is the state of Run.
type run struct {
	Options
	table      Table
	report     *Report
	verifier   lockstep.Verifier
	limits     map[string]float64 // the table's time limit in ms by instance
	quantities []Quantity         // of the published figures, by heading
	differs    bool
}

// task is a row that is being measured.
type task struct {
	Row
	instance *tsp.Instance
	variant  Variant
	options  classic.Options
	devices  []*vk.Device
	refused  bool // the remark has the reason
}

// Run measures a table. It first compares all rows with the reference, because a GPU that waits
// for the reference lowers its clock, and then measures row by row. started, if not nil, gets the
// report before the first new row, and progress gets each new row. If the device does not support a
// variant, its row has the reason. If ctx is done, the report has the rows so far and the error is
// ctx.Err(). An invalid option is a *UsageError.
func Run(ctx context.Context, table Table, o Options, started func(*Report), progress func(Row)) (*Report, error) {
	r := &run{Options: o, table: table, limits: map[string]float64{}, quantities: table.PublishedQuantities()}
	inputs, err := r.load()
	if err != nil {
		return nil, err
	}
	if r.report, err = newReport(ctx, table, o); err != nil {
		return nil, err
	}
	if o.Previous != nil {
		r.report.Rows = slices.Clone(o.Previous.Rows)
		r.differs = slices.ContainsFunc(r.report.Rows, func(row Row) bool { return row.Verified == Differs })
	}
	if started != nil {
		started(r.report)
	}
	tasks, err := r.tasks(inputs)
	if err != nil {
		return r.report, err
	}
	tasks = slices.DeleteFunc(tasks, func(t task) bool { return r.report.has(keyOf(t.Row)) })
	for i := range tasks {
		if err := tasks[i].attempt(ctx, r.verify); err != nil {
			return r.report, err
		}
	}
	if err := r.warmUp(ctx, tasks); err != nil {
		return r.report, err
	}
	for i := range tasks {
		t := &tasks[i]
		if err := t.attempt(ctx, r.measure); err != nil {
			return r.report, err
		}
		r.addPublished(t)
		r.add(t.Row)
		progress(t.Row)
	}
	r.report.Complete = true
	if r.differs {
		return r.report, ErrDiffers
	}
	return r.report, nil
}

// add adds a row to the report. Among the rows of a previous report it is in the order of the
// table.
func (r *run) add(row Row) {
	r.report.Rows = append(r.report.Rows, row)
	if r.Previous == nil {
		return
	}
	var order []rowKey
	for _, instance := range r.table.Instances {
		for _, v := range r.table.Variants {
			order = append(order, rowKey{instance, v.Label()})
		}
	}
	slices.SortStableFunc(r.report.Rows,
		func(a, b Row) int { return slices.Index(order, keyOf(a)) - slices.Index(order, keyOf(b)) })
}

// has reports whether the report has a row.
func (r *Report) has(key rowKey) bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return keyOf(row) == key })
}

// newReport returns a report without rows, and measures the copy bandwidth if the table has times.
func newReport(ctx context.Context, table Table, o Options) (*Report, error) {
	report := &Report{
		Schema: reportSchema, Version: o.Version, ShadersSHA256: shaders.SHA256, Device: Describe(o.Device),
		Table: table.Name, Title: table.Title, Quantity: table.Quantity, Stages: table.Stages, Sources: table.Sources(),
		Headings: table.Headings, Rows: []Row{},
	}
	if o.Device == nil || !table.MeasuresTimes() {
		return report, nil
	}
	for _, other := range append(slices.Clone(o.Others), o.Previous) {
		if other != nil && other.Device == report.Device && other.CopyGBPerS > 0 {
			report.CopyGBPerS = other.CopyGBPerS
			return report, nil
		}
	}
	copied, err := streamBandwidth(ctx, o.Device)
	if err != nil {
		return nil, fmt.Errorf("measure the copy bandwidth: %w", err)
	}
	report.CopyGBPerS = copied / 1e9
	return report, nil
}

// tasks returns the rows to measure.
func (r *run) tasks(inputs []input) ([]task, error) {
	var all []task
	for _, in := range inputs {
		for _, v := range r.table.variantsOn(in.published(), r.Options) {
			o, err := v.options(in.Dimension())
			if err != nil {
				return nil, err
			}
			row := Row{
				Instance: in.name, StandInFor: in.standInFor, Cities: in.Dimension(), Label: v.Label(),
				Preset:    v.Preset,
				Algorithm: cmp.Or(o.Parameters.Algorithm, model.AlgorithmAS), Parameters: o.Parameters,
				Kernel: o.Kernel, Remark: r.unsupported(v, o.Kernel),
			}
			devices := append([]*vk.Device{r.Device}, r.More...)[:max(1, v.Devices)]
			for _, more := range devices[1:] {
				row.More = append(row.More, Describe(more))
			}
			all = append(all, task{row, in.Instance, v, o, devices, row.Remark != ""})
		}
	}
	if len(all) == 0 {
		return nil, &UsageError{fmt.Sprintf("table %s has no rows whose names contain %q", r.table.Name, r.Rows)}
	}
	return all, nil
}

// attempt does a part of a row's work. If the device does not support it, the row has the reason,
// and later parts do nothing.
func (t *task) attempt(ctx context.Context, work func(context.Context, *task) error) error {
	if ctx.Err() != nil || t.refused {
		return ctx.Err()
	}
	var (
		invalid  *option.Error
		tooLarge *pipeline.TooLargeError
	)
	switch err := work(ctx, t); {
	case errors.As(err, &invalid):
		t.Remark, t.refused = invalid.Error(), true
	case errors.As(err, &tooLarge):
		t.Remark, t.refused = tooLarge.Reason(), true
	case err != nil:
		return fmt.Errorf("%s, %s: %w", t.Instance, t.Label, err)
	}
	return nil
}

// measure measures what the table needs.
func (r *run) measure(ctx context.Context, t *task) error {
	if t.Verified == Differs {
		return nil
	}
	if r.table.MeasuresTimes() {
		if err := r.measureTimes(ctx, t); err != nil {
			return err
		}
	}
	if r.table.MeasuresLengths() && r.Seeds > 0 {
		if err := r.measureLengths(ctx, t); err != nil {
			return err
		}
	}
	switch r.table.Quantity {
	case Hash:
		return r.measureHash(ctx, t)
	case Trials:
		return r.measureTrials(ctx, t)
	}
	return nil
}

// unsupported returns why the device does not have work-groups of the required size, "" if it
// does. Without this check, a recipe would take the nearest size, and the row would have the wrong
// name.
func (r *run) unsupported(v Variant, kernel classic.KernelConfig) string {
	switch {
	case r.Device == nil && v.AntGroup > 0 && v.Tile == 0: // a tile changes tours
		return "the sequential reference has no work-groups"
	case r.Device == nil || kernel.AntGroup == 0:
		return ""
	}
	limits := pipeline.LimitsOf(r.Device.Info())
	maximum := 1 << (bits.Len32(limits.GroupSize) - 1)
	if kernel.AntGroup < int(limits.SubgroupSize) || kernel.AntGroup > maximum {
		return fmt.Sprintf("the device has work-groups of %d to %d", limits.SubgroupSize, maximum)
	}
	return ""
}

// addPublished adds the published figures to a row.
func (r *run) addPublished(t *task) {
	for i, figure := range t.variant.Figures {
		value, _ := figure.lookUp(cmp.Or(t.StandInFor, t.Instance))
		t.Published = append(t.Published, t.compare(value, r.quantities[i]))
	}
}
