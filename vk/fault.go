package vk

// Fault makes calls of a Vulkan function fail, or a device compute wrong results. It is for tests of callers of this package.
type Fault struct {
	// Call is vkAllocateMemory, vkMapMemory, vkCreatePipelineCache, vkCreateComputePipelines, vkQueueSubmit or vkWaitForFences.
	// If it is "", no call fails: Corrupt changes the results at the end of a submission.
	Call      string
	Operation string // matches operations that contain it, as errors name them; "" matches all
	After     int    // number of matching calls that succeed first
	Times     int    // number of matching calls that fail then; 0: all
	Result    Result // of the failing calls; Timeout of vkWaitForFences makes a submission never end
	Buffer    string // name of the buffer for Corrupt; the submission must use it, and it must be mapped
	Corrupt   func(words []uint32)
}
