package classic

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

const (
	elementsPerLoad = 4 // of four_weights in list.glsl
	// maxListGroup is the work-group of an ant beyond which more invocations did not help.
	maxListGroup = 128
	// maxListSharedBytes bounds the shared memory for a work-group with a list: what every device has. Longer lists stay in the tours.
	maxListSharedBytes = 16 << 10
)

// chooseListGroups chooses the sizes of work-groups for steps with a list, and refuses lists that are too long for one step.
func (s *launchConfig) chooseListGroups(p *problem.Problem, config KernelConfig, most uint32, limits pipeline.Limits) error {
	s.minListGroup = limits.SubgroupSize
	switch {
	case config.AntGroup > 0:
		s.maxListGroup = nextPowerOfTwo(uint32(config.AntGroup))
	case config.Dispatch.shrinksGroups():
		s.maxListGroup = most
	case limits.Software:
		s.maxListGroup = limits.SubgroupSize // as without a list
	default:
		s.maxListGroup = maxListGroup
	}
	s.maxListGroup = min(most, max(limits.SubgroupSize, s.maxListGroup))
	for {
		longest := s.stepRangeFrom(uint32(p.FirstListStep(p.Cities)), p, config.Dispatch)
		step, begin := longest.turns(p)
		if _, ok := limits.MaxUnits(step, begin); ok {
			return nil
		}
		if config.AntGroup > 0 || s.maxListGroup == most {
			return rejectTurns("step", p, step+begin, limits)
		}
		s.maxListGroup *= 2
	}
}

// shrinksGroups says whether the work-groups of each step fit its unvisited cities.
func (d Dispatch) shrinksGroups() bool { return d == DispatchDynamic || d == DispatchBlocks }

// isOneStep says whether each step is a dispatch.
func (d Dispatch) isOneStep() bool { return d == DispatchOne || d == DispatchDynamic }

// stepRange is consecutive steps with a list that have work-groups of one size.
type stepRange struct {
	first, count uint32
	group        uint32
	copied       uint32 // places of the list in shared memory: all or none
	steps        uint32 // most in one dispatch; 0: no limit
}

// stepRanges cuts the steps that have a list: whole where one size serves all of them, else where fewer invocations reach.
func (s launchConfig) stepRanges(p *problem.Problem, dispatch Dispatch) (all []stepRange) {
	cities := uint32(p.Cities)
	for step := uint32(p.FirstListStep(p.Cities)); step < cities; step++ {
		last := len(all) - 1
		if last < 0 || dispatch.shrinksGroups() && s.listGroup(cities-step) != all[last].group {
			all = append(all, s.stepRangeFrom(step, p, dispatch))
			last++
		}
		all[last].count++
	}
	return all
}

// listGroup is the smallest work-group with an invocation for each unvisited city, as far as the device goes.
func (s launchConfig) listGroup(unvisited uint32) uint32 {
	return max(minSubgroup, min(s.maxListGroup, max(s.minListGroup, nextPowerOfTwo(unvisited))))
}

// stepRangeFrom begins a stretch at a step.
func (s launchConfig) stepRangeFrom(step uint32, p *problem.Problem, dispatch Dispatch) stepRange {
	unvisited := uint32(p.Cities) - step
	t := stepRange{first: step, group: s.listGroup(unvisited), copied: unvisited}
	if dispatch.isOneStep() || t.sharedBytes() > min(s.limits.SharedBytes, maxListSharedBytes) {
		t.copied = 0 // for one step a copy does not pay
	}
	t.steps, _ = s.limits.MaxUnits(t.turns(p))
	return t
}

// turns bounds the turns of loops that the first step of a stretch takes each invocation, and those that a dispatch begins and ends with.
func (t stepRange) turns(p *problem.Problem) (step, around uint32) {
	unvisited := uint32(p.Cities) - t.first
	own := (unvisited + t.group - 1) / t.group
	loads := (own + elementsPerLoad - 1) / elementsPerLoad
	// A step adds up an invocation's weights, looks for the chosen one among the same, adds up the subgroups, and makes
	// random words at the most once.
	step = 1 + sumTurns + loads*(1+elementsPerLoad) + loads*(1+2*elementsPerLoad) + t.group/minSubgroup + philoxRounds
	if p.Selection == problem.SelectCursorTile {
		// Before, it adds up the weights by tile, and the tiles, and finds the chosen one.
		step += own + 2*t.group/minSubgroup
	}
	// A dispatch begins with the list and, where it was copied, leaves it to the next.
	around = (unvisited+t.group-1)/t.group + (t.copied+t.group-1)/t.group
	return step, around
}

// sharedBytes is what construct.comp and its headers declare where there is a list: its copy, random words, totals of subgroups
// and of tiles, and the chosen city.
func (t stepRange) sharedBytes() uint32 {
	return 4 * (max(1, t.copied) + 4*min(t.group, maxRandomBlocks) + 2*t.group/minSubgroup + 1)
}

// listPasses make the part of the tours in which the unvisited cities are a list, a pass a stretch.
func listPasses(p *problem.Problem, config KernelConfig, s launchConfig) (passes []pipeline.Pass) {
	fromEnd := uint32(1)
	if p.Selection == problem.SelectCursor || p.Selection == problem.SelectCursorTile {
		fromEnd = 0
	}
	for _, t := range s.stepRanges(p, config.Dispatch) {
		pass := pipeline.Pass{
			Shader: &shaders.ConstructList, FirstUnit: t.first, Units: t.count, MaxUnits: t.steps,
			Constants: constants(t.group, map[string]uint32{"FROM_END": fromEnd, "COPIED": t.copied, "TRIALS": uint32(p.Trials)}),
		}
		if p.Selection == problem.SelectCursorTile {
			pass.Shader = &shaders.ConstructListTile
		}
		passes = append(passes, pass)
	}
	return passes
}
