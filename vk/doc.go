// Package vk runs compute shaders on Vulkan devices: a thin, safe layer over vulkan-go
// (https://github.com/vulkan-go/vulkan), and the only package of the project that imports it or uses cgo.
//
// The way through it: [Open] an [Instance], choose from its [Info]s, open a [Device]; make [Buffer]s, compile a
// [Pipeline], bind the two to a [BindingSet]; record dispatches, barriers and copies in [CommandBuffer], submit them, wait,
// and read the results back. Whoever opens or makes something closes it; a parent that is closed closes its children and
// reports them as leaks.
//
// It leaves to others what is computed: it knows no shader, no algorithm and no unit but the byte. It also leaves the
// order of memory accesses inside a recording to its user ([CommandBuffer.Barrier]); between submissions, and between them
// and transfers, it takes care of it.
//
// Nothing panics or prints: nil and closed handles, wrong sizes and what a device cannot do are errors, found before
// Vulkan is asked, for drivers need not check. Vulkan's own errors are *[Error] with the VkResult.
//
// Concurrency: one instance may open several devices concurrently, also the same physical device more than once. One
// goroutine at a time uses a [Device] and everything created from it. Different devices may be used and closed
// concurrently, whether they come from one instance or several. With validation on, devices of one instance share its
// messages (see [Options]).
//
// Vulkan 1.1 is needed. What a device has beyond that is in its Info, and is switched on where this package offers it.
//
// The C files beside the Go files (shim.h says what is where) call what vulkan-go has not, or cannot call safely.
//
// Source of names, limits and rules: the Vulkan specification,
// https://registry.khronos.org/vulkan/specs/1.3-extensions/html/.
package vk
