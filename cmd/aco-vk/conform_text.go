package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/aco-vk/aco-vk/conform"
)

// maxPrintedProblems is the number of problems that are printed; the report file has more.
const maxPrintedProblems = 10

// printConformance prints the summary of a report.
func printConformance(out io.Writer, r *conform.Report) {
	fmt.Fprintf(out, "%s, %s %s\n", r.Device.Name, r.Device.DriverName, r.Device.DriverVersion)
	if r.Device.Emulates != "" {
		fmt.Fprintf(out, "emulates %s\n", r.Device.Emulates)
	}
	if r.Perturbed {
		fmt.Fprintln(out, "perturbed: subgroups run in reversed order")
	}
	if r.NoCache {
		fmt.Fprintln(out, "without caches: every pipeline was compiled")
	}
	printStages(out, r.Stages)
	equal := 0
	for _, run := range r.Runs {
		if run.Verdict == conform.Equal {
			equal++
		}
	}
	fmt.Fprintf(out, "whole runs: %d of %d end with the reference's tour\n", equal, len(r.Runs))
	fmt.Fprintf(out, "probes: %d of %d passed\n", r.PassedProbes(), len(r.Probes))
	for _, p := range r.Probes {
		if p.Breaks != "" {
			fmt.Fprintf(out, "%s: probe %s: %s; what breaks: %s\n", upperVerdict(conform.Verdict(p.Verdict)), p.Name,
				p.Detail, p.Breaks)
		}
	}
	printProblems(out, r)
	printExported(out, r.Exported)
	for _, refused := range r.Refusals {
		fmt.Fprintf(out, "refused, %d cases: %s\n", refused.Cases, refused.Reason)
	}
	ended := ""
	if r.Ended() > 0 {
		ended = fmt.Sprintf(", %d crashed, %d hung, %d out of memory", r.Crashed, r.Hung, r.OutOfMemory)
	}
	noSubgroups := ""
	if r.NoSubgroups > 0 {
		noSubgroups = fmt.Sprintf(", %d of them without subgroup operations", r.NoSubgroups)
	}
	fmt.Fprintf(out,
		"%d of %d cases in %.1f s: %d equal, %d differ, %d failed, %d refused%s; %d pipelines from %d of the %d shaders%s\n",
		r.Done(), r.Cases, r.Seconds, r.Equal, r.Differs, r.Failed, r.Refused, ended, r.Variants, r.Modules,
		r.AllModules, noSubgroups)
	fmt.Fprintln(out, r.Summary())
}

// printStages prints a table with a row per stage.
func printStages(out io.Writer, stages []conform.Stage) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "algorithm\tstage\tinputs\tequal\tdiffer\tfailed\ttime\t")
	for _, s := range stages {
		var sum conform.Counts
		for _, counts := range s.ByInput {
			sum.Equal += counts.Equal
			sum.Differs += counts.Differs
			sum.Failed += counts.Failed
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%s\t%s\t%.1f s\t\n",
			s.Algorithm, s.Stage, len(s.ByInput), sum.Equal, marked(sum.Differs, "DIFFERS"), marked(sum.Failed,
				"FAILED"), s.MS/1000)
	}
	table.Flush()
}

// printProblems prints the first problems, each with the command that repeats its case.
func printProblems(out io.Writer, r *conform.Report) {
	for i, p := range r.Problems {
		if i == maxPrintedProblems {
			fmt.Fprintf(out, "and %d more\n", max(r.Differs+r.Failed+r.Ended(), len(r.Problems))-i)
			return
		}
		fmt.Fprintf(out, "%s: %s\n", upperVerdict(p.Verdict), p.Text())
		if p.Again != "" {
			fmt.Fprintf(out, "  run again, alone: %s\n", p.Again)
		}
		printCrash(out, p.Crash)
		for _, d := range p.Dispatched {
			fmt.Fprintf(out, "  ran %s\n", d)
		}
		if p.Case != "" {
			repeat := repeatCommand(r.Perturbed)(p.Case)
			fmt.Fprintf(out, "  %s\n", repeat)
			if p.Crash != nil && p.Crash.Signal != "" {
				fmt.Fprintf(out, "  frames of the driver: ulimit -c unlimited; GOTRACEBACK=crash %s; gdb -batch -ex bt $(command -v aco-vk) core\n", repeat)
			}
		}
		if p.Features != nil {
			fmt.Fprintf(out, "  the stage's shaders rely on features with failed probes: %s\n",
				strings.Join(p.Features, ", "))
		}
	}
}

// marked formats a count that should be 0, with a word in front if it is not.
func marked(count int, word string) string {
	if count == 0 {
		return "0"
	}
	return fmt.Sprintf("%s %d", word, count)
}

// maxPrintedOutput is the number of lines of a crashed process that are printed; the report file
// has more.
const maxPrintedOutput = 12

// printCrash prints the beginning of what a crashed process wrote.
func printCrash(out io.Writer, crash *conform.Crash) {
	if crash == nil {
		return
	}
	for _, line := range crash.Output[:min(len(crash.Output), maxPrintedOutput)] {
		fmt.Fprintf(out, "  | %s\n", line)
	}
}

func upperVerdict(v conform.Verdict) string {
	if v == conform.Differs {
		return "DIFFERS"
	}
	return strings.ToUpper(string(v))
}

// caseCounter shows the progress of a test on a terminal.
type caseCounter struct {
	statusLine
	device string
	last   time.Time
}

func (l *caseCounter) update(now conform.Progress) {
	if l.terminal == nil || time.Since(l.last) < frameEvery {
		return
	}
	l.last = time.Now()
	total := ""
	if now.Total > 0 {
		total = fmt.Sprintf(" of %d", now.Total)
	}
	l.show([]string{fmt.Sprintf("%s: case %d%s, %d problems", l.device, now.Done, total, now.Problems)})
}

// printExported prints the folders of exported stages.
func printExported(out io.Writer, folders []string) {
	for _, folder := range folders {
		fmt.Fprintf(out, "exported: %s\n", folder)
	}
}
