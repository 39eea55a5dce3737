package vk

import (
	"fmt"
	"slices"
)

// Info describes a device: identity, limits and features. It is read when the instance is opened
// and does not change. Heap budgets are a snapshot.
type Info struct {
	Index         int    `json:"index"` // position in Instance.Devices
	Name          string `json:"name"`
	Vendor        string `json:"vendor"` // by VendorID; "unknown" for other vendors
	VendorID      uint32 `json:"vendor_id"`
	DeviceID      uint32 `json:"device_id"`
	Type          string `json:"type"` // "discrete", "integrated", "virtual", "cpu" or "other"
	UUID          string `json:"uuid"` // in hexadecimal; the same in every process
	DriverName    string `json:"driver_name"`
	DriverVersion string `json:"driver_version"` // as the vendor writes it
	DriverID      uint32 `json:"driver_id"`      // VkDriverId; 0 if unknown
	APIVersion    string `json:"api_version"`
	Emulates      string `json:"emulates,omitempty"` // name of Options.Limits; "" without

	SubgroupSize        uint32   `json:"subgroup_size"`
	SubgroupSizeMin     uint32   `json:"subgroup_size_min"`
	SubgroupSizeMax     uint32   `json:"subgroup_size_max"`
	SubgroupSizeControl bool     `json:"subgroup_size_control"` // PipelineSpec.SubgroupSize may be required
	FullSubgroups       bool     `json:"full_subgroups"`        // PipelineSpec.FullSubgroups may be required
	SubgroupOperations  []string `json:"subgroup_operations"`   // in compute: "basic", "vote", "arithmetic", "ballot", ...

	MaxWorkgroupInvocations uint32    `json:"max_workgroup_invocations"`
	MaxWorkgroupSubgroups   uint32    `json:"max_workgroup_subgroups"` // with a required size; 0 without size control
	MaxWorkgroupSize        [3]uint32 `json:"max_workgroup_size"`
	MaxWorkgroupCount       [3]uint32 `json:"max_workgroup_count"`
	SharedMemoryBytes       uint32    `json:"shared_memory_bytes"`
	StorageRangeBytes       uint64    `json:"storage_range_bytes"` // the largest buffer that can be bound
	StorageBuffers          uint32    `json:"storage_buffers"`     // that one pipeline can bind
	StorageAlignment        uint64    `json:"storage_alignment"`
	PushConstantBytes       uint32    `json:"push_constant_bytes"`
	MaxAllocationBytes      uint64    `json:"max_allocation_bytes"` // the largest buffer
	Heaps                   []Heap    `json:"heaps"`
	UnifiedMemory           bool      `json:"unified_memory"` // the host can map the largest device-local heap

	TimestampPeriodNS float64 `json:"timestamp_period_ns"`
	TimestampBits     uint32  `json:"timestamp_bits"` // of the queue family in use; 0: no timestamps
	QueueFamily       uint32  `json:"queue_family"`
	ComputeOnlyQueue  bool    `json:"compute_only_queue"` // the queue family in use has no graphics

	Int16                bool `json:"int16"`         // in arithmetic
	Storage16            bool `json:"storage16"`     // in storage buffers
	Int64                bool `json:"int64"`         // in arithmetic
	Int64Atomics         bool `json:"int64_atomics"` // in storage buffers
	FloatAtomics         bool `json:"float_atomics"` // addition of 32 bits in storage buffers
	PushDescriptors      bool `json:"push_descriptors"`
	ExecutableStatistics bool `json:"executable_statistics"` // for Pipeline.Statistics
}

// clone copies the description with its slices.
func (i Info) clone() Info {
	i.SubgroupOperations = slices.Clone(i.SubgroupOperations)
	i.Heaps = slices.Clone(i.Heaps)
	return i
}

// Heap is a pool of memory.
type Heap struct {
	Bytes       uint64 `json:"bytes"`
	DeviceLocal bool   `json:"device_local"`
	BudgetBytes uint64 `json:"budget_bytes,omitempty"` // for this process; 0 if unknown
}

