package pipeline

const (
	// emulatedSubgroupSize is the size that stands for a subgroup when a subgroup is a work-group: one invocation for each
	// candidate of a city.
	emulatedSubgroupSize = 32
	// maxEmulatedGroup bounds the work-group then. In larger ones, invocations wait longer for each other.
	maxEmulatedGroup = 256
	// emulationWords is the shared memory that shaders/include/subgroup.glsl uses in place of subgroup operations.
	emulationWords = 2*maxEmulatedGroup + 3
)

// WithoutSubgroups returns the limits for shaders without subgroup operations. In these a subgroup is a whole work-group.
func (l Limits) WithoutSubgroups() Limits {
	l.NoSubgroups = true
	l.SubgroupSize, l.MinSubgroupSize = emulatedSubgroupSize, emulatedSubgroupSize
	l.GroupSize = min(l.GroupSize, maxEmulatedGroup)
	l.SharedBytes -= min(l.SharedBytes, 4*emulationWords)
	return l
}

// Subgroups returns the least number of subgroups in a work-group of that many invocations.
func (l Limits) Subgroups(group uint32) uint32 {
	if l.NoSubgroups {
		return 1
	}
	return group / l.SubgroupSize
}

// ChooseShaders replaces shaders that the limits do not allow by variants with the same interface and results.
func (l Limits) ChooseShaders(passes []Pass) {
	for i := range passes {
		if other := passes[i].Shader.NoSubgroups; l.NoSubgroups && other != nil {
			passes[i].Shader = other
		}
	}
}
