package vk

// #include "shim.h"
import "C"

import "github.com/vulkan-go/vulkan"

// Statistic is something that a driver's compiler says of a pipeline: registers, spills, instructions, in the driver's
// own words.
type Statistic struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// mostStatistics is twice as many as any driver has been seen to give.
const mostStatistics = 64

// Statistics compiles the pipeline once more and returns what the driver says of it; nil where Info has no
// ExecutableStatistics.
func (p *Pipeline) Statistics() []Statistic {
	if p.closed() || !p.d.physical.info.ExecutableStatistics {
		return nil
	}
	handle, err := p.compile("read pipeline statistics", true)
	if err != nil {
		return nil
	}
	defer vulkan.DestroyPipeline(p.d.handle, handle, nil)
	var raw [mostStatistics]C.avk_statistic
	n := C.avk_statistics(p.d.functions, convert[C.VkPipeline](handle), &raw[0], mostStatistics)
	var all []Statistic
	for i := range raw[:n] {
		all = append(all, Statistic{Name: C.GoString(&raw[i].name[0]), Value: float64(raw[i].value)})
	}
	return all
}
