package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/aco-vk/aco-vk/conform"
)

// mostShown problems are printed; the report has more.
const mostShown = 10

// printConformance prints a report for people, shortly: a row a stage, then whole runs, and what is wrong.
func printConformance(out io.Writer, r *conform.Report) {
	fmt.Fprintf(out, "%s, %s %s\n", r.Device.Name, r.Device.DriverName, r.Device.DriverVersion)
	if r.Device.Emulates != "" {
		fmt.Fprintf(out, "taken for %s\n", r.Device.Emulates)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "algorithm\tstage\tinputs\tequal\tdiffer\tfailed\ttime\t")
	for _, s := range r.Stages {
		var sum conform.Counts
		for _, cell := range s.ByInput {
			sum.Equal += cell.Equal
			sum.Differs += cell.Differs
			sum.Failed += cell.Failed
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%s\t%s\t%.1f s\t\n",
			s.Algorithm, s.Stage, len(s.ByInput), sum.Equal, alarm(sum.Differs, "DIFFERS"), alarm(sum.Failed, "FAILED"), s.MS/1000)
	}
	table.Flush()
	equal := 0
	for _, run := range r.Runs {
		if run.Verdict == conform.Equal {
			equal++
		}
	}
	fmt.Fprintf(out, "whole runs: %d of %d end with the reference's tour\n", equal, len(r.Runs))
	fmt.Fprintf(out, "probes: %d of %d features are what the shaders take them for\n", r.PassedProbes(), len(r.Probes))
	for _, p := range r.Probes {
		if !p.Passed() {
			fmt.Fprintf(out, "%s: probe %s: %s\n", alarmWord(conform.Verdict(p.Verdict)), p.Name, p.Detail)
		}
	}
	for i, p := range r.Problems {
		if i == mostShown {
			fmt.Fprintf(out, "and %d more\n", max(r.Differs+r.Failed, len(r.Problems))-i)
			break
		}
		fmt.Fprintf(out, "%s: %s\n", alarmWord(p.Verdict), p.Text())
		if p.Case != "" {
			fmt.Fprintf(out, "  aco-vk conform --repeat %s\n", p.Case)
		}
		if p.Features != nil {
			fmt.Fprintf(out, "  of what its shader relies on these probes fail: %s\n", strings.Join(p.Features, ", "))
		}
	}
	for _, refused := range r.Refusals {
		fmt.Fprintf(out, "refused, %d cases: %s\n", refused.Cases, refused.Reason)
	}
	done := r.Equal + r.Differs + r.Failed + r.Refused
	fmt.Fprintf(out, "%d of %d cases in %.1f s: %d equal, %d differ, %d failed, %d refused; %d pipelines of %d of the %d shaders\n",
		done, r.Cases, r.Seconds, r.Equal, r.Differs, r.Failed, r.Refused, r.Variants, r.Modules, r.AllModules)
}

// alarm is a number that should be 0.
func alarm(count int, word string) string {
	if count == 0 {
		return "0"
	}
	return fmt.Sprintf("%s %d", word, count)
}

func alarmWord(v conform.Verdict) string {
	if v == conform.Differs {
		return "DIFFERS"
	}
	return "FAILED"
}
