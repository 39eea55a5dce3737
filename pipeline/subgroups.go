package pipeline

import "github.com/aco-vk/aco-vk/vk"

const (
	// intel is a vendor whose subgroups of 32 have half as many registers an invocation as those of 16. Shaders of ants do not fit them:
	// merged_ant spills 624 of them in subgroups of 32 and 238 in those of 16, construct_acs 470 and 70 (Mesa's compiler for Skylake).
	intel          = 0x8086
	intelSubgroups = 16
)

// RequiredSubgroup is the size of subgroups that shaders are compiled for: the device's own, so that what it reports is what it runs,
// unless another is known to be better. Zero where no size can be asked for and the driver chooses.
func RequiredSubgroup(info *vk.Info) uint32 {
	switch {
	case !info.SubgroupSizeControl:
		return 0
	case info.VendorID == intel && info.SubgroupSizeMin <= intelSubgroups && intelSubgroups <= info.SubgroupSizeMax:
		return intelSubgroups
	}
	return info.SubgroupSize
}

const (
	// wholeSubgroup is how many invocations a subgroup has at the least where it is a work-group: as many as look at a city's candidates.
	wholeSubgroup = 32
	// largestWhole is the largest work-group then: more wait longer for each other.
	largestWhole = 256
	// wholeWords is the shared memory by which shaders/include/subgroup.glsl takes the place of subgroup operations.
	wholeWords = 2*largestWhole + 3
)

// WithoutSubgroups returns the limits where shaders have no operations of subgroups: a subgroup is a whole work-group.
func (l Limits) WithoutSubgroups() Limits {
	l.NoSubgroups = true
	l.SubgroupSize, l.SmallestSubgroup = wholeSubgroup, wholeSubgroup
	l.GroupSize = min(l.GroupSize, largestWhole)
	l.SharedBytes -= min(l.SharedBytes, 4*wholeWords)
	return l
}

// Subgroups returns how many subgroups a work-group has at the least.
func (l Limits) Subgroups(group uint32) uint32 {
	if l.NoSubgroups {
		return 1
	}
	return group / l.SubgroupSize
}

// ChooseShaders gives the passes shaders that work within the limits, in place of others of the same interface and results.
func (l Limits) ChooseShaders(passes []Pass) {
	for i := range passes {
		if other := passes[i].Shader.NoSubgroups; l.NoSubgroups && other != nil {
			passes[i].Shader = other
		}
	}
}
