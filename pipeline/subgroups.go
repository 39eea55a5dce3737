package pipeline

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
	l.SubgroupSize, l.MinSubgroupSize = wholeSubgroup, wholeSubgroup
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
