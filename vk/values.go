package vk

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/internal/timeline"
)

// Placement is the kind of memory of a buffer.
type Placement int

const (
	// DeviceLocal is the device's own memory, for buffers of shaders. Where it is full, host
	// memory is used.
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

// Key identifies what a driver compiles: equal pipelines have equal keys, whatever their names.
func (s *PipelineSpec) Key() [sha256.Size]byte {
	h := sha256.New()
	fmt.Fprintf(h, "%d %d %d %t %d\n", s.Bindings, s.PushBytes, s.SubgroupSize, s.FullSubgroups, s.Constants)
	h.Write(s.SPIRV)
	return [sha256.Size]byte(h.Sum(nil))
}

// Statistic is a statistic of a compiled pipeline, such as registers, spills or instructions. The
// driver chooses the names. All drivers have StatisticSubgroupSize.
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

// HangTimeout is how long Finish waits before it treats the device as hung. It is far longer than
// a submission is planned to take, and than the two seconds after which desktop systems reset a
// device.
const HangTimeout = time.Minute

// Options of an instance.
type Options struct {
	// Validate enables the Khronos validation layer with synchronization validation. Each message
	// becomes an error of the operation that caused it, or of the next that fails or waits.
	// Messages belong to the instance: if several of its devices are used concurrently, a message
	// may become an error of another device's operation. Open an instance for each device to tell
	// them apart. Validation makes a run two to four times as long.
	Validate bool
	// Limits, if not nil, lower the limits of every device. What exceeds them fails as on a device
	// with these limits.
	Limits *Limits
	// Timeline records how long opening takes, of the instance and of its devices; nil: not.
	Timeline *timeline.Timeline
}

// DeviceOptions of OpenDevice.
type DeviceOptions struct {
	// CacheDir is the directory of the pipeline cache files; "" is aco-vk in the user's cache
	// directory. If it cannot be written, pipelines are compiled again each time.
	CacheDir string
	NoCache  bool    // no cache file is read or written
	Faults   []Fault // injected, for tests
	// Trace, if not nil, is called before each call where drivers crash, hang or allocate:
	// those that Fault.Call lists. The operation is named as in errors.
	Trace func(call, operation string)
	// OneByOne makes NewPipelines make one pipeline at a time, so that the last call of Trace
	// tells which one crashes the driver.
	OneByOne bool
	// Rewrite, if not nil, returns the module that is compiled for a pipeline in place of its own.
	Rewrite func(PipelineSpec) []byte
	// Before, if not nil, makes OpenDevice return at once. In the background it calls Before and,
	// unless that returns an error, opens the device. Info does not wait for this, and
	// CheckPipelines waits for Before only. Other calls wait, and have an *OpeningError if the
	// device could not be opened.
	Before func() error
	// Check, if not nil, is called by [Device.CheckPipelines].
	Check func(ctx context.Context, d *Device, pipelines []PipelineSpec) error
}

// Fault makes calls of a Vulkan function fail, or a device compute wrong results. It is for tests
// of callers of this package.
type Fault struct {
	// Call is vkAllocateMemory, vkMapMemory, vkCreatePipelineCache, vkCreateComputePipelines,
	// vkQueueSubmit or vkWaitForFences. If it is "", no call fails: Corrupt changes the results at
	// the end of a submission.
	Call      string
	Operation string // matches operations that contain it, as errors name them; "" matches all
	After     int    // number of matching calls that succeed first
	Times     int    // number of matching calls that fail then; 0: all
	Result    Result // of the failing calls; Timeout of vkWaitForFences makes a submission never end
	Buffer    string // name of the buffer for Corrupt; the submission must use it, and it must be mapped
	Corrupt   func(words []uint32)
}
