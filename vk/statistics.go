package vk

// #include "shim.h"
import "C"

// Statistic is a statistic of a compiled pipeline, such as registers, spills or instructions. The driver chooses the names. All drivers
// have StatisticSubgroupSize.
type Statistic struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// StatisticSubgroupSize is the name of the statistic for the subgroup size of a pipeline.
const StatisticSubgroupSize = "Subgroup size"

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
