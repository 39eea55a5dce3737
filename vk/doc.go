// Package vk runs compute shaders on Vulkan devices. It is a thin, safe layer over vulkan-go
// (https://github.com/vulkan-go/vulkan), and the only package of the project that imports it or
// uses cgo.
//
//	instance, err := vk.Open(vk.Options{})
//	defer instance.Close()
//	device, err := instance.OpenDevice(0, vk.DeviceOptions{})
//	defer device.Close()
//	buffer, err := device.NewBuffer("words", 4096, vk.DeviceLocal)
//	pipeline, err := device.NewPipeline(vk.PipelineSpec{Name: "double", SPIRV: code, Bindings: 1})
//	set, err := pipeline.Bind([]*vk.Buffer{buffer})
//	commands, err := device.NewCommandBuffer("double", 0)
//	err = commands.Begin()
//	commands.Dispatch(set, nil, [3]uint32{16, 1, 1})
//	err = commands.Run()
//	err = device.Download(buffer, 0, result)
//
// Whoever opens or creates an object closes it. Closing a parent closes its children and reports
// them as leaks.
//
// This package knows no shader, no algorithm and no unit but the byte. Within a command buffer the
// caller orders memory accesses with [CommandBuffer.Barrier]. Between submissions, and between
// submissions and transfers, this package orders them.
//
// Nothing panics or prints. Nil and closed handles, wrong sizes and features that a device lacks
// are errors before Vulkan is called, because drivers need not check them. An error of Vulkan is
// an *[Error] with the VkResult.
//
// A device can be opened in the background ([DeviceOptions].Before).
//
// Concurrency: one instance may open several devices concurrently, also the same physical device
// more than once. One goroutine at a time uses a [Device] and everything created from it.
// Different devices may be used and closed concurrently, whether they come from one instance or
// several. With validation on, devices of one instance share its messages (see [Options]).
//
// Vulkan 1.1 is required. Newer features of a device are in its [Info], and enabled where this
// package uses them.
//
// Shaders must stay within their buffers. On devices with VK_EXT_pipeline_robustness, pipelines do
// not compare indices with the sizes of buffers: these comparisons take up to 5% of the time on
// Nvidia's devices. So a device that computes wrong indices can be lost.
//
// The C files (shim.h lists them) make the calls that vulkan-go lacks or cannot make safely.
//
// Names, limits and rules are those of the Vulkan specification,
// https://registry.khronos.org/vulkan/specs/1.3-extensions/html/.
package vk
