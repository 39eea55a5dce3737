package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// library measures runs of an aco.Solver whose device is open, as a server has one.
type library struct {
	device    string
	reference time.Duration // of the run whose tour gaps are relative to
	runs      int
}

// run is what a run took, and the length of its tour.
type run struct {
	wall, user time.Duration
	length     int64
}

// over reports whether a run took longer than its limit by more than 5% and by more than 5 ms.
func (r run) over(limit time.Duration) bool {
	return r.wall > max(limit+limit/20, limit+5*time.Millisecond)
}

// print prints the table. Each cell has the gap of the middle run, and the wall-clock and the processor
// time of the longest one.
func (l *library) print(w io.Writer, sizes, limits []string) (err error) {
	device, err := aco.OpenDevice(l.device, aco.DeviceOptions{})
	if err != nil {
		return err
	}
	solver, err := aco.NewSolver(device)
	if err != nil {
		return errors.Join(err, device.Close())
	}
	defer func() { err = errors.Join(err, solver.Close()) }()
	fmt.Fprintf(w, "Runs on %s: gap, wall clock, processor time\n\n", device.Name())
	fmt.Fprintf(w, "| cities |%s\n", columns(limits, " %s s |"))
	fmt.Fprintf(w, "|---|%s\n", columns(limits, "---|"))
	for _, size := range sizes {
		cities, err := strconv.Atoi(size)
		if err != nil {
			return err
		}
		instance, err := generate.Instance("uniform", cities, 1)
		if err != nil {
			return err
		}
		known, err := solver.Solve(context.Background(), instance, aco.Options{Method: aco.Chained{}, TimeLimit: l.reference})
		if err != nil {
			return err
		}
		// the first run makes pipelines
		if _, err := l.measure(solver, instance, 2*time.Second, 1); err != nil {
			return err
		}
		fmt.Fprintf(w, "| %s |", size)
		for _, text := range limits {
			seconds, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return err
			}
			cell, err := l.cell(solver, instance, time.Duration(seconds*float64(time.Second)), known.Length)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, " %s |", cell)
		}
		fmt.Fprintln(w)
	}
	return nil
}

// cell measures the runs of a size with a limit.
func (l *library) cell(solver *aco.Solver, instance *tsp.Instance, limit time.Duration, known int64) (string, error) {
	var all []run
	for seed := range l.runs {
		r, err := l.measure(solver, instance, limit, uint64(seed+1))
		if err != nil {
			return "", err
		}
		all = append(all, r)
	}
	return summary(all, limit, known), nil
}

// summary describes the runs of a cell.
func summary(all []run, limit time.Duration, known int64) string {
	slices.SortFunc(all, func(a, b run) int { return int(a.length - b.length) })
	gap := 100 * (float64(all[len(all)/2].length)/float64(known) - 1)
	longest := slices.MaxFunc(all, func(a, b run) int { return int(a.wall - b.wall) })
	text := fmt.Sprintf("%.2f%%, %.1f ms, %.1f ms", gap, milliseconds(longest.wall), milliseconds(longest.user))
	if longest.over(limit) {
		text += " (over)"
	}
	return text
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (l *library) measure(solver *aco.Solver, instance *tsp.Instance, limit time.Duration, seed uint64) (run, error) {
	before, began := processorTime(), time.Now()
	result, err := solver.Solve(context.Background(), instance, aco.Options{Seed: &seed, TimeLimit: limit})
	wall := time.Since(began)
	if err != nil {
		return run{}, fmt.Errorf("%d cities, %v: %w", instance.Dimension(), limit, err)
	}
	return run{wall, processorTime() - before, result.Length}, nil
}
