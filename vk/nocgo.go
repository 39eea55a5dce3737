//go:build !cgo

package vk

import (
	"context"
	"slices"
	"time"
)

// Without cgo there is no Vulkan: Open returns ErrNoVulkan, and no object of the types below is
// ever in use, but for devices of Describe. Their methods are here so that everything above this
// package compiles.
type (
	Instance      struct{}
	Device        struct{ info Info }
	Buffer        struct{}
	Pipeline      struct{}
	BindingSet    struct{}
	CommandBuffer struct{}
)

func Open(Options) (*Instance, error) { return nil, ErrNoVulkan }

func (*Instance) Devices() []Info                                { return nil }
func (*Instance) Driver(int) string                              { return "" }
func (*Instance) OpenDevice(int, DeviceOptions) (*Device, error) { return nil, ErrNoVulkan }
func (*Instance) Close() error                                   { return nil }

// Describe returns a device that has this description and cannot be used.
func Describe(info Info) *Device { return &Device{info} }

func (d *Device) Info() *Info {
	if d == nil {
		return &Info{}
	}
	info := d.info.clone()
	return &info
}

func (*Device) Driver() string                                       { return "" }
func (*Device) CacheDir() string                                     { return "" }
func (*Device) IsOpening() bool                                      { return false }
func (d *Device) Described() bool                                    { return d != nil }
func (*Device) Usage() Usage                                         { return Usage{} }
func (*Device) ShareCache(work func())                               { work() }
func (*Device) CheckPipelines(context.Context, []PipelineSpec) error { return ErrNoVulkan }
func (*Device) NewBuffer(string, uint64, Placement) (*Buffer, error) { return nil, ErrNoVulkan }
func (*Device) NewPipeline(PipelineSpec) (*Pipeline, error)          { return nil, ErrNoVulkan }
func (*Device) Warm([]*Pipeline) error                               { return ErrNoVulkan }
func (*Device) NewCommandBuffer(string, int) (*CommandBuffer, error) { return nil, ErrNoVulkan }
func (*Device) Upload(*Buffer, uint64, []byte) error                 { return ErrNoVulkan }
func (*Device) Download(*Buffer, uint64, []byte) error               { return ErrNoVulkan }
func (*Device) Fill(*Buffer, uint32) error                           { return ErrNoVulkan }
func (*Device) Close() error                                         { return nil }
func (*Device) WaitOpen(context.Context, time.Duration)              {}
func (*Device) NewPipelines(_ context.Context, all []PipelineSpec) ([]*Pipeline, []error) {
	return make([]*Pipeline, len(all)), slices.Repeat([]error{ErrNoVulkan}, len(all))
}

func (*Buffer) Bytes() uint64  { return 0 }
func (*Buffer) Mapped() []byte { return nil }
func (*Buffer) Close()         {}

func (*Pipeline) Bind([]*Buffer) (*BindingSet, error) { return nil, ErrNoVulkan }
func (*Pipeline) Statistics() []Statistic             { return nil }
func (*Pipeline) Close()                              {}

func (*BindingSet) PipelineSpec() PipelineSpec { return PipelineSpec{} }
func (*BindingSet) Close()                     {}

func (*CommandBuffer) Begin() error                                              { return ErrNoVulkan }
func (*CommandBuffer) Dispatch(*BindingSet, []uint32, [3]uint32)                 {}
func (*CommandBuffer) Copy(src, dst *Buffer, srcOffset, dstOffset, bytes uint64) {}
func (*CommandBuffer) Barrier(buffers []*Buffer, from, to Scope)                 {}
func (*CommandBuffer) Timestamp()                                                {}
func (*CommandBuffer) End() error                                                { return ErrNoVulkan }
func (*CommandBuffer) Submit() error                                             { return ErrNoVulkan }
func (*CommandBuffer) Wait(time.Duration) (bool, error)                          { return false, ErrNoVulkan }
func (*CommandBuffer) Finish() error                                             { return ErrNoVulkan }
func (*CommandBuffer) Timestamps() ([]time.Duration, error)                      { return nil, ErrNoVulkan }
func (*CommandBuffer) Run() error                                                { return ErrNoVulkan }
func (*CommandBuffer) Close()                                                    {}
