package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/reportpage"
)

type reportCommand struct {
	Reports  []string `arg:"" name:"report" help:"Reports that solve --json wrote, of any instances, algorithms, devices and seeds."`
	Output   string   `short:"o" required:"" help:"HTML page to write; - is standard output." placeholder:"FILE"`
	Instance []string `sep:"none" help:"Instance of the reports: a TSPLIB or CSV file, or gen:KIND:CITIES:SEED. The page draws its shortest tour. May be given several times." placeholder:"FILE"`

	inputFlags
}

func (r *reportCommand) Run(c console) error {
	for _, input := range append(r.Reports, r.Instance...) {
		if sameFile(input, r.Output) {
			return usageError{fmt.Errorf("%s would be overwritten: give --output another name", input)}
		}
	}
	file, err := newOutput(c, r.Output)
	if err != nil {
		return err
	}
	var reports []*reportpage.Report
	for _, name := range r.Reports {
		text, err := cachefile.Read(name, maxReportBytes)
		if err != nil {
			return usageError{err}
		}
		report, err := reportpage.Read(bytes.NewReader(text), name)
		if err != nil {
			return usageError{err}
		}
		reports = append(reports, report)
	}
	ctx, stop := untilInterrupted()
	defer stop()
	var inputs []reportpage.Input
	for _, name := range r.Instance {
		instance, err := r.readInstance(ctx, c, name)
		if err != nil {
			return err
		}
		inputs = append(inputs, reportpage.Input{File: name, Instance: instance})
	}
	var page bytes.Buffer
	if err := reportpage.Write(&page, reports, inputs, r.repeatRun); err != nil {
		return usageError{err}
	}
	return file.write(func(w io.Writer) error {
		_, err := page.WriteTo(w)
		return err
	})
}

// repeatRun returns the command line that repeats a run.
func (r *reportCommand) repeatRun(c reportpage.Command) string {
	words := []string{"aco-vk", "solve", c.Instance}
	for _, flag := range [][2]string{{"--format", unlessAuto[string](r.Format)}, {"--sheet", r.Sheet},
		{"--columns", r.Columns}, {"--crs", r.CRS}, {"--metric", unlessAuto[string](r.Metric)},
		{"--matrix", r.Matrix}, {"--roads", r.Roads}, {"--minimize", unlessAuto[string](r.Minimize)}} {
		if flag[1] != "" {
			words = append(words, flag[:]...)
		}
	}
	if c.Report != "" {
		words = append(words, "--replay", c.Report)
		return quoted(words)
	}
	words = append(words, endFlags(c)...)
	if c.Algorithm == "" {
		return quoted(words)
	}
	words = append(words, "--algorithm", c.Algorithm, "--seed", fmt.Sprint(c.Seed), "--iterations",
		fmt.Sprint(c.Iterations))
	for _, p := range c.Parameters {
		flag := "--" + strings.ReplaceAll(p.Name, "_", "-")
		switch p.Value {
		case "true":
			words = append(words, flag)
		case "false", "":
		default:
			words = append(words, flag, p.Value)
		}
	}
	return quoted(words)
}

// endFlags returns the flags of an open path.
func endFlags(c reportpage.Command) []string {
	if c.Path == nil {
		return nil
	}
	var flags []string
	for i, name := range pathEnds {
		if slices.Contains(c.FreeEnds, string(name)) {
			flags = append(flags, "--open")
		} else {
			flags = append(flags, "--"+string(name), fmt.Sprint(c.Path[i]))
		}
	}
	return slices.Compact(flags)
}

// quoted joins words for a shell.
func quoted(words []string) string {
	var list []string
	for _, word := range words {
		if word == "" ||
			strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%") != "" {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		list = append(list, word)
	}
	return strings.Join(list, " ")
}
