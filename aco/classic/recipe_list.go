package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	elementsPerLoad = 4 // four_weights in list.glsl
	// maxListGroup is the largest work-group per ant that was faster than the next smaller one.
	maxListGroup = 128
	// maxListSharedBytes is available on every device. Longer lists stay in the tours, in device
	// memory.
	maxListSharedBytes = 16 << 10
)

// chooseListGroups sets the smallest and largest work-group for steps with a list of the unvisited
// cities. It returns an error if a step has too many loop iterations.
func (s *launchConfig) chooseListGroups(
	p *model.Problem, config KernelConfig, maxGroup uint32, limits pipeline.Limits,
) error {
	s.minListGroup = limits.SubgroupSize
	switch {
	case config.AntGroup > 0:
		s.maxListGroup = nextPowerOfTwo(uint32(config.AntGroup))
	case config.Dispatch.shrinksGroups():
		s.maxListGroup = maxGroup
	case limits.Software:
		s.maxListGroup = limits.SubgroupSize // as in rowAntGroup
	default:
		s.maxListGroup = maxListGroup
	}
	s.maxListGroup = min(maxGroup, max(limits.SubgroupSize, s.maxListGroup))
	for {
		longest := s.stepRangeFrom(uint32(p.FirstListStep(p.Cities)), p, config.Dispatch)
		step, beginEnd := longest.loopIterations(p)
		if _, ok := limits.MaxUnits(step, beginEnd); ok {
			return nil
		}
		if config.AntGroup > 0 || s.maxListGroup == maxGroup {
			return loopLimitError("step", p, step+beginEnd, limits)
		}
		s.maxListGroup *= 2
	}
}

// shrinksGroups reports whether work-groups get smaller with the number of unvisited cities.
func (d Dispatch) shrinksGroups() bool { return d.isDynamic() || d == DispatchBlocks }

// isOneStep reports whether each step is a separate dispatch.
func (d Dispatch) isOneStep() bool { return d == DispatchOne || d.isDynamic() }

func (d Dispatch) isDynamic() bool { return d == DispatchDynamic || d == DispatchDynamicCopy }

// stepRange is a range of steps with work-groups of one size.
type stepRange struct {
	first, count uint32
	group        uint32
	room         uint32 // list elements that fit in shared memory; 0: no copy
	copied       uint32 // list elements in shared memory: all or none
	maxSteps     uint32 // most steps in one dispatch; 0: no limit
}

// stepRanges divides the steps that have a list into ranges. A range ends before the size of
// work-groups changes, and before the list fits in shared memory.
func (s launchConfig) stepRanges(p *model.Problem, dispatch Dispatch) (all []stepRange) {
	cities := uint32(p.Cities)
	for step := uint32(p.FirstListStep(p.Cities)); step < cities; step++ {
		last := len(all) - 1
		if last < 0 || cities-step == all[last].room ||
			dispatch.shrinksGroups() && s.listGroup(cities-step, dispatch) != all[last].group {
			all = append(all, s.stepRangeFrom(step, p, dispatch))
			last++
		}
		all[last].count++
	}
	return all
}

// listGroup returns the smallest work-group with an invocation per unvisited city or, with
// a dynamic dispatch, the power of two nearest to their number (Zhou et al. 2017, algorithm B4), within
// the limits of the device.
func (s launchConfig) listGroup(unvisited uint32, dispatch Dispatch) uint32 {
	wanted := nextPowerOfTwo(unvisited)
	if dispatch.isDynamic() {
		wanted = nearestPowerOfTwo(unvisited)
	}
	return max(minSubgroup, min(s.maxListGroup, max(s.minListGroup, wanted)))
}

// stepRangeFrom returns an empty range that begins at a step.
func (s launchConfig) stepRangeFrom(step uint32, p *model.Problem, dispatch Dispatch) stepRange {
	unvisited := uint32(p.Cities) - step
	t := stepRange{first: step, group: s.listGroup(unvisited, dispatch)}
	if !dispatch.isOneStep() || dispatch == DispatchDynamicCopy { // else a step reads the list once
		pass := t.pass(p) // with one element
		used, available := pass.SharedBytes(), uint64(min(s.limits.SharedBytes, maxListSharedBytes))
		t.room = uint32(max(available+4, used)-used) / 4
	}
	if unvisited <= t.room {
		t.copied = unvisited
	}
	t.maxSteps, _ = s.limits.MaxUnits(t.loopIterations(p))
	return t
}

// loopIterations returns upper bounds of the loop iterations per invocation: of the first step of
// a range, and of the beginning and end of a dispatch.
func (t stepRange) loopIterations(p *model.Problem) (step, beginEnd uint32) {
	unvisited := uint32(p.Cities) - t.first
	elements := ceilDiv(unvisited, t.group)
	loads := ceilDiv(elements, elementsPerLoad)
	// An invocation sums its weights, searches the chosen one, sums the subgroups and computes
	// random words at most once.
	step = fineIterations(elements) + 1 + sumIterations + loads*(1+elementsPerLoad) + loads*(1+2*elementsPerLoad) + t.group/minSubgroup + philoxRounds
	if p.Selection == model.SelectCursorTile {
		// First it sums the weights of each tile and finds the chosen tile.
		step += elements + 2*t.group/minSubgroup
	}
	// A dispatch builds or loads the list and, if it is a copy, stores it for the next dispatch.
	beginEnd = elements + ceilDiv(t.copied, t.group)
	return step, beginEnd
}

// listPasses construct the steps with a list of the unvisited cities, one pass per range.
func listPasses(p *model.Problem, config KernelConfig, s launchConfig) (passes []pipeline.Pass) {
	for _, t := range s.stepRanges(p, config.Dispatch) {
		passes = append(passes, t.pass(p))
	}
	return passes
}

// pass returns the pass that makes the steps.
func (t stepRange) pass(p *model.Problem) pipeline.Pass {
	pass := pipeline.Pass{
		Shader: &shaders.ConstructList, FirstUnit: t.first, Units: t.count, MaxUnits: t.maxSteps,
		Constants: constants(
			t.group, map[string]uint32{"FROM_END": 1, "COPIED_PLACES": t.copied, "TRIALS": uint32(p.Trials)},
		),
	}
	if p.Selection == model.SelectCursor || p.Selection == model.SelectCursorTile {
		pass.Constants["FROM_END"] = 0
	}
	if p.Selection == model.SelectCursorTile {
		pass.Shader = &shaders.ConstructListTile
	}
	return pass
}
