package export

import (
	"encoding/binary"
	"fmt"

	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// The numbers of the SPIR-V specification, sections 3.20, 3.31 and 3.52.
const (
	headerWords               = 5
	opSpecConstantTrue        = 48
	opSpecConstantFalse       = 49
	opSpecConstant            = 50
	opDecorate                = 71
	decorationSpecID          = 1
	capabilityGroupNonUniform = 61 // the first of eight classes, in the order of Vulkan's flags
	lastGroupNonUniform       = 68
)

// words returns the module's words. The defaults of its specialization constants are their values,
// so that it needs no others.
func (m *Module) words() ([]uint32, error) {
	if len(m.SPIRV)%4 != 0 || len(m.SPIRV) < 4*headerWords {
		return nil, fmt.Errorf("export module %s: %d bytes are not a SPIR-V module", m.Name, len(m.SPIRV))
	}
	all := make([]uint32, len(m.SPIRV)/4)
	for i := range all {
		all[i] = binary.LittleEndian.Uint32(m.SPIRV[4*i:])
	}
	values := map[uint32]uint32{} // by id of the constant's result
	for at := headerWords; at < len(all); {
		length := int(all[at] >> 16)
		if length == 0 || at+length > len(all) {
			return nil, fmt.Errorf("export module %s: the instruction at word %d is cut off", m.Name, at)
		}
		m.setDefault(all[at:at+length], values)
		at += length
	}
	return all, nil
}

// setDefault notes the values of decorated constants, and changes the instructions that define
// them.
func (m *Module) setDefault(instruction []uint32, values map[uint32]uint32) {
	switch op := instruction[0] & 0xFFFF; {
	case op == opDecorate && len(instruction) == 4 && instruction[2] == decorationSpecID:
		for _, c := range m.Constants {
			if c.ID == instruction[3] {
				values[instruction[1]] = c.Value
			}
		}
	case op == opSpecConstant && len(instruction) == 4:
		if value, given := values[instruction[2]]; given {
			instruction[3] = value
		}
	case op == opSpecConstantTrue || op == opSpecConstantFalse:
		if value, given := values[instruction[2]]; given && value != 0 {
			instruction[0] = instruction[0]&^0xFFFF | opSpecConstantTrue
		} else if given {
			instruction[0] = instruction[0]&^0xFFFF | opSpecConstantFalse
		}
	}
}

// operations returns the classes of subgroup operations that the module needs, as
// VkSubgroupFeatureFlags.
func (m *Module) operations() (flags uint32, err error) {
	needs, err := reflect.ReadNeeds(m.SPIRV, nil)
	if err != nil {
		return 0, fmt.Errorf("export module %s: %w", m.Name, err)
	}
	for _, capability := range needs.Capabilities {
		if capabilityGroupNonUniform <= capability && capability <= lastGroupNonUniform {
			flags |= 1 << (capability - capabilityGroupNonUniform)
		}
	}
	return flags, nil
}
