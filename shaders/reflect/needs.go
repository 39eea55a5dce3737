package reflect

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Needs is what a module needs from a device, for given values of its specialization constants.
type Needs struct {
	Group [3]uint32 // invocations of a work-group along each axis
	// Shared memory of a work-group, each variable where the layout std430 puts it.
	SharedBytes  uint64
	Capabilities []uint32 // numbers of the SPIR-V specification, section 3.31
}

// Invocations returns the number of invocations of a work-group.
func (n Needs) Invocations() uint64 {
	return min(uint64(n.Group[0])*uint64(n.Group[1]), math.MaxUint32) * uint64(n.Group[2])
}

// wordBytes is the size of a word of shared memory.
const wordBytes = 4

// errFunctions ends the reading at the first function: all declarations precede it.
var errFunctions = errors.New("functions")

// extent is the size and alignment of a type in memory.
type extent struct{ bytes, align uint64 }

// needsReader has what ReadNeeds has read so far. In SPIR-V everything is declared before it is
// used.
type needsReader struct {
	given      map[uint32]uint32 // values by constant id
	specIDs    map[uint32]uint32
	values     map[uint32]uint32
	composites map[uint32][]uint32 // ids of the parts
	types      map[uint32]extent
	pointees   map[uint32]uint32
	sized      uint32 // id of the constant that is the work-group's size, 0 if none
	needs      Needs
}

// ReadNeeds reads what a module needs with specialization constants of these values, by their
// ids. Constants that are not named keep the shader's defaults.
func ReadNeeds(module []byte, constants map[uint32]uint32) (Needs, error) {
	r := needsReader{
		given: constants, specIDs: map[uint32]uint32{}, values: map[uint32]uint32{}, composites: map[uint32][]uint32{},
		types: map[uint32]extent{}, pointees: map[uint32]uint32{},
	}
	if err := read(module, r.instruction); err != nil && !errors.Is(err, errFunctions) {
		return Needs{}, err
	}
	if parts := r.composites[r.sized]; r.sized != 0 && len(parts) == 3 {
		for axis, id := range parts {
			r.needs.Group[axis] = r.values[id]
		}
	}
	slices.Sort(r.needs.Capabilities)
	return r.needs, nil
}

func (r *needsReader) instruction(op uint32, operands []uint32) error {
	switch op {
	case opFunction:
		return errFunctions
	case opCapability:
		r.needs.Capabilities = append(r.needs.Capabilities, operands[0])
	case opDecorate:
		switch {
		case operands[1] == decorationSpecID && len(operands) > 2:
			r.specIDs[operands[0]] = operands[2]
		case operands[1] == decorationBuiltIn && len(operands) > 2 && operands[2] == builtInWorkgroupSize:
			r.sized = operands[0]
		}
	case opExecutionMode:
		if operands[1] == modeLocalSize && len(operands) == 5 {
			copy(r.needs.Group[:], operands[2:])
		}
	case opExecutionModeID:
		if operands[1] == modeLocalSizeID && len(operands) == 5 {
			const own = math.MaxUint32 // no module has so many ids
			r.sized, r.composites[own] = own, operands[2:]
		}
	case opConstant, opConstantTrue, opConstantFalse, opSpecConstant, opSpecConstantTrue, opSpecConstantFalse,
		opConstantComposite, opSpecConstantComposite, opSpecConstantOp:
		r.constant(op, operands)
	case opTypeBool, opTypeInt, opTypeFloat, opTypeVector, opTypeArray, opTypeStruct, opTypePointer:
		r.declare(op, operands[0], operands[1:])
	case opVariable:
		return r.variable(operands)
	}
	return nil
}

// constant keeps the value of a constant's first word: sizes have no other.
func (r *needsReader) constant(op uint32, operands []uint32) {
	result := operands[1]
	switch op {
	case opConstantTrue, opSpecConstantTrue:
		r.values[result] = 1
	case opConstantFalse, opSpecConstantFalse:
		r.values[result] = 0
	case opConstant, opSpecConstant:
		r.values[result] = operands[2]
	case opConstantComposite, opSpecConstantComposite:
		r.composites[result] = operands[2:]
	case opSpecConstantOp:
		if value, ok := r.compute(operands[2], operands[3:]); ok {
			r.values[result] = value
		}
	}
	if id, named := r.specIDs[result]; named {
		if value, ok := r.given[id]; ok {
			r.values[result] = value
		}
	}
}

// declare keeps what a type takes, of those that shared memory can be made of.
func (r *needsReader) declare(op, id uint32, operands []uint32) {
	switch op {
	case opTypeBool:
		r.types[id] = extent{wordBytes, wordBytes}
	case opTypeInt, opTypeFloat:
		bytes := uint64(operands[0]) / 8
		r.types[id] = extent{bytes, bytes}
	case opTypeVector:
		part, count := r.types[operands[0]], uint64(operands[1])
		slots := count
		if count == 3 {
			slots = 4
		}
		r.types[id] = extent{times(part.bytes, count), times(part.align, slots)}
	case opTypeArray:
		if length, known := r.values[operands[1]]; known {
			part := r.types[operands[0]]
			r.types[id] = extent{times(aligned(part.bytes, part.align), uint64(length)), part.align}
		}
	case opTypeStruct:
		whole := extent{align: 1}
		for _, member := range operands {
			part := r.types[member]
			whole = extent{aligned(whole.bytes, part.align) + part.bytes, max(whole.align, part.align)}
		}
		r.types[id] = extent{aligned(whole.bytes, whole.align), whole.align}
	case opTypePointer:
		r.pointees[id] = operands[1]
	}
}

// variable adds what a variable of a work-group takes.
func (r *needsReader) variable(operands []uint32) error {
	if operands[2] != storageWorkgroup {
		return nil
	}
	e, known := r.types[r.pointees[operands[0]]]
	if !known {
		return fmt.Errorf("read SPIR-V: shared memory of a size that is not known")
	}
	r.needs.SharedBytes = aligned(r.needs.SharedBytes, e.align) + e.bytes
	return nil
}

// mostShared ends sums before they overflow; it is far beyond any device.
const mostShared = 1 << 48

func times(a, b uint64) uint64 {
	if b != 0 && a > mostShared/b {
		return mostShared
	}
	return a * b
}

func aligned(bytes, align uint64) uint64 {
	align = min(max(1, align), mostShared)
	return (min(bytes, mostShared) + align - 1) / align * align
}
