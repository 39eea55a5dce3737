package stages

import "github.com/aco-vk/aco-vk/pipeline"

// UsedBuffers returns those of the buffers that the shaders of the passes use.
func UsedBuffers(buffers []pipeline.Buffer, passes []pipeline.Pass) []pipeline.Buffer {
	named := map[string]bool{}
	for _, pass := range passes {
		for _, binding := range pass.Shader.Bindings {
			named[binding.Name] = true
		}
	}
	var used []pipeline.Buffer
	for _, buffer := range buffers {
		if named[buffer.Name] {
			used = append(used, buffer)
		}
	}
	return used
}
