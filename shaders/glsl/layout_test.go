package glsl

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// The words of structures are where the compiled modules have them.
func TestLayoutsMatchModules(t *testing.T) {
	state := []uint32{
		StateIteration, StateStop, StateBestLength, StateBestIteration, StateBestAnt, StateRestartLength,
		StateRestartBest, StateRestart,
		StateTrailMax, StateTrailMin, StateAmount, StateRenewal, StateBranches, StateIterationAnt,
	}
	merged := []uint32{
		MergedStateIteration, MergedStateStop, MergedStateTourLength, MergedStateBest, MergedStateBestIteration,
		MergedStateFaults,
		MergedStateMeasured, MergedStateLongChanges, MergedStateLongAccepted, MergedStateEvaluations, MergedStateMoves,
		MergedStateUndone,
		MergedStateFull, MergedStateSubmitted, MergedStateAccepted, MergedStateLosing, MergedStateLongSubmitted,
		MergedStateWrongChange,
		MergedStateUnused0, MergedStateUnused1, MergedStateUnused2,
	}
	statistics := []uint32{
		StatisticsIteration, StatisticsShift, StatisticsShortest, StatisticsExcessLow, StatisticsExcessHigh,
		StatisticsSquaresLow, StatisticsSquaresHigh, StatisticsEntropyLow, StatisticsEntropyHigh, StatisticsBranches,
		StatisticsTrailMin, StatisticsTrailMax, StatisticsCommonEdges,
	}
	header := []uint32{
		MergedHeaderGain, MergedHeaderPieces, MergedHeaderLow, MergedHeaderHigh, MergedHeaderSizeClass,
		MergedHeaderAccepted,
		MergedHeaderUnused0, MergedHeaderUnused1,
	}
	for _, c := range []struct {
		shader *shaders.Shader
		buffer string
		words  []uint32
		size   uint32
	}{
		{&shaders.Best, "state", state, StateWords},
		{&shaders.Schedule, "state", state, StateWords},
		{&shaders.Statistics, "statistics", statistics, StatisticsWords},
		{&shaders.MergedSettle, "state", merged, MergedStateWords},
		{&shaders.MergedLong, "headers", header, MergedHeaderWords},
	} {
		spirv := must.Get(c.shader.SPIRV())(t)
		module := must.Get(reflect.Read(spirv))(t)
		slot := slices.IndexFunc(c.shader.Bindings, func(b shaders.Binding) bool { return b.Name == c.buffer })
		bound := slices.IndexFunc(module.Bindings, func(b reflect.Binding) bool { return int(b.Slot) == slot })
		if bound < 0 {
			t.Fatalf("%s has no buffer %s", c.shader.Name, c.buffer)
		}
		b := module.Bindings[bound]
		for i := range c.words {
			if len(b.Offsets) != len(c.words) || b.Offsets[i] != 4*c.words[i] {
				t.Fatalf("%s: members of %s begin at bytes %d, and at words %d by the table", c.shader.Name, c.buffer,
					b.Offsets, c.words)
			}
		}
		if b.Stride != 4*c.size {
			t.Errorf("%s: %s has %d bytes an element, and %d words by the table", c.shader.Name, c.buffer,
				b.Stride, c.size)
		}
	}
}
