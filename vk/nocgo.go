//go:build !cgo

package vk

import (
	"context"
	"slices"
	"time"
)

// Without cgo there is no Vulkan: Open returns ErrNoVulkan, and no object of the types below is
// ever in use. Their methods are here so that everything above this package compiles.

// Instance gives access to the Vulkan devices of the system.
type Instance struct{}

// Open returns ErrNoVulkan.
func Open(Options) (*Instance, error) { return nil, ErrNoVulkan }

// Devices returns none.
func (*Instance) Devices() []Info { return nil }

// Driver returns "".
func (*Instance) Driver(int) string { return "" }

// OpenDevice returns ErrNoVulkan.
func (*Instance) OpenDevice(int, DeviceOptions) (*Device, error) { return nil, ErrNoVulkan }

// Close does nothing.
func (*Instance) Close() error { return nil }

// Device is an open device with one queue.
type Device struct{ info Info }

// Describe returns a device that has this description and cannot be used.
func Describe(info Info) *Device { return &Device{info} }

// Described returns true.
func (*Device) Described() bool { return true }

// Info returns the description, an empty one of nil.
func (d *Device) Info() *Info {
	if d == nil {
		return &Info{}
	}
	info := d.info.clone()
	return &info
}

// Driver returns "".
func (*Device) Driver() string { return "" }

// CacheDir returns "".
func (*Device) CacheDir() string { return "" }

// IsOpening returns false.
func (*Device) IsOpening() bool { return false }

// Usage returns zeros.
func (*Device) Usage() Usage { return Usage{} }

// ShareCache calls work.
func (*Device) ShareCache(work func()) { work() }

// CheckPipelines returns ErrNoVulkan.
func (*Device) CheckPipelines(context.Context, []PipelineSpec) error { return ErrNoVulkan }

// NewBuffer returns ErrNoVulkan.
func (*Device) NewBuffer(string, uint64, Placement) (*Buffer, error) { return nil, ErrNoVulkan }

// NewPipeline returns ErrNoVulkan.
func (*Device) NewPipeline(PipelineSpec) (*Pipeline, error) { return nil, ErrNoVulkan }

// NewPipelines returns ErrNoVulkan for each.
func (*Device) NewPipelines(_ context.Context, all []PipelineSpec) ([]*Pipeline, []error) {
	return make([]*Pipeline, len(all)), slices.Repeat([]error{ErrNoVulkan}, len(all))
}

// Warm returns ErrNoVulkan.
func (*Device) Warm([]*Pipeline) error { return ErrNoVulkan }

// NewCommandBuffer returns ErrNoVulkan.
func (*Device) NewCommandBuffer(string, int) (*CommandBuffer, error) { return nil, ErrNoVulkan }

// Upload returns ErrNoVulkan.
func (*Device) Upload(*Buffer, uint64, []byte) error { return ErrNoVulkan }

// Download returns ErrNoVulkan.
func (*Device) Download(*Buffer, uint64, []byte) error { return ErrNoVulkan }

// Fill returns ErrNoVulkan.
func (*Device) Fill(*Buffer, uint32) error { return ErrNoVulkan }

// Close does nothing.
func (*Device) Close() error { return nil }

// WaitOpen does nothing.
func (*Device) WaitOpen(context.Context, time.Duration) {}

// Buffer is a storage buffer.
type Buffer struct{}

// Bytes returns 0.
func (*Buffer) Bytes() uint64 { return 0 }

// Mapped returns nil.
func (*Buffer) Mapped() []byte { return nil }

// Close does nothing.
func (*Buffer) Close() {}

// Pipeline is a compiled compute shader.
type Pipeline struct{}

// Bind returns ErrNoVulkan.
func (*Pipeline) Bind([]*Buffer) (*BindingSet, error) { return nil, ErrNoVulkan }

// Statistics returns nil.
func (*Pipeline) Statistics() []Statistic { return nil }

// Close does nothing.
func (*Pipeline) Close() {}

// BindingSet is a pipeline with buffers bound to it.
type BindingSet struct{}

// PipelineSpec returns the zero value.
func (*BindingSet) PipelineSpec() PipelineSpec { return PipelineSpec{} }

// Close does nothing.
func (*BindingSet) Close() {}

// CommandBuffer is a command buffer with a fence and timestamps.
type CommandBuffer struct{}

// Begin returns ErrNoVulkan.
func (*CommandBuffer) Begin() error { return ErrNoVulkan }

// Dispatch does nothing.
func (*CommandBuffer) Dispatch(*BindingSet, []uint32, [3]uint32) {}

// Copy does nothing.
func (*CommandBuffer) Copy(src, dst *Buffer, srcOffset, dstOffset, bytes uint64) {}

// Barrier does nothing.
func (*CommandBuffer) Barrier(buffers []*Buffer, from, to Scope) {}

// Timestamp does nothing.
func (*CommandBuffer) Timestamp() {}

// End returns ErrNoVulkan.
func (*CommandBuffer) End() error { return ErrNoVulkan }

// Submit returns ErrNoVulkan.
func (*CommandBuffer) Submit() error { return ErrNoVulkan }

// Wait returns ErrNoVulkan.
func (*CommandBuffer) Wait(time.Duration) (bool, error) { return false, ErrNoVulkan }

// Finish returns ErrNoVulkan.
func (*CommandBuffer) Finish() error { return ErrNoVulkan }

// Timestamps returns ErrNoVulkan.
func (*CommandBuffer) Timestamps() ([]time.Duration, error) { return nil, ErrNoVulkan }

// Close does nothing.
func (*CommandBuffer) Close() {}
