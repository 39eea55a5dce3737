package conform

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/internal/probe"
	"github.com/aco-vk/aco-vk/pipeline"
)

// runProbes adds the results of all probes, run by the first worker. An error says why the remaining ones did not run.
func (b *reportBuilder) runProbes(ctx context.Context, workers *pool) error {
	w := workers.workers[0]
	for _, p := range probe.All() {
		result := p.Run(ctx, w.device)
		if err := ctx.Err(); err != nil {
			return err // the result of an interrupted probe says nothing about the device
		}
		b.report.Probes = append(b.report.Probes, Probe{
			Name: result.Name, Feature: result.Feature, Verdict: string(result.Verdict), Detail: result.Detail, MS: milliseconds(result.Duration),
		})
		if err := w.reopenIfLost(result.Err); err != nil {
			return err
		}
	}
	return nil
}

// failedFeatures returns the features with a failed probe.
func failedFeatures(probes []Probe) []string {
	var all []string
	for _, p := range probes {
		if !p.Passed() && !slices.Contains(all, p.Feature) {
			all = append(all, p.Feature)
		}
	}
	return all
}

// Passed reports whether the device has the feature and computes it correctly, or reports that it lacks the feature.
func (p Probe) Passed() bool {
	return p.Verdict == string(probe.OK) || p.Verdict == string(probe.Refused)
}

// suspects returns those of the failed features that the shaders of a stage rely on.
func suspects(passes []pipeline.Pass, stage string, failed []string) ([]string, error) {
	var all []string
	for _, pass := range passes {
		if pass.Stage != stage || len(failed) == 0 {
			continue
		}
		features, err := probe.FeaturesOf(pass.Shader)
		if err != nil {
			return nil, err
		}
		for _, feature := range features {
			if slices.Contains(failed, feature) && !slices.Contains(all, feature) {
				all = append(all, feature)
			}
		}
	}
	return all, nil
}
