package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/internal/cite"
	"github.com/aco-vk/aco-vk/internal/schema"
)

type citeCommand struct {
	Of []string `arg:"" optional:"" name:"run" file:"read" help:"What to cite besides the program: the report of a run, a preset, or an algorithm. Several are cited together."`
}

// Run prints the references of the program and of the publications whose methods the runs used.
func (t *citeCommand) Run(c console) error {
	program := cite.Program(version(), commit(), setting(buildInfo(), "vcs.time"))
	var uses []cite.Use
	first := "" // the first report
	for _, name := range t.Of {
		run, isReport, err := citedRun(name)
		if err != nil {
			return err
		}
		if of := cite.Program(run.Version, run.Commit, ""); isReport && first == "" {
			program, first = of, name
		} else if isReport && (of.Version != program.Version || of.Commit != program.Commit) {
			return usageError{fmt.Errorf("%s and %s were written by different versions of aco-vk; cite them one by one", first, name)}
		}
		for _, u := range run.Uses() {
			if !slices.ContainsFunc(uses, func(o cite.Use) bool { return o.Key == u.Key }) {
				uses = append(uses, u)
			}
		}
	}
	if cite.WriteBibTeX(c.out, program, uses) != nil {
		return errReported // checkedWriter has printed it
	}
	return nil
}

// citedRun returns what is cited of an algorithm, a preset or a report.
func citedRun(name string) (run *cite.Run, isReport bool, err error) {
	run = new(cite.Run)
	if slices.Contains(choice.Algorithms(), aco.Algorithm(name)) {
		run.Algorithm = name
		return run, false, nil
	}
	for _, p := range aco.Presets() {
		if p.Name != name {
			continue
		}
		text, err := json.Marshal(p) // whose fields are named as in a report
		if err == nil {
			err = json.Unmarshal(text, run)
		}
		run.Preset = name
		return run, false, err
	}
	text, err := cachefile.Read(name, maxReportBytes)
	if err != nil {
		return nil, false, usageError{fmt.Errorf("%s is no algorithm (%s), no preset (aco-vk presets lists them) and no report that can be read: %w",
			name, strings.ReplaceAll(joined(choice.Algorithms()), ",", ", "), cause(err))}
	}
	var known struct {
		Schema int `json:"schema"`
	}
	if err = json.Unmarshal(text, &known); err == nil {
		err = json.Unmarshal(text, run)
	}
	if err != nil || run.Algorithm == "" {
		return nil, false, usageError{fmt.Errorf("%s is not a report that solve --json wrote", name)}
	}
	if err := schema.Check("the report", known.Schema, schema.Report); err != nil {
		return nil, false, usageError{fmt.Errorf("%s: %w", name, err)}
	}
	return run, true, nil
}
