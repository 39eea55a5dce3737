// Package anytime measures how good a tour is after a time limit. Each run is a process of its
// own, so the time covers everything that a user waits for.
package anytime

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
)

// Options select what is measured, and how.
type Options struct {
	Program   string          // executable of aco-vk
	Device    string          // value of solve's flag --device
	Folder    string          // has TSPLIB's instances in its subfolder tsp
	StandIns  bool            // measure generated instances in place of TSPLIB's
	Instances []string        // of the table; with a table of a folder, patterns of names as in path.Match; nil: all
	MaxCities int             // of the instances of a folder; 0: any number
	Rows      string          // measure the variants whose names contain this; "": all
	Limits    []time.Duration // nil: the table's
	// Seeds: runs per cell, with seeds 1, 2, ...; 0: 5 for limits up to 10 s, otherwise 2; with a
	// table of a folder 3.
	Seeds    int
	Version  string  // of the calling program
	Previous *Report // runs to keep; only what is missing is measured. nil: measure all
}

// ErrNoFolder is the error if a table is of a folder and Options.Folder is empty.
var ErrNoFolder error = &papers.UsageError{Reason: "the folder of TSPLIB is not set"}

const (
	shortSeeds, longSeeds = 5, 2             // runs per cell
	folderSeeds           = 3                // with a table of a folder
	maxShort              = 10 * time.Second // limit with shortSeeds
)

// run is the state of Run.
type run struct {
	Options
	table  Table
	files  map[string]string // of the instances that are not generated, by name
	report *Report
	folder string // of the files that the runs write
}

// Run measures a table row by row, and calls progress after each row. A failed run has the reason
// in its cell. If ctx is done, the report has the runs so far, also of the interrupted row, and
// the error is ctx.Err(). An invalid option is a *papers.UsageError. So is a previous report of
// another table, another program or another device.
func Run(ctx context.Context, table Table, o Options, progress func(*Report, Row)) (report *Report, err error) {
	r := &run{Options: o, table: table}
	if err := r.table.restrict(o.Instances, o.Rows, o.Limits); err != nil {
		return nil, err
	}
	if o.StandIns {
		if err := r.table.standIn(); err != nil {
			return nil, err
		}
	}
	if r.report, err = r.newReport(ctx); err != nil {
		return nil, err
	}
	if r.folder, err = os.MkdirTemp("", "aco-vk-bench-"); err != nil {
		return nil, err
	}
	defer func() {
		if removing := os.RemoveAll(r.folder); err == nil {
			err = removing
		}
	}()
	for _, i := range r.table.Instances {
		if err := r.measureRows(ctx, i, progress); err != nil {
			return r.report, err
		}
	}
	r.report.Complete = true
	return r.report, nil
}

// newReport finds the instances and returns the report before the first run.
func (r *run) newReport(ctx context.Context) (report *Report, err error) {
	report = &Report{
		Schema: reportSchema, Version: r.Version, Table: r.table.Name, Title: r.table.Title, Sources: r.table.Sources(),
	}
	for _, limit := range r.table.Limits {
		report.LimitsS = append(report.LimitsS, limit.Seconds())
	}
	if r.table.Folder {
		report.Skipped, err = r.findInstances(ctx)
	} else {
		err = r.findFiles()
	}
	if err != nil {
		return nil, err
	}
	return report, report.resume(r.Previous)
}

// findFiles looks for the files of all instances, so that a missing one is found before hours of
// measuring.
func (r *run) findFiles() (err error) {
	var names []string
	for _, i := range r.table.Instances {
		if !isGenerated(i.Name) {
			names = append(names, i.Name)
		}
	}
	r.files, err = papers.FindFiles(r.table.Name, r.Folder, names)
	return err
}

// measureRows measures the rows of an instance.
func (r *run) measureRows(ctx context.Context, i Instance, progress func(*Report, Row)) error {
	instance, file, err := r.writeInstance(i.Name)
	if err != nil {
		return err
	}
	limits := r.table.Limits
	if limits == nil {
		limits = limitsOf(instance)
	}
	limits = slices.DeleteFunc(slices.Clone(limits), func(limit time.Duration) bool { return limit < i.From })
	if len(limits) == 0 {
		return nil
	}
	for _, v := range r.table.Variants {
		row := r.report.row(Row{
			Instance: i.Name, StandInFor: i.StandInFor, Kind: instance.Kind, Cities: instance.Dimension(),
			Label: v.Name, Flags: v.Flags,
		})
		r.addFigures(row)
		err := r.measureCells(ctx, row, instance, file, limits)
		row.setBestKnown(instance)
		progress(r.report, *row)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", row.Instance, row.Label, err)
		}
	}
	return nil
}

// addFigures adds the goals and the errors of others to a row.
func (r *run) addFigures(row *Row) {
	row.Goals = pointsOf(r.table.Goals, row.Instance)
	row.Published = nil // of a previous report
	for _, b := range r.table.Published {
		row.Published = append(row.Published, Curve{b.Heading, pointsOf(b.File, row.Instance)})
	}
}

// measureCells measures the runs that the cells of a row do not have.
func (r *run) measureCells(
	ctx context.Context, row *Row, instance *tsp.Instance, file string, limits []time.Duration,
) error {
	for _, limit := range limits {
		cell := row.cell(limit.Seconds())
		for seed := range uint64(r.seeds(limit)) {
			if cell.has(1 + seed) {
				continue
			}
			trial, err := r.trial(ctx, trialConfig{instance, file, row.Flags, limit, 1 + seed})
			if err != nil {
				return err
			}
			cell.Runs = append(cell.Runs, trial)
		}
		// runs of a previous report may be missing
		slices.SortFunc(cell.Runs, func(a, b Trial) int { return cmp.Compare(a.Seed, b.Seed) })
	}
	return nil
}

// seeds returns the number of runs with a time limit.
func (r *run) seeds(limit time.Duration) int {
	switch {
	case r.Seeds > 0:
		return r.Seeds
	case r.table.Folder:
		return folderSeeds
	case limit <= maxShort:
		return shortSeeds
	}
	return longSeeds
}

// setBestKnown looks up the best known length. It is not set if a tour is shorter: then the file
// is another instance of this name.
func (r *Row) setBestKnown(instance *tsp.Instance) {
	known, ok := bestknown.Length(instance)
	for _, c := range r.Cells {
		if _, shortest, _, done := c.Lengths(); done && shortest < known {
			ok = false
		}
	}
	if ok {
		r.BestKnown = known
	}
}
