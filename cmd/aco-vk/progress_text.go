package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/aco"
)

// printRun prints the instance, the algorithm and the devices of a run.
func (p *progressLine) printRun(now aco.Progress) {
	in, devices := p.instance, deviceSet(now.Devices).name()
	if log := logOf(p.out); log != nil {
		log.Info("run", "instance", in.Name, "cities", in.Dimension(), "metric", in.Metric, "algorithm", now.Algorithm, "devices", devices, "iteration", now.Iteration)
		return
	}
	with := ""
	switch {
	case now.Algorithm == aco.AlgorithmMerged:
		with = ", merged ants"
	case now.Colonies > 1:
		with = fmt.Sprintf(", %d colonies", now.Colonies)
	}
	fmt.Fprintf(p.out, "%s: %d cities, %s%s, on %s\n", in.Name, in.Dimension(), in.Metric, with, devices)
	if now.Iteration > 0 {
		fmt.Fprintf(p.out, "resumed from iteration %d\n", now.Iteration)
	}
}

// printProgress prints a line where there is no terminal.
func (p *progressLine) printProgress(now aco.Progress, parts []string) {
	log := logOf(p.out)
	switch {
	case log == nil:
		fmt.Fprintln(p.out, strings.Join(parts, separator))
	case p.phase != "":
		log.Info(p.phase)
	case now.NoTour:
		log.Info("progress", "iteration", now.Iteration, "elapsed_s", now.Elapsed.Seconds())
	default:
		log.Info("progress", "iteration", now.Iteration, "best_length", now.Best, "best_known_length", now.Reference, "lower_bound", p.bound.known(), "elapsed_s", now.Elapsed.Seconds())
	}
}

// parts returns the parts of a line, the most important first: the bar and the time left if the end is known, length, gap, elapsed time,
// iterations.
func (p *progressLine) parts(now aco.Progress) []string {
	parts := []string{p.prefix + "best " + p.best(now)}
	if now.NoTour {
		parts[0] = p.prefix + "no tour without forbidden legs yet"
	}
	if now.Reference > 0 {
		parts[0] += fmt.Sprintf(" (+%s)", gap(now.Best, now.Reference))
	}
	done, left := p.completion(now)
	if done > 0 {
		parts = append(parts, fmt.Sprintf("%s %.0f s left", bar(done), left.Seconds()))
	}
	if lower := p.bound.known(); lower > 0 && !now.NoTour {
		parts = append(parts, aboveOptimum(now.Best, lower))
	}
	parts = append(parts, fmt.Sprintf("%.0f s", now.Elapsed.Seconds()))
	switch {
	case now.Phase == aco.PhaseExchange:
		parts = append(parts, "recombining tours")
	case now.Iteration == 0:
		parts = append(parts, "first iteration")
	default:
		parts = append(parts, fmt.Sprintf("iteration %d", now.Iteration), fmt.Sprintf("%.4g iterations/s", float64(now.Iteration)/now.Elapsed.Seconds()))
	}
	return parts
}

// best writes the length of the best tour.
func (p *progressLine) best(now aco.Progress) string {
	if given := p.instance.Given; given == nil || given.TooLong == 0 || now.Best < int64(given.TooLong) {
		return p.instance.Unit.Format(now.Best)
	}
	tour, _ := now.Tour()
	return p.instance.Unit.FormatValue(tour.UnitLength(p.instance, now.Open()))
}

// completion returns which part of the run is over, and the time left; 0 if its end is not known.
func (p *progressLine) completion(now aco.Progress) (part float64, left time.Duration) {
	if now.TimeLimit > 0 {
		part, left = min(1, now.Elapsed.Seconds()/now.TimeLimit.Seconds()), max(0, now.TimeLimit-now.Elapsed)
	}
	if p.iterations > 0 && now.Iteration > 0 {
		if made := min(1, float64(now.Iteration)/float64(p.iterations)); made > part {
			part, left = made, time.Duration(float64(now.Elapsed)*(1-made)/made)
		}
	}
	return part, left
}
