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

// Options say how a table's work is done.
type Options struct {
	Program   string          // the file of aco-vk that runs
	Device    string          // as solve --device has it
	Folder    string          // with TSPLIB's instances in its folder tsp
	Instances []string        // those of the table's that are measured; nil: all
	Rows      string          // what the names of those variants contain that are measured; "": all
	Limits    []time.Duration // in place of the table's; nil: the table's
	Seeds     int             // runs of a cell, with seeds from 1 on; 0: 5 where they take up to 10 s, else 2
	Version   string          // of the program
}

const (
	manySeeds, fewSeeds = 5, 2
	short               = 10 * time.Second // up to which there are many
)

// run is a table's work under way.
type run struct {
	Options
	table  Table
	report *Report
	folder string // of what the runs write
}

// Run does a table's work, row by row, and tells each when it is whole, with the report so far. A run that fails says why in its cell.
// When ctx ends, the report has what there is, and the error is ctx's. A *bench.UsageError says what cannot be asked for.
func Run(ctx context.Context, table Table, o Options, told func(*Report, Row)) (report *Report, err error) {
	r := &run{Options: o, table: table}
	if err := r.table.choose(o.Instances, o.Rows, o.Limits); err != nil {
		return nil, err
	}
	if err := r.filesThere(); err != nil {
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
		if err := r.rows(ctx, i, told); err != nil {
			return r.report, err
		}
	}
	r.report.Complete = true
	return r.report, nil
}

// filesThere looks for the files of all instances, so that one that is missing is known before hours of work.
func (r *run) filesThere() error {
	for _, i := range r.table.Instances {
		if _, _, _, err := tsp.ParseGenerator(i.Name); err == nil { // the instance is generated
			continue
		}
		if r.Folder == "" {
			return &bench.UsageError{Reason: fmt.Sprintf("where TSPLIB's instances are is not known, %s for one", i.Name)}
		}
		if _, err := os.Stat(r.file(i.Name)); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) file(name string) string { return filepath.Join(r.Folder, "tsp", name+".tsp") }

// rows makes the rows of an instance.
func (r *run) rows(ctx context.Context, i Instance, told func(*Report, Row)) error {
	limits := slices.DeleteFunc(slices.Clone(r.table.Limits), func(limit time.Duration) bool { return limit < i.From })
	if len(limits) == 0 {
		return nil
	}
	instance, file, err := r.open(i.Name)
	if err != nil {
		return err
	}
	for _, v := range r.table.Variants {
		row := Row{Instance: i.Name, Cities: instance.Dimension(), Label: v.Name, Flags: v.Flags}
		if err := r.beside(&row); err != nil {
			return err
		}
		err := r.cells(ctx, &row, instance, file, limits)
		row.know()
		r.report.Rows = append(r.report.Rows, row)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", row.Instance, row.Label, err)
		}
		told(r.report, row)
	}
	return nil
}

// beside puts goals and figures beside a row.
func (r *run) beside(row *Row) (err error) {
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

// cells makes the cells of a row, run by run.
func (r *run) cells(ctx context.Context, row *Row, instance *tsp.Instance, file string, limits []time.Duration) error {
	for _, limit := range limits {
		row.Cells = append(row.Cells, Cell{LimitS: limit.Seconds()})
		cell := &row.Cells[len(row.Cells)-1]
		for seed := range uint64(r.seeds(limit)) {
			trial, err := r.trial(ctx, call{instance, file, row.Flags, limit, 1 + seed})
			if err != nil {
				return err
			}
			cell.Runs = append(cell.Runs, trial)
		}
	}
	return nil
}

func (r *run) seeds(limit time.Duration) int {
	switch {
	case r.Seeds > 0:
		return r.Seeds
	case limit <= short:
		return manySeeds
	}
	return fewSeeds
}

// know looks the best known length up. Where a tour is shorter, the instance is another of this name.
func (r *Row) know() {
	known, ok := tsp.BestKnown(r.Instance)
	for _, c := range r.Cells {
		if _, least, _, done := c.Lengths(); done && least < known {
			ok = false
		}
	}
	if ok {
		r.BestKnown = known
	}
}
