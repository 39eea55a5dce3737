package conform

import (
	"context"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/probe"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// runProbes adds the results of probes, run by the first worker. An error says why the remaining
// ones did not run.
func (b *reportBuilder) runProbes(ctx context.Context, workers *pool, probes []probe.Probe) error {
	w := workers.workers[0]
	for _, p := range probes {
		name := nameOfProbe(p.Name)
		if saved := workers.done[name]; saved.Probe != nil {
			b.report.Probes = append(b.report.Probes, saved.Probe.Probe)
			continue
		}
		result, err := w.probe(ctx, p)
		if err != nil {
			return err
		}
		if err := b.record(Saved{Name: name, Probe: &result}); err != nil {
			return err
		}
		b.report.Probes = append(b.report.Probes, result.Probe)
		if err := w.reopenIfLost(result.Lost, result.Detail); err != nil {
			return err
		}
	}
	return nil
}

// probeResult is the outcome of a probe.
type probeResult struct {
	Probe
	Lost bool // the device was lost or hangs
}

// probe runs a probe. The only error is the error of ctx.
func (k *comparer) probe(ctx context.Context, p probe.Probe) (probeResult, error) {
	result := p.Run(ctx, k.device)
	return probeResult{newProbe(p, string(result.Verdict), result.Detail, result.Duration),
		pipeline.DeviceGone(result.Err)}, ctx.Err() // the result of an interrupted probe says nothing about the device
}

// newProbe returns the result of a probe for a report.
func newProbe(p probe.Probe, verdict, detail string, took time.Duration) Probe {
	r := Probe{Name: p.Name, Feature: p.Feature, Verdict: verdict, Detail: detail, MS: milliseconds(took)}
	if verdict != string(probe.OK) && verdict != string(probe.Refused) {
		r.Breaks = p.Breaks()
	}
	return r
}

// failedFeatures returns the features with a failed probe. It leaves out those whose probes use
// another failed feature.
func failedFeatures(probes []Probe) []string {
	var all []string
	for _, p := range probes {
		if !p.Passed() && !slices.Contains(all, p.Feature) {
			all = append(all, p.Feature)
		}
	}
	failed := slices.Clone(all)
	return slices.DeleteFunc(all, func(feature string) bool { return slices.Contains(failed, probe.UsedBy(feature)) })
}

// Passed reports whether the device has the feature and computes it correctly, or reports that it
// lacks the feature, or whether no shader relies on it.
func (p Probe) Passed() bool {
	return p.Verdict == string(probe.OK) || p.Verdict == string(probe.Refused) || p.Verdict == string(probe.Warn)
}

// suspects returns the failed features that the shaders of a stage rely on.
func suspects(passes []passName, stage string, failed []string) ([]string, error) {
	var all []string
	for _, pass := range passes {
		if pass.Stage != stage || len(failed) == 0 {
			continue
		}
		at := slices.IndexFunc(shaders.All, func(s *shaders.Shader) bool { return s.Name == pass.Module })
		features, err := probe.FeaturesOf(shaders.All[at])
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
