package vk

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"encoding/hex"
	"math"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// physical is a physical device: its public Info, and what only this package needs.
type physical struct {
	handle        vulkan.PhysicalDevice
	info          Info
	query         C.avk_query
	apiVersion    uint32
	driverVersion uint32
	cacheUUID     [16]byte
	atomBytes     uint64 // nonCoherentAtomSize
	memoryTypes   []memoryType
	features      vulkan.PhysicalDeviceFeatures
	staged        bool // copy through the staging buffer, even where device-local memory is mapped
}

// examine reads a device's properties. Of a device with Vulkan 1.0 only, it reads the core
// properties.
func (in *Instance) examine(index int, handle vulkan.PhysicalDevice) (physical, error) {
	var props vulkan.PhysicalDeviceProperties
	vulkan.GetPhysicalDeviceProperties(handle, &props)
	props.Deref()
	props.Limits.Deref()
	defer props.Free()
	p := physical{
		handle:        handle,
		apiVersion:    props.ApiVersion,
		driverVersion: props.DriverVersion,
		cacheUUID:     props.PipelineCacheUUID,
		atomBytes:     max(1, uint64(props.Limits.NonCoherentAtomSize)),
		info: Info{
			Index:         index,
			Name:          vulkan.ToString(props.DeviceName[:]),
			Vendor:        vendorName(props.VendorID),
			VendorID:      props.VendorID,
			DeviceID:      props.DeviceID,
			Type:          deviceType(uint32(props.DeviceType)),
			DriverVersion: driverVersion(props.VendorID, props.DriverVersion),
			APIVersion:    versionString(props.ApiVersion),

			SharedMemoryBytes: props.Limits.MaxComputeSharedMemorySize,
			StorageRangeBytes: uint64(props.Limits.MaxStorageBufferRange),
			StorageBuffers:    props.Limits.MaxPerStageDescriptorStorageBuffers,
			StorageAlignment:  uint64(props.Limits.MinStorageBufferOffsetAlignment),
			PushConstantBytes: props.Limits.MaxPushConstantsSize,
			TimestampPeriodNS: float64(props.Limits.TimestampPeriod),
		},
	}
	p.readMemory()
	if props.ApiVersion < minimumVersion {
		return p, nil
	}
	r := C.avk_query_device(in.functions, convert[C.VkPhysicalDevice](handle), C.uint32_t(props.ApiVersion), &p.query)
	if err := check("examine device "+p.info.Name, vulkan.Result(r)); err != nil {
		return p, err
	}
	if p.query.queueFamilies > 0 { // otherwise the limits stay 0: nothing can be dispatched
		p.info.MaxWorkgroupInvocations = props.Limits.MaxComputeWorkGroupInvocations
		p.info.MaxWorkgroupSize = props.Limits.MaxComputeWorkGroupSize
		p.info.MaxWorkgroupCount = props.Limits.MaxComputeWorkGroupCount
	}
	p.readQuery()
	p.readFeatures()
	return p, nil
}

// maxAllocationBytes is more than any device's memory, and small enough that sizes can be rounded
// up.
const maxAllocationBytes = 1 << 50

// readQuery copies the properties beyond Vulkan 1.0.
func (p *physical) readQuery() {
	q, i := &p.query, &p.info
	uuid := convert[[16]byte](q.deviceUUID)
	i.UUID = hex.EncodeToString(uuid[:])
	i.DriverID = uint32(q.driverID)
	i.DriverName = C.GoString(&q.driverName[0])
	if text := C.GoString(&q.driverInfo[0]); text != "" {
		i.DriverVersion = text
	}
	i.MaxAllocationBytes = min(uint64(q.maxAllocation), maxAllocationBytes)
	i.SubgroupSize = uint32(q.subgroupSize)
	i.SubgroupSizeMin, i.SubgroupSizeMax = i.SubgroupSize, i.SubgroupSize
	if q.sizeControl != 0 {
		i.SubgroupSizeMin, i.SubgroupSizeMax = uint32(q.subgroupMin), uint32(q.subgroupMax)
		i.MaxWorkgroupSubgroups = uint32(q.maxWorkgroupSubgroups)
		i.SubgroupSizeControl = q.requiredSizeStages&C.VK_SHADER_STAGE_COMPUTE_BIT != 0
	}
	i.FullSubgroups = q.fullSubgroups != 0
	i.SubgroupOperations = []string{}
	if q.subgroupStages&C.VK_SHADER_STAGE_COMPUTE_BIT != 0 {
		i.SubgroupOperations = operationNames(uint32(q.subgroupOperations))
	}
	for h := range i.Heaps {
		i.Heaps[h].BudgetBytes = uint64(q.heapBudget[h])
	}
	if period := i.TimestampPeriodNS; period > 0 &&
		!math.IsInf(period, 1) { // infinite from drivers that divide by zero
		i.TimestampBits = uint32(q.timestampBits)
	} else {
		i.TimestampPeriodNS = 0
	}
	i.QueueFamily = uint32(q.queueFamily)
	i.ComputeOnlyQueue = q.queueFlags&C.VK_QUEUE_GRAPHICS_BIT == 0 && q.queueFamilies > 0
	i.Storage16 = q.storage16 != 0
	i.Int64Atomics = q.int64Atomics != 0
	i.FloatAtomics = q.floatAtomics != 0
	i.PushDescriptors = q.hasPushDescriptor != 0
	i.ExecutableStatistics = q.executableInfo != 0
}

