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
	"strings"
)

// Limits are those of another device, for a device to be taken for: with Options.Limits every device of an instance has at the
// most what they allow. What they do not say is unlimited. Of a row's Info the limits and abilities count, and the name; not its
// type, driver and version, which stay those of the device that computes.
type Limits struct {
	Info
	Source string `json:"source,omitempty"` // where the figures were published
}

// unlimited takes nothing away from any device.
func unlimited() Limits {
	most := [3]uint32{math.MaxUint32, math.MaxUint32, math.MaxUint32}
	return Limits{Info: Info{
		SubgroupSizeControl: true, FullSubgroups: true,
		MaxWorkgroupInvocations: math.MaxUint32, MaxWorkgroupSubgroups: math.MaxUint32, MaxWorkgroupSize: most, MaxWorkgroupCount: most,
		SharedMemoryBytes: math.MaxUint32, StorageRangeBytes: math.MaxUint64, StorageBuffers: math.MaxUint32, StorageAlignment: 1,
		PushConstantBytes: math.MaxUint32, MaxAllocationBytes: math.MaxUint64, UnifiedMemory: true, TimestampBits: 64,
		Int16: true, Storage16: true, Int64: true, Int64Atomics: true, FloatAtomics: true, PushDescriptors: true, ExecutableStatistics: true,
	}}
}

// mostLimitsBytes bounds a row's file; a device takes some 2 KB.
const maxLimitsBytes = 1 << 16

// LoadLimits reads the row of a file; see ParseLimits.
func LoadLimits(name string) (*Limits, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("limits: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxLimitsBytes+1))
	if err != nil {
		return nil, fmt.Errorf("limits: %w", err)
	}
	l, err := ParseLimits(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// ParseLimits reads a row: a JSON object with fields of Info, or a list of one such, as aco-vk devices --json prints it. Fields
// that Info does not have, and values that no device has, are refused.
func ParseLimits(text []byte) (*Limits, error) {
	if len(text) > maxLimitsBytes {
		return nil, fmt.Errorf("limits: more than %d bytes", maxLimitsBytes)
	}
	row := struct {
		Limits
		Usable bool   `json:"usable"` // of aco-vk devices; what it says follows from the others
		WhyNot string `json:"why_not"`
	}{Limits: unlimited()}
	if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] == '[' {
		var list []json.RawMessage
		if err := json.Unmarshal(trimmed, &list); err != nil {
			return nil, fmt.Errorf("limits: %w", err)
		}
		if len(list) != 1 {
			return nil, fmt.Errorf("limits: a list of %d devices; leave one of them", len(list))
		}
		text = list[0]
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&row); err != nil {
		return nil, fmt.Errorf("limits: %w", explainJSON(err))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("limits: something follows the device")
	}
	if why := row.invalid(); why != "" {
		return nil, fmt.Errorf("limits: %s", why)
	}
	return &row.Limits, nil
}

// plainly says in words of the file why JSON could not be read.
func explainJSON(err error) error {
	var (
		kind   *json.UnmarshalTypeError
		syntax *json.SyntaxError
	)
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file is cut off")
	case errors.As(err, &syntax):
		return fmt.Errorf("no JSON at byte %d: %w", syntax.Offset, err)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("a device is an object, not a %s", kind.Value)
	case errors.As(err, &kind):
		field := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:]
		return fmt.Errorf("%s has a value that it cannot have: %s", field, kind.Value)
	}
	return err
}

// absurd says what of the limits no device has, "" if nothing.
func (l *Limits) invalid() string {
	for _, field := range []struct {
		name  string
		value uint64
	}{
		{"max_workgroup_invocations", uint64(l.MaxWorkgroupInvocations)}, {"shared_memory_bytes", uint64(l.SharedMemoryBytes)},
		{"max_workgroup_size", uint64(slices.Min(l.MaxWorkgroupSize[:]))}, {"max_workgroup_count", uint64(slices.Min(l.MaxWorkgroupCount[:]))},
		{"storage_range_bytes", l.StorageRangeBytes}, {"storage_buffers", uint64(l.StorageBuffers)},
		{"push_constant_bytes", uint64(l.PushConstantBytes)}, {"max_allocation_bytes", l.MaxAllocationBytes},
	} {
		if field.value == 0 {
			return field.name + " of 0"
		}
	}
	if bits.OnesCount64(l.StorageAlignment) != 1 || l.StorageAlignment > maxAlignment {
		return fmt.Sprintf("storage_alignment %d is not a power of two up to %d", l.StorageAlignment, maxAlignment)
	}
	if l.TimestampBits > 64 {
		return fmt.Sprintf("timestamp_bits %d of 64", l.TimestampBits)
	}
	for _, name := range l.SubgroupOperations {
		if !slices.Contains(subgroupOperations[:], name) {
			return fmt.Sprintf("subgroup_operations has %q; there are %v", name, subgroupOperations)
		}
	}
	for _, heap := range l.Heaps {
		if heap.Bytes == 0 {
			return "a heap of 0 bytes"
		}
	}
	return l.invalidSubgroups()
}

// mostAlignment is far above any device's, and what a block of memory still has room for.
const maxAlignment = 1 << 20

func (l *Limits) invalidSubgroups() string {
	least, size, most := l.SubgroupSizeMin, l.SubgroupSize, l.SubgroupSizeMax
	for _, n := range []uint32{least, size, most} {
		if n != 0 && bits.OnesCount32(n) != 1 || n > maxSubgroupSize {
			return fmt.Sprintf("subgroups of %d; there are powers of two up to %d", n, maxSubgroupSize)
		}
	}
	if size != 0 && (least > size || most != 0 && most < size) || most != 0 && least > most {
		return fmt.Sprintf("subgroups of %d, from %d to %d", size, least, most)
	}
	return ""
}

// largestSubgroup is the largest that the specification allows.
const maxSubgroupSize = 128
