package conform

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/conform/probe"
	"github.com/aco-vk/aco-vk/pipeline"
)

// probes tries each feature of the device by itself. The error says why the rest of a test is left out, or is the context's.
func (t *test) probes(ctx context.Context, report *Report) error {
	one := t.each[0]
	for _, p := range probe.All() {
		result := p.Run(ctx, one.device)
		if err := ctx.Err(); err != nil {
			return err // that a probe was interrupted says nothing of the device
		}
		report.Probes = append(report.Probes, Probe{
			Name: result.Name, Feature: result.Feature, Verdict: string(result.Verdict), Detail: result.Detail, MS: ms(result.Duration),
		})
		if err := one.revive(result.Err); err != nil {
			return err
		}
	}
	return nil
}

// failing are the features that have a probe which does not go well; one that was refused says nothing.
func failing(probes []Probe) []string {
	var all []string
	for _, p := range probes {
		if !p.Passed() && !slices.Contains(all, p.Feature) {
			all = append(all, p.Feature)
		}
	}
	return all
}

// Passed says whether the device has the feature, or says that it has not.
func (p Probe) Passed() bool {
	return p.Verdict == string(probe.OK) || p.Verdict == string(probe.Refused)
}

// suspects are the failing features that the shaders of a stage rely on.
func suspects(passes []pipeline.Pass, stage string, failing []string) ([]string, error) {
	var all []string
	for _, pass := range passes {
		if pass.Stage != stage || len(failing) == 0 {
			continue
		}
		features, err := probe.FeaturesOf(pass.Shader)
		if err != nil {
			return nil, err
		}
		for _, feature := range features {
			if slices.Contains(failing, feature) && !slices.Contains(all, feature) {
				all = append(all, feature)
			}
		}
	}
	return all, nil
}