// readFeatures reads the core features that this package offers. Enabling others would cost speed
// on some devices.
func (p *physical) readFeatures() {
	var all vulkan.PhysicalDeviceFeatures
	vulkan.GetPhysicalDeviceFeatures(p.handle, &all)
	all.Deref()
	defer all.Free()
	p.features = vulkan.PhysicalDeviceFeatures{ShaderInt64: all.ShaderInt64, ShaderInt16: all.ShaderInt16}
	p.info.Int64 = all.ShaderInt64.B()
	p.info.Int16 = all.ShaderInt16.B()
}

func (p *physical) readMemory() {
	var props vulkan.PhysicalDeviceMemoryProperties
	vulkan.GetPhysicalDeviceMemoryProperties(p.handle, &props)
	props.Deref()
	defer props.Free()
	for i := range props.MemoryHeapCount {
		heap := props.MemoryHeaps[i]
		heap.Deref()
		p.info.Heaps = append(p.info.Heaps, Heap{
			Bytes:       uint64(heap.Size),
			DeviceLocal: heap.Flags&vulkan.MemoryHeapFlags(vulkan.MemoryHeapDeviceLocalBit) != 0,
		})
	}
	for i := range props.MemoryTypeCount {
		t := props.MemoryTypes[i]
		t.Deref()
		p.memoryTypes = append(p.memoryTypes, memoryType{heap: int(t.HeapIndex), flags: uint32(t.PropertyFlags)})
	}
	p.info.UnifiedMemory = unified(p.memoryTypes, p.info.Heaps)
}

// enabledExtensions returns the device's extensions whose features are used. Some are also core in
// its Vulkan version, which is allowed.
func (p *physical) enabledExtensions() []string {
	q := &p.query
	var names []string
	for _, e := range []struct {
		has  C.VkBool32
		name string
	}{
		{q.hasSizeControl, "VK_EXT_subgroup_size_control\x00"},
		{q.hasAtomicInt64, "VK_KHR_shader_atomic_int64\x00"},
		{q.hasAtomicFloat, "VK_EXT_shader_atomic_float\x00"},
		{q.hasExecutables, "VK_KHR_pipeline_executable_properties\x00"},
		{q.hasRobustness, "VK_EXT_pipeline_robustness\x00"},
		{q.hasPortabilitySubset, portabilitySubset}, // must be enabled if present
	} {
		if e.has != 0 {
			names = append(names, e.name)
		}
	}
	return names
}

// featureChain returns the pNext chain to create the device with, in C memory that the caller
// frees.
func (in *Instance) featureChain(p *physical) (chain, memory unsafe.Pointer) {
	memory = C.calloc(1, C.sizeof_avk_features)
	chain = C.avk_features_query(in.functions, convert[C.VkPhysicalDevice](p.handle), C.uint32_t(p.apiVersion),
		&p.query,
		(*C.avk_features)(memory))
	return chain, memory
}

// clamp applies limits to a device.
func (p *physical) clamp(l *Limits) {
	p.info = l.Apply(p.info)
	if !p.info.Int16 {
		p.features.ShaderInt16 = vulkan.False
	}
	if !p.info.Int64 {
		p.features.ShaderInt64 = vulkan.False
	}
	p.staged = !l.UnifiedMemory
}
