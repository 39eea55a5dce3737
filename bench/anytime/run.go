package anytime

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/bench"
	"github.com/aco-vk/aco-vk/tsp"
)

// Options select what is measured, and how.
type Options struct {
	Program   string          // executable of aco-vk
	Device    string          // value of solve's flag --device
	Folder    string          // has TSPLIB's instances in its subfolder tsp
	Instances []string        // of the table; nil: all
	Rows      string          // measure the variants whose names contain this; "": all
	Limits    []time.Duration // nil: the table's
	Seeds     int             // runs per cell, with seeds 1, 2, ...; 0: 5 for limits up to 10 s, otherwise 2
	Version   string          // of the program
}

// ErrNoFolder is the error if an instance is one of TSPLIB and Options.Folder is empty.
var ErrNoFolder error = &bench.UsageError{Reason: "the folder of TSPLIB is not set"}

const (
	shortSeeds, longSeeds = 5, 2             // runs per cell
	maxShort              = 10 * time.Second // limit with shortSeeds
)

// run is the state of Run.
type run struct {
	Options
	table  Table
	report *Report
	folder string // of the files that the runs write
}

// Run measures a table row by row, and calls progress after each row. A failed run has the reason in its cell. If ctx is done, the report has
// the rows so far and the error is that of ctx. An invalid option is a *bench.UsageError.
func Run(ctx context.Context, table Table, o Options, progress func(*Report, Row)) (report *Report, err error) {
	r := &run{Options: o, table: table}
	if err := r.table.restrict(o.Instances, o.Rows, o.Limits); err != nil {
		return nil, err
	}
	if err := r.checkFiles(); err != nil {
		return nil, err
	}
	sources, err := table.Sources()
	if err != nil {
		return nil, err
	}
	r.report = &Report{Schema: reportSchema, Version: o.Version, Table: table.Name, Title: table.Title, Sources: sources}
	for _, limit := range r.table.Limits {
		r.report.LimitsS = append(r.report.LimitsS, limit.Seconds())
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

// checkFiles looks for the files of all instances, so that a missing one is found before hours of measuring.
func (r *run) checkFiles() error {
	for _, i := range r.table.Instances {
		if _, _, _, err := tsp.ParseGenerator(i.Name); err == nil { // the instance is generated
			continue
		}
		if r.Folder == "" {
			return fmt.Errorf("instance %s: %w", i.Name, ErrNoFolder)
		}
		if _, err := os.Stat(r.file(i.Name)); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) file(name string) string { return filepath.Join(r.Folder, "tsp", name+".tsp") }

// measureRows measures the rows of an instance.
func (r *run) measureRows(ctx context.Context, i Instance, progress func(*Report, Row)) error {
	limits := slices.DeleteFunc(slices.Clone(r.table.Limits), func(limit time.Duration) bool { return limit < i.From })
	if len(limits) == 0 {
		return nil
	}
	instance, file, err := r.writeInstance(i.Name)
	if err != nil {
		return err
	}
	for _, v := range r.table.Variants {
		row := Row{Instance: i.Name, Cities: instance.Dimension(), Label: v.Name, Flags: v.Flags}
		if err := r.addFigures(&row); err != nil {
			return err
		}
		err := r.measureCells(ctx, &row, instance, file, limits)
		row.setBestKnown(instance)
		r.report.Rows = append(r.report.Rows, row)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", row.Instance, row.Label, err)
		}
		progress(r.report, row)
	}
	return nil
}

// addFigures adds the goals and the errors of others to a row.
func (r *run) addFigures(row *Row) (err error) {
	if row.Goals, err = pointsOf(r.table.Goals, row.Instance); err != nil {
		return err
	}
	for _, b := range r.table.Published {
		points, err := pointsOf(b.File, row.Instance)
		if err != nil {
			return err
		}
		row.Published = append(row.Published, Curve{b.Heading, points})
	}
	return nil
}

// measureCells measures the cells of a row.
func (r *run) measureCells(ctx context.Context, row *Row, instance *tsp.Instance, file string, limits []time.Duration) error {
	for _, limit := range limits {
		row.Cells = append(row.Cells, Cell{LimitS: limit.Seconds()})
		cell := &row.Cells[len(row.Cells)-1]
		for seed := range uint64(r.seeds(limit)) {
			trial, err := r.trial(ctx, trialConfig{instance, file, row.Flags, limit, 1 + seed})
			if err != nil {
				return err
			}
			cell.Runs = append(cell.Runs, trial)
		}
	}
	return nil
}

// seeds returns the number of runs with a time limit.
func (r *run) seeds(limit time.Duration) int {
	switch {
	case r.Seeds > 0:
		return r.Seeds
	case limit <= maxShort:
		return shortSeeds
	}
	return longSeeds
}

// setBestKnown looks up the best known length. It is not set if a tour is shorter: then the file is another instance of this name.
func (r *Row) setBestKnown(instance *tsp.Instance) {
	known, ok := tsp.BestKnown(instance)
	for _, c := range r.Cells {
		if _, shortest, _, done := c.Lengths(); done && shortest < known {
			ok = false
		}
	}
	if ok {
		r.BestKnown = known
	}
}
