package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
)

// Options say how a table's work is done.
type Options struct {
	Device     *vk.Device    // nil: the sequential reference
	Folder     string        // with TSPLIB's instances in its folder tsp
	Instances  []string      // those of the table's that are measured; nil: all
	Rows       string        // what the names of those rows contain that are measured; "": all
	Timing     time.Duration // how long a row is timed; two iterations that take longer are timed once
	Seeds      int           // runs of a row for lengths, with seeds from 1 on; 0: none
	Iterations int           // of a run for lengths or tours; 0: the table's
	Verify     int           // iterations that are first compared with the reference; 0: none
	Version    string        // of the program
}

// ErrDiffers is the error of a run in which a row differs from the reference.
var ErrDiffers = errors.New("the device differs from the sequential reference: it, its driver or the shader computes wrongly")

// run is a table's work under way.
type run struct {
	Options
	table      Table
	report     *Report
	verifier   classic.Verifier
	limits     map[string]float64 // ms of the table's limit by instance
	quantities []Quantity         // of the published figures
	differs    bool
}

// task is a row to be.
type task struct {
	Row
	instance *tsp.Instance
	variant  Variant
	options  classic.Options
	refused  bool // the remark says why
}

// Run does a table's work, row by row, and tells each: all are compared with the reference before one is measured, since a GPU that
// waits for the reference lowers its clock. begin, if not nil, is told the report before its first row. A system
// that the device or the program refuses makes a row that says why. When ctx ends, the report has what there is, and the
// error is ctx's. A *UsageError says what cannot be asked for.
func Run(ctx context.Context, table Table, o Options, begin func(*Report), told func(Row)) (*Report, error) {
	r := &run{Options: o, table: table, limits: map[string]float64{}}
	instances, err := r.load()
	if err != nil {
		return nil, err
	}
	if r.report, err = newReport(table, o); err != nil {
		return nil, err
	}
	if r.quantities, err = table.PublishedQuantities(); err != nil {
		return nil, err
	}
	if begin != nil {
		begin(r.report)
	}
	tasks, err := r.tasks(instances)
	if err != nil {
		return r.report, err
	}
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
		if err := r.setBeside(t); err != nil {
			return r.report, err
		}
		r.report.Rows = append(r.report.Rows, t.Row)
		told(t.Row)
	}
	r.report.Complete = true
	if r.differs {
		return r.report, ErrDiffers
	}
	return r.report, nil
}

// load reads the instances, so that one that is missing is known before hours of work.
func (r *run) load() ([]*tsp.Instance, error) {
	names := r.table.Instances
	if r.Instances != nil {
		names = r.Instances
	}
	var all []*tsp.Instance
	for _, name := range names {
		if !slices.Contains(r.table.Instances, name) {
			return nil, &UsageError{fmt.Sprintf("instance %q: table %s has %v", name, r.table.Name, r.table.Instances)}
		}
		instance, err := tsp.ReadFile(filepath.Join(r.Folder, "tsp", name+".tsp"))
		if err != nil {
			return nil, err
		}
		instance.Name = name
		all = append(all, instance)
	}
	return all, nil
}

func newReport(table Table, o Options) (*Report, error) {
	modules, err := shaders.SHA256()
	if err != nil {
		return nil, err
	}
	sources, err := table.Sources()
	if err != nil {
		return nil, err
	}
	report := &Report{
		Schema: reportSchema, Version: o.Version, ShadersSHA256: modules, Device: describe(o.Device),
		Table: table.Name, Title: table.Title, Quantity: table.Quantity, Stages: table.Stages, Sources: sources, Headings: table.Headings,
	}
	if o.Device != nil && table.MeasuresTimes() {
		copied, err := streamBandwidth(o.Device)
		if err != nil {
			return nil, fmt.Errorf("measure the copy bandwidth: %w", err)
		}
		report.CopyGBPerS = copied / 1e9
	}
	return report, nil
}

// tasks are the table's rows.
func (r *run) tasks(instances []*tsp.Instance) ([]task, error) {
	var all []task
	for _, instance := range instances {
		for _, v := range r.table.Variants {
			if !v.measures(instance.Name) || !strings.Contains(v.Label(), r.Rows) {
				continue
			}
			o, err := v.options(instance.Dimension())
			if err != nil {
				return nil, err
			}
			row := Row{
				Instance: instance.Name, Cities: instance.Dimension(), Label: v.Label(), Preset: v.Preset,
				Algorithm: cmp.Or(o.Parameters.Algorithm, problem.AlgorithmAS), Parameters: o.Parameters, Form: o.Kernel, Remark: r.unlike(o.Kernel),
			}
			all = append(all, task{row, instance, v, o, row.Remark != ""})
		}
	}
	if len(all) == 0 {
		return nil, &UsageError{fmt.Sprintf("table %s has no rows whose names contain %q", r.table.Name, r.Rows)}
	}
	return all, nil
}

// attempt does a part of a row's work. Where the device or the program refuses it, the row says why, and nothing more is done.
func (t *task) attempt(ctx context.Context, work func(context.Context, *task) error) error {
	if t.refused {
		return nil
	}
	var (
		refused  *problem.Error
		tooLarge *pipeline.TooLargeError
	)
	switch err := work(ctx, t); {
	case errors.As(err, &refused):
		t.Remark, t.refused = refused.Error(), true
	case errors.As(err, &tooLarge):
		t.Remark, t.refused = tooLarge.Reason(), true
	case err != nil:
		return fmt.Errorf("%s, %s: %w", t.Instance, t.Label, err)
	}
	return nil
}

// measure does what the table asks for.
func (r *run) measure(ctx context.Context, t *task) error {
	if t.Verified == Differs {
		return nil
	}
	if r.table.MeasuresTimes() {
		if err := r.time(ctx, t); err != nil {
			return err
		}
	}
	if r.table.MeasuresLengths() && r.Seeds > 0 {
		if err := r.lengths(ctx, t); err != nil {
			return err
		}
	}
	if r.table.Quantity == Hash {
		return r.hash(ctx, t)
	}
	return nil
}

// unlike says why a work-group of the size that is asked for cannot be had: a recipe would take the nearest size in its
// place, and the row would be another's.
func (r *run) unlike(form classic.KernelConfig) string {
	if r.Device == nil || form.AntGroup == 0 {
		return ""
	}
	limits := pipeline.LimitsOf(r.Device.Info())
	most := 1 << (bits.Len32(limits.GroupSize) - 1)
	if form.AntGroup < int(limits.SubgroupSize) || form.AntGroup > most {
		return fmt.Sprintf("the device has work-groups of %d to %d", limits.SubgroupSize, most)
	}
	return ""
}

// setBeside puts the published figures beside a row.
func (r *run) setBeside(t *task) error {
	for i, figure := range t.variant.Figures {
		value, _, err := figure.lookUp(t.Instance)
		if err != nil {
			return err
		}
		t.Published = append(t.Published, t.beside(value, r.quantities[i]))
	}
	return nil
}
