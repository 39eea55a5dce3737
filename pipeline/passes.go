package pipeline

import (
	"slices"

	"github.com/aco-vk/aco-vk/shaders"
)

// SetConstants sets specialization constants in the passes whose shaders have all of them. It reports whether there are such passes.
func SetConstants(passes []Pass, values map[string]uint32) (found bool) {
	for _, pass := range passes {
		if !hasConstants(pass.Shader, values) {
			continue
		}
		found = true
		for name, value := range values {
			pass.Constants[name] = value
		}
	}
	return found
}

func hasConstants(shader *shaders.Shader, values map[string]uint32) bool {
	for name := range values {
		if !slices.ContainsFunc(shader.Constants, func(c shaders.Constant) bool { return c.Name == name }) {
			return false
		}
	}
	return true
}

// UsedBuffers returns the buffers that the shaders of the passes use.
func UsedBuffers(buffers []Buffer, passes []Pass) []Buffer {
	named := map[string]bool{}
	for _, pass := range passes {
		for _, binding := range pass.Shader.Bindings {
			named[binding.Name] = true
		}
	}
	var used []Buffer
	for _, buffer := range buffers {
		if named[buffer.Name] {
			used = append(used, buffer)
		}
	}
	return used
}
