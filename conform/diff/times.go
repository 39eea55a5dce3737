package diff

import (
	"cmp"
	"maps"
	"slices"

	"github.com/aco-vk/aco-vk/conform"
)

// table has rows in the order of their addition.
type table []Times

// row returns the row of a name.
func (t *table) row(name string) *Times {
	at := slices.IndexFunc(*t, func(row Times) bool { return row.Name == name })
	if at < 0 {
		at = len(*t)
		*t = append(*t, Times{Name: name})
	}
	return &(*t)[at]
}

// add adds a case to a row.
func (t *Times) add(beforeMS, afterMS float64, changed bool) {
	t.Cases++
	t.BeforeMS += beforeMS
	t.AfterMS += afterMS
	if changed {
		t.Changed++
	}
}

// addTimes adds a case that both reports have to the rows of its stages and of its input. The text
// of a case of another version may have names that this one does not know; such a case has no row.
func addTimes(stages, inputs *table, before, after conform.Tested) {
	parsed, err := conform.ParseCase(after.Case)
	if err != nil {
		return
	}
	changed := before.Verdict != after.Verdict
	var sum [2]float64
	for _, stage := range slices.Sorted(maps.Keys(after.StageMS)) {
		beforeMS, found := before.StageMS[stage]
		if !found {
			continue
		}
		stages.row(string(parsed.Algorithm)+" "+stage).add(beforeMS, after.StageMS[stage], changed)
		sum[0] += beforeMS
		sum[1] += after.StageMS[stage]
	}
	inputs.row(parsed.Input.String()).add(sum[0], sum[1], changed)
}

// stages returns the stages of both reports with their times, After's stages first.
func (c *Comparison) stages(common *table) (all []Stage) {
	at := func(s conform.Stage) *Stage {
		name := s.Algorithm + " " + s.Stage
		found := slices.IndexFunc(all, func(stage Stage) bool { return stage.Name == name })
		if found < 0 {
			found = len(all)
			all = append(all, Stage{Times: *common.row(name)})
		}
		return &all[found]
	}
	for _, s := range c.After.Stages {
		at(s).After = total(s)
	}
	for _, s := range c.Before.Stages {
		at(s).Before = total(s)
	}
	return all
}

// total sums up a stage of a report.
func total(s conform.Stage) (t Total) {
	for _, counts := range s.ByInput {
		t.Comparisons += counts.Equal + counts.Differs + counts.Failed
		t.Bad += counts.Differs + counts.Failed
	}
	if t.Comparisons > 0 {
		t.MeanMS = s.DeviceMS / float64(cmp.Or(s.Timed, t.Comparisons)) // old reports time all
	}
	return t
}