// minStorageRange is required of every Vulkan device (Vulkan 1.1, table "Required Limits").
const minStorageRange = 1 << 27

// minSubgroupSize is the smallest subgroup that shaders support. It determines the size of their
// arrays with a word for each subgroup.
const minSubgroupSize = 4

// SubgroupClasses are the classes of subgroup operations that shaders need.
var SubgroupClasses = []string{"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative"}

// Unusable returns why this package cannot open the device, or "".
func (i *Info) Unusable() string {
	var major, minor int
	if _, err := fmt.Sscanf(i.APIVersion, "%d.%d", &major, &minor); err != nil || major < 1 || major == 1 && minor < 1 {
		return fmt.Sprintf("Vulkan 1.1 is required, the driver has %q: update it", i.APIVersion)
	}
	if i.MaxWorkgroupInvocations == 0 || i.MaxWorkgroupCount[0] == 0 {
		return "it has no compute queue"
	}
	if i.StorageRangeBytes < minStorageRange {
		return fmt.Sprintf("storage buffers have at most %d bytes, %d are required", i.StorageRangeBytes,
			minStorageRange)
	}
	return ""
}

// HasSubgroups reports whether the device has all subgroup operations that shaders need, in
// subgroups that are large enough. There are shaders without subgroup operations for other
// devices.
func (i *Info) HasSubgroups() bool {
	for _, class := range SubgroupClasses {
		if !i.HasSubgroupOperation(class) {
			return false
		}
	}
	return i.SubgroupSizeMin >= minSubgroupSize
}

// HasSubgroupOperation reports whether compute shaders have a class of subgroup operations, such
// as "basic"; see SubgroupOperations.
func (i *Info) HasSubgroupOperation(name string) bool {
	return slices.Contains(i.SubgroupOperations, name)
}

// Drivers that run on the processor, as Info.DriverID has them (VkDriverId).
const (
	DriverSwiftShader = 10
	DriverLLVMpipe    = 13 // of Mesa; its Vulkan driver is also called lavapipe
)

// IsSoftware reports whether the device's driver runs shaders on the processor.
func (i *Info) IsSoftware() bool {
	return i.Type == "cpu" || i.DriverID == DriverSwiftShader || i.DriverID == DriverLLVMpipe
}

var vendors = map[uint32]string{
	0x1002:  "AMD",
	0x1010:  "Imagination",
	0x106B:  "Apple",
	0x10DE:  "NVIDIA",
	0x13B5:  "Arm",
	0x14E4:  "Broadcom",
	0x1AE0:  "Google",
	0x5143:  "Qualcomm",
	0x8086:  "Intel",
	0x10005: "Mesa",
}

func vendorName(id uint32) string {
	if name, ok := vendors[id]; ok {
		return name
	}
	return "unknown"
}

var deviceTypes = [...]string{"other", "integrated", "discrete", "virtual", "cpu"} // VkPhysicalDeviceType

func deviceType(t uint32) string {
	if int(t) < len(deviceTypes) {
		return deviceTypes[t]
	}
	return "other"
}

var subgroupOperations = [...]string{ // VkSubgroupFeatureFlagBits from bit 0 on
	"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative", "clustered", "quad"}

func operationNames(bits uint32) []string {
	names := []string{}
	for i, name := range subgroupOperations {
		if bits>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return names
}

func versionString(v uint32) string { return fmt.Sprintf("%d.%d.%d", v>>22, v>>12&0x3ff, v&0xfff) }

// driverVersion formats a driver's version number as its vendor does.
func driverVersion(vendor, v uint32) string {
	const nvidia = 0x10DE
	if vendor == nvidia {
		return fmt.Sprintf("%d.%d.%d.%d", v>>22, v>>14&0xff, v>>6&0xff, v&0x3f)
	}
	return versionString(v)
}
