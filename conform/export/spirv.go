package export

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// The numbers of the SPIR-V specification, sections 3.20, 3.31 and 3.52.
const (
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
	all, err := reflect.Words(m.SPIRV)
	if err != nil {
		return nil, fmt.Errorf("export module %s: %w", m.Name, err)
	}
	values := map[uint32]uint32{} // by id of the constant's result
	for op, instruction := range reflect.Instructions(all) {
		m.setDefault(op, instruction, values)
	}
	return all, nil
}

// setDefault notes the values of decorated constants, and changes the instructions that define
// them.
func (m *Module) setDefault(op uint32, instruction []uint32, values map[uint32]uint32) {
	switch {
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
