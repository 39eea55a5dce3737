package vk

import "time"

// Placement is the kind of memory of a buffer.
type Placement int

const (
	// DeviceLocal is the device's own memory, for buffers of shaders. Where it is full, host memory is used.
	DeviceLocal Placement = iota
	// HostRead is memory that the device writes and the host reads through Buffer.Mapped.
	HostRead
)

// Scope says who accesses a buffer.
type Scope int

const (
	Compute  Scope = iota // dispatches
	Transfer              // copies
	Host                  // the host, after Wait
)

// Constant gives a specialization constant of 32 bits its value.
type Constant struct{ ID, Value uint32 }

// PipelineSpec describes a compute pipeline.
type PipelineSpec struct {
	Name          string
	SPIRV         []byte     // for Vulkan 1.1, entry point "main"
	Bindings      uint32     // storage buffers of descriptor set 0, at bindings 0 to Bindings-1
	PushBytes     uint32     // of push constants, a multiple of 4
	Constants     []Constant // the others keep the defaults of the shader
	SubgroupSize  uint32     // required size, with Info.SubgroupSizeControl; 0: the driver chooses
	FullSubgroups bool       // require full subgroups, with Info.FullSubgroups
	Statistics    bool       // for Pipeline.Statistics, with Info.ExecutableStatistics; the pipeline is compiled without the cache
}

// Statistic is a statistic of a compiled pipeline, such as registers, spills or instructions. The driver chooses the names. All drivers
// have StatisticSubgroupSize.
type Statistic struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// StatisticSubgroupSize is the name of the statistic for the subgroup size of a pipeline.
const StatisticSubgroupSize = "Subgroup size"

// Usage counts the open objects of a device.
type Usage struct {
	Handles int    // buffers, pipelines, command buffers
	Bytes   uint64 // allocated memory
}

// HangTimeout is how long Finish waits before it treats the device as hung. It is far longer than a submission is planned to take, and
// than the two seconds after which desktop systems reset a device.
const HangTimeout = time.Minute
