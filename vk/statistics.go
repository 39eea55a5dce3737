package vk

// #include "shim.h"
import "C"

// Statistic is something that a driver's compiler says of a pipeline: registers, spills, instructions, in the driver's
// own words, and on every driver StatisticSubgroupSize.
type Statistic struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// StatisticSubgroupSize is the name of the size of the subgroups that a pipeline runs in.
const StatisticSubgroupSize = "Subgroup size"

// mostStatistics is twice as many as any driver has been seen to give.
const maxStatistics = 64

// Statistics returns what the driver says of the pipeline; nil where it was not made for that.
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
