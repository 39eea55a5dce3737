package anytime

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/study/papers"
)

// resume takes over the successful runs of a previous report. The report gets the limits of both.
// nil is an empty report.
func (r *Report) resume(previous *Report) error {
	if previous == nil {
		return nil
	}
	if previous.Table != r.Table {
		return &papers.UsageError{Reason: fmt.Sprintf("the report to continue is of table %s, not of %s",
			previous.Table, r.Table)}
	}
	r.LimitsS = slices.Compact(slices.Sorted(slices.Values(slices.Concat(previous.LimitsS, r.LimitsS))))
	r.Version, r.Device, r.Rows = previous.Version, previous.Device, slices.Clone(previous.Rows)
	for i := range r.Rows {
		cells := slices.Clone(r.Rows[i].Cells)
		for j := range cells {
			cells[j].Runs = cells[j].succeeded()
		}
		r.Rows[i].Cells = cells
	}
	return nil
}

// row returns the row like a new one with its runs so far. It appends the new one if there is
// none.
func (r *Report) row(like Row) *Row {
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Instance == like.Instance && row.Label == like.Label &&
			row.Cities == like.Cities && slices.Equal(row.Flags, like.Flags) {
			return row
		}
	}
	r.Rows = append(r.Rows, like)
	return &r.Rows[len(r.Rows)-1]
}

// cell returns the cell of a time limit with its runs so far. It inserts an empty one if there is
// none.
func (r *Row) cell(limitS float64) *Cell {
	i, found := slices.BinarySearchFunc(r.Cells, limitS,
		func(c Cell, limitS float64) int { return cmp.Compare(c.LimitS, limitS) })
	if !found {
		r.Cells = slices.Insert(r.Cells, i, Cell{LimitS: limitS})
	}
	return &r.Cells[i]
}

// has reports whether there is a run of a seed.
func (c *Cell) has(seed uint64) bool {
	return slices.ContainsFunc(c.Runs, func(run Trial) bool { return run.Seed == seed })
}

// checkOrigin returns an error if a run is not by the program and on the device of the previous
// report. The first run of a new report sets both.
func (r *run) checkOrigin(of solveReport) error {
	report := r.report
	switch {
	case report.Device == (Device{}):
		report.Device, report.Version = of.Device, cmp.Or(of.Version, report.Version)
	case r.Previous != nil && (of.Device != report.Device || of.Version != report.Version):
		return &papers.UsageError{Reason: fmt.Sprintf(
			"the report to continue is of version %s on %s, and this run is of version %s on %s",
			report.Version, report.Device.Name, of.Version, of.Device.Name)}
	}
	return nil
}
