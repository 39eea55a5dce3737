package conform

import (
	"errors"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/probe"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// If a device computes an instruction wrongly in all shaders, the report names its feature as the
// suspect.
func TestReportNamesTheWrongFeature(t *testing.T) {
	info := vktest.Open(t).Info()
	if pipeline.LimitsOf(info).NoSubgroups {
		t.Skip("the device has no subgroup arithmetic")
	}
	for _, s := range slices.Concat(shaders.All, shaders.Probes) {
		s.Module = scanInsteadOfAdd(t, s)
		t.Cleanup(func() { s.Module = nil })
	}
	cases := parse(t, "input=uniform:40:1,algorithm=as,iterations=1,seed=1,ants=5,alpha=1,beta=2,rho=0.5,selection=scan")
	const feature = "subgroupAdd"
	report := must.Get(Test(t.Context(), Options{Open: opener(t), Cases: cases}, func(Progress) {}))(t)
	for _, p := range report.Probes {
		uses := p.Feature == feature || probe.UsedBy(p.Feature) == feature
		if uses && p.Verdict == string(probe.OK) || !uses && p.Verdict == string(probe.Differs) {
			t.Errorf("%s: %s: %s", p.Name, p.Verdict, p.Detail)
		}
	}
	if len(report.Problems) != 1 {
		t.Fatalf("%+v", report.Problems)
	}
	if p := report.Problems[0]; p.Stage != "choice" || !slices.Equal(p.Features, []string{feature}) {
		t.Errorf("%s, suspects %q", p.Text(), p.Features)
	} else if full := p.Dispatched[0].Constants["FULL_SUBGROUP"]; info.FullSubgroups && full != info.SubgroupSize {
		t.Errorf("%s was compiled with %d", p.Dispatched[0].Pipeline, info.SubgroupSize)
	}
}

// scanInsteadOfAdd returns a shader's module with subgroupInclusiveAdd in place of every subgroupAdd.
func scanInsteadOfAdd(t *testing.T, s *shaders.Shader) []byte {
	t.Helper()
	module, err := s.SPIRV()
	words, invalid := reflect.Words(module)
	must.Do(t, errors.Join(err, invalid))
	const subgroupAdd, inclusiveScan = 349, 1
	for op, instruction := range reflect.Instructions(words) {
		if op == subgroupAdd {
			instruction[4] = inclusiveScan
		}
	}
	return reflect.Bytes(words)
}
