package vk

// #include "shim.h"
import "C"

// maxStatistics is twice as many as any known driver returns.
const maxStatistics = 64

// Statistics returns the driver's statistics of the pipeline; nil unless PipelineSpec.Statistics was set.
func (p *Pipeline) Statistics() []Statistic {
	if p.closed() || !p.hasStatistics() {
		return nil
	}
	var raw [maxStatistics]C.avk_statistic
	n := C.avk_statistics(p.d.functions, convert[C.VkPipeline](p.handle), &raw[0], maxStatistics)
	var all []Statistic
	for i := range raw[:n] {
		all = append(all, Statistic{Name: C.GoString(&raw[i].name[0]), Value: float64(raw[i].value)})
	}
	return all
}

func (p *Pipeline) hasStatistics() bool {
	return p.spec.Statistics && p.d.physical.info.ExecutableStatistics
}
