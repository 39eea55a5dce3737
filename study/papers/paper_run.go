package papers

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/shaders"
)

// PaperOptions select what is measured of a paper, and how.
type PaperOptions struct {
	Options                // for each table; Instances and Rows select from all tables
	MaxCities int          // of the instances; 0: any number
	StandIns  bool         // measure generated instances, see Table.WithStandIns
	Previous  *PaperReport // rows to keep: only what is missing is measured. nil: measure all
	Date      time.Time    // of the first row
}

// PaperWatch is called while a paper is measured. No function is nil.
type PaperWatch struct {
	Table func(Table, *Report, Remaining) // before the first new row of a table
	Row   func(*PaperReport, Row)         // after each new row
}

// RunPaper measures the tables of a paper one after the other, each as [Run] does. For the rows of
// the sequential reference it limits the process to one processor. If ctx is done, the report has
// the rows so far and the error is ctx.Err(). An invalid option is a *[UsageError], and so is a
// previous report of another paper, device or version, or with other options.
func RunPaper(
	ctx context.Context, paper Paper, o PaperOptions, watch PaperWatch,
) (*PaperReport, error) {
	sections, err := paper.sections(o)
	if err != nil {
		return nil, err
	}
	for _, s := range sections { // a missing file is found before hours of measuring
		if _, err := s.FindFiles(o.Folder, s.instances); err != nil {
			return nil, err
		}
	}
	report, err := newPaperReport(paper, o)
	if err != nil {
		return nil, err
	}
	differs := false
	for _, s := range sections {
		err := report.measure(ctx, s, o, func(table *Report) {
			watch.Table(s.Table, table, report.remaining(sections, o))
		}, watch.Row)
		switch {
		case errors.Is(err, ErrDiffers):
			differs = true
		case err != nil:
			return report, err
		}
	}
	report.Complete = true
	report.Verdicts = report.Judge()
	if differs {
		return report, ErrDiffers
	}
	return report, nil
}

// newPaperReport returns a report without rows, or the previous one.
func newPaperReport(paper Paper, o PaperOptions) (*PaperReport, error) {
	report := &PaperReport{
		Schema: paperReportSchema, Paper: paper.Name, Title: paper.Title, Version: o.Version,
		ShadersSHA256: shaders.SHA256, Device: Describe(o.Device), Date: o.Date.UTC().Format(time.DateOnly),
		StandIns: o.StandIns, Seeds: o.Seeds, Seconds: o.Timing.Seconds(), Iterations: o.Options.Iterations,
		Selection: Selection{o.Instances, o.Rows, o.MaxCities},
	}
	if o.Previous == nil {
		return report, nil
	}
	if err := report.continues(o.Previous); err != nil {
		return nil, err
	}
	report.Date, report.Tables = o.Previous.Date, slices.Clone(o.Previous.Tables)
	report.Verdicts = report.Judge()
	return report, nil
}

// continues returns a *UsageError unless the previous report is of the same paper, device, version
// and options.
func (r *PaperReport) continues(previous *PaperReport) error {
	for _, c := range []struct {
		what         string
		before, here any
	}{
		{"paper", previous.Paper, r.Paper},
		{"device", previous.Device, r.Device},
		{"version", previous.Version, r.Version},
		{"shaders", previous.ShadersSHA256, r.ShadersSHA256},
		{"stand-ins", previous.StandIns, r.StandIns},
		{"seeds", previous.Seeds, r.Seeds},
		{"seconds for each row", previous.Seconds, r.Seconds},
		{"iterations", previous.Iterations, r.Iterations},
	} {
		if c.before != c.here {
			return &UsageError{fmt.Sprintf("the report to continue has other %s: %v, and this run has %v", c.what,
				c.before, c.here)}
		}
	}
	return previous.Check()
}

// measure measures the missing rows of a table.
func (r *PaperReport) measure(
	ctx context.Context, s section, o PaperOptions, started func(*Report), progress func(*PaperReport, Row),
) error {
	of := o.Options
	of.Instances, of.Others, of.DefaultKernels = s.instances, r.Tables, true
	if s.sequential {
		of.Device, of.More, of.Seeds = nil, nil, 0      // only its times are used
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // or the reference would use all processors
	}
	at := slices.IndexFunc(r.Tables,
		func(t *Report) bool { return t.Table == s.Name && t.Device == Describe(of.Device) })
	if at >= 0 {
		of.Previous = r.Tables[at]
	}
	_, err := Run(ctx, s.Table, of, func(table *Report) {
		if at < 0 {
			at = len(r.Tables)
			r.Tables = append(r.Tables, table)
		}
		r.Tables[at] = table
		started(table)
	}, func(row Row) {
		r.Verdicts = r.Judge()
		progress(r, row)
	})
	return err
}
