package vk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"slices"

	"github.com/aco-vk/aco-vk/internal/jsonerror"
)

// Limits lower the limits and features of devices to the properties of another device; see
// Options.Limits. Fields that are not given do not limit. Type, driver and version are ignored:
// Device.Info keeps the limits of the device that computes.
type Limits struct {
	Info
	Source string `json:"source,omitempty"` // where the figures were published
}

// unlimited returns limits that change no device.
func unlimited() Limits {
	unlimited := [3]uint32{math.MaxUint32, math.MaxUint32, math.MaxUint32}
	return Limits{Info: Info{
		SubgroupSizeControl: true, FullSubgroups: true,
		MaxWorkgroupInvocations: math.MaxUint32, MaxWorkgroupSubgroups: math.MaxUint32, MaxWorkgroupSize: unlimited,
		MaxWorkgroupCount: unlimited,
		SharedMemoryBytes: math.MaxUint32, StorageRangeBytes: math.MaxUint64, StorageBuffers: math.MaxUint32,
		StorageAlignment:  1,
		PushConstantBytes: math.MaxUint32, MaxAllocationBytes: math.MaxUint64, UnifiedMemory: true, TimestampBits: 64,
		Int16: true, Storage16: true, Int64: true, Int64Atomics: true, FloatAtomics: true, PushDescriptors: true,
		ExecutableStatistics: true,
	}}
}

// maxLimitsBytes bounds a file of limits. A device takes about 2 KB.
const maxLimitsBytes = 1 << 16

// LoadLimits reads limits from a file; see ParseLimits.
func LoadLimits(path string) (*Limits, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, &LimitsError{Err: err}
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxLimitsBytes+1))
	if err != nil {
		return nil, &LimitsError{Err: err}
	}
	l, err := parseLimits(text)
	if err != nil {
		return nil, &LimitsError{path, err}
	}
	return l, nil
}

// ParseLimits reads a JSON object with fields of Info, or a list of one object. Unknown fields are
// errors, and so are values that no device has. An error is a *LimitsError.
func ParseLimits(text []byte) (*Limits, error) {
	l, err := parseLimits(text)
	if err != nil {
		return nil, &LimitsError{Err: err}
	}
	return l, nil
}

// LimitsError is the error of limits that cannot be read.
type LimitsError struct {
	Path string // "" if they are not from a file, or if Err names it
	Err  error
}

func (e *LimitsError) Error() string {
	if e.Path != "" {
		return fmt.Sprintf("%s: limits: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("limits: %v", e.Err)
}

func (e *LimitsError) Unwrap() error { return e.Err }

func parseLimits(text []byte) (*Limits, error) {
	if len(text) > maxLimitsBytes {
		return nil, fmt.Errorf("more than %d bytes", maxLimitsBytes)
	}
	profile := struct {
		Limits
		Usable bool   `json:"usable"` // ignored, as why_not: printed lists of devices have them
		WhyNot string `json:"why_not"`
	}{Limits: unlimited()}
	if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] == '[' {
		var list []json.RawMessage
		if err := json.Unmarshal(trimmed, &list); err != nil {
			return nil, jsonerror.Explain(err, "")
		}
		if len(list) != 1 {
			return nil, fmt.Errorf("a list of %d devices: keep one of them", len(list))
		}
		text = list[0]
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&profile); err != nil {
		return nil, jsonerror.Explain(err, "")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("unexpected data after the device")
	}
	if why := profile.invalid(); why != "" {
		return nil, errors.New(why)
	}
	return &profile.Limits, nil
}

// invalid returns which of the limits no device has, or "".
func (l *Limits) invalid() string {
	for _, field := range []struct {
		name  string
		value uint64
	}{
		{"max_workgroup_invocations", uint64(l.MaxWorkgroupInvocations)},
		{"shared_memory_bytes", uint64(l.SharedMemoryBytes)},
		{"max_workgroup_size", uint64(slices.Min(l.MaxWorkgroupSize[:]))},
		{"max_workgroup_count", uint64(slices.Min(l.MaxWorkgroupCount[:]))},
		{"storage_range_bytes", l.StorageRangeBytes}, {"storage_buffers", uint64(l.StorageBuffers)},
		{"push_constant_bytes", uint64(l.PushConstantBytes)}, {"max_allocation_bytes", l.MaxAllocationBytes},
	} {
		if field.value == 0 {
			return field.name + " is 0"
		}
	}
	if bits.OnesCount64(l.StorageAlignment) != 1 || l.StorageAlignment > maxAlignment {
		return fmt.Sprintf("storage_alignment %d is not a power of two up to %d", l.StorageAlignment, maxAlignment)
	}
	if l.TimestampBits > 64 {
		return fmt.Sprintf("timestamp_bits %d is more than 64", l.TimestampBits)
	}
	for _, name := range l.SubgroupOperations {
		if !slices.Contains(subgroupOperations[:], name) {
			return fmt.Sprintf("subgroup_operations has %q, which is none of %v", name, subgroupOperations)
		}
	}
	for _, heap := range l.Heaps {
		if heap.Bytes == 0 {
			return "a heap has 0 bytes"
		}
	}
	return l.invalidSubgroups()
}

// maxAlignment is more than any device's, and still fits into a block of memory.
const maxAlignment = 1 << 20

func (l *Limits) invalidSubgroups() string {
	smallest, size, largest := l.SubgroupSizeMin, l.SubgroupSize, l.SubgroupSizeMax
	for _, n := range []uint32{smallest, size, largest} {
		if n != 0 && bits.OnesCount32(n) != 1 || n > maxSubgroupSize {
			return fmt.Sprintf("subgroup size %d is not a power of two up to %d", n, maxSubgroupSize)
		}
	}
	if size != 0 && (smallest > size || largest != 0 && largest < size) || largest != 0 && smallest > largest {
		return fmt.Sprintf("subgroup sizes contradict each other: size %d, from %d to %d", size, smallest, largest)
	}
	return ""
}

// maxSubgroupSize is the largest that the specification allows.
const maxSubgroupSize = 128
