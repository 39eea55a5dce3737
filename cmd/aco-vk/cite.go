package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/internal/cite"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/study/experiment"
)

type citeCommand struct {
	Of []string `arg:"" optional:"" name:"run" file:"read" help:"What to cite besides the program: the report of a run, the rows of an experiment, a preset, or an algorithm. Several are cited together."`
}

// Run prints the references of the program and of the publications whose methods the runs used.
func (t *citeCommand) Run(c console) error {
	this := cite.Program(version(), commit(), cite.Year)
	var programs []cite.Work // that wrote the files
	var uses []cite.Use
	for _, name := range t.Of {
		runs, isFile, err := citedRuns(name)
		if err != nil {
			return err
		}
		for _, run := range runs {
			of := cite.Program(run.Version, run.Commit, 0)
			isSame := func(other cite.Work) bool { return other.Version == of.Version && other.Commit == of.Commit }
			if isSame(this) {
				of = this
			}
			if isFile && of.Version != "" && !slices.ContainsFunc(programs, isSame) { // rows of other programs have no version
				programs = append(programs, of)
			}
			for _, u := range run.Uses() {
				if !slices.ContainsFunc(uses, func(o cite.Use) bool { return o.Key == u.Key }) {
					uses = append(uses, u)
				}
			}
		}
	}
	if len(programs) == 0 {
		programs = append(programs, this)
	}
	if cite.WriteBibTeX(c.out, programs, uses) != nil {
		return errReported // checkedWriter has printed it
	}
	return nil
}

// citedRuns returns what is cited of an algorithm, a preset, a report or the rows of an experiment.
func citedRuns(name string) (runs []*cite.Run, isFile bool, err error) {
	if slices.Contains(choice.Algorithms(), aco.Algorithm(name)) {
		return []*cite.Run{{Algorithm: name}}, false, nil
	}
	if run, err := presetRun(name); run != nil || err != nil {
		return []*cite.Run{run}, false, err
	}
	text, err := cachefile.Read(name, maxReportBytes)
	if err != nil {
		return nil, false, usagef("%s is no algorithm (%s), no preset (aco-vk presets lists them) and no report or rows that can be read: %w",
			name, strings.ReplaceAll(joined(choice.Algorithms()), ",", ", "), cause(err))
	}
	var report struct {
		Schema int `json:"schema"`
		cite.Run
	}
	if json.Unmarshal(text, &report) == nil && report.Algorithm != "" {
		if err := schema.Check("the report", report.Schema, schema.Report); err != nil {
			return nil, false, usagef("%s: %w", name, err)
		}
		return []*cite.Run{&report.Run}, true, nil
	}
	rows, err := experiment.ReadRows(bytes.NewReader(text), name)
	if err != nil {
		return nil, false, usageError{err}
	}
	for i := range rows {
		run, err := rowRun(&rows[i])
		if err != nil {
			return nil, false, usagef("%s: %w", name, err)
		}
		if !rows[i].Failed() {
			runs = append(runs, run)
		}
	}
	return runs, true, nil
}

// presetRun returns what is cited of a preset, nil if there is none of the name.
func presetRun(name string) (*cite.Run, error) {
	for _, p := range aco.Presets() {
		if p.Name == name {
			run := &cite.Run{Preset: name}
			text, err := json.Marshal(p) // whose fields are named as in a report
			if err != nil {
				return nil, err
			}
			return run, json.Unmarshal(text, run)
		}
	}
	return nil, nil
}

// rowRun returns what is cited of a row, whose parameters have the names of flags.
func rowRun(row *experiment.Row) (*cite.Run, error) {
	run, err := presetRun(row.Preset)
	if err != nil {
		return nil, err
	}
	run = cmp.Or(run, new(cite.Run))
	run.Version, run.Commit, run.Algorithm, run.Preset = row.Version, row.Commit, row.Method, row.Preset
	parameters := map[string]any{}
	for name, value := range row.Parameters {
		parameters[strings.ReplaceAll(name, "-", "_")] = value
	}
	text, err := json.Marshal(parameters)
	if err != nil {
		return nil, err
	}
	return run, json.Unmarshal(text, &run.Parameters)
}
