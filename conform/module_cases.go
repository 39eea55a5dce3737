package conform

import (
	"slices"

	"github.com/aco-vk/aco-vk/pipeline"
)

// CasesOf returns the cases of a full or a quick test, compared stage by stage, that run one of these modules on a device with these limits.
func CasesOf(modules []string, limits pipeline.Limits, quick bool) ([]Case, error) {
	all, err := testCases(limits, quick)
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, c := range all {
		if c.Whole {
			continue
		}
		passes, err := c.passes(limits)
		if refusal(err) != "" {
			continue
		}
		if err != nil {
			return nil, err
		}
		limits.ChooseShaders(passes)
		if slices.ContainsFunc(passes, func(p pipeline.Pass) bool { return slices.Contains(modules, p.Shader.Name) }) {
			cases = append(cases, c.Case)
		}
	}
	return cases, nil
}
