package vk

import "context"

// Options of an instance.
type Options struct {
	// Validate enables the Khronos validation layer with synchronization validation. Each message becomes an error of the operation
	// that caused it, or of the next that fails or waits. Messages belong to the instance: if several of its devices are used
	// concurrently, a message may become an error of another device's operation. Open an instance for each device to tell them
	// apart. Validation makes a run two to four times as long.
	Validate bool
	// Limits, if not nil, lower the limits of every device. What exceeds them fails as on a device with these limits.
	Limits *Limits
}

// DeviceOptions of OpenDevice.
type DeviceOptions struct {
	// CacheDir is the directory of the pipeline cache files; "" is aco-vk in the user's cache directory. If it cannot be written,
	// pipelines are compiled again each time.
	CacheDir string
	Faults   []Fault // injected, for tests
	// Trace, if not nil, is called before each call in which drivers crash, hang or allocate: those that Fault.Call lists. The operation is
	// named as in errors.
	Trace func(call, operation string)
	// OneByOne makes NewPipelines make one pipeline at a time, so that the last call of Trace tells in which one a driver crashes.
	OneByOne bool
	// Rewrite, if not nil, returns the module that is compiled for a pipeline in place of its own.
	Rewrite func(PipelineSpec) []byte
	// Check, if not nil, is called by [Device.CheckPipelines].
	Check func(ctx context.Context, d *Device, pipelines []PipelineSpec) error
}
