package reflect

import "fmt"

// Use is a kind of instruction that a module has, by its number in the SPIR-V specification.
type Use struct {
	Op uint32
	// Kind tells apart what the number does not: of an extended instruction its number in GLSL.std.450, of an atomic operation the
	// storage class of what it works on, of a control barrier the scope of those that wait, of a memory barrier the scope of those that
	// see and 256 times the semantics, of a variable its storage class, of a decoration the decoration or of a built-in variable BuiltIn
	// and the variable; else 0.
	Kind uint32
}

// The numbers of instructions that have kinds.
const (
	opExtInst        = 12
	opAccessChain    = 65
	opControlBarrier = 224
	opMemoryBarrier  = 225
	opAtomicLoad     = 227
	opAtomicXor      = 242

	// BuiltIn marks the Kind of the decoration of a built-in variable.
	BuiltIn = 1 << 16
)

// users are what Kind is made of.
type users struct {
	storage   map[uint32]uint32 // of pointer types
	types     map[uint32]uint32 // of variables and access chains
	constants map[uint32]uint32
	all       map[Use]bool
}

// kindOperands is how many operands an instruction has at the least for its kind to be told.
var kindOperands = map[uint32]int{
	opExtInst: 4, opConstant: 3, opTypePointer: 3, opVariable: 3, opAccessChain: 2, opControlBarrier: 3, opMemoryBarrier: 2,
	opDecorate: 2, opMemberDecorate: 3,
}

// Uses returns the kinds of instructions that a module has.
func Uses(module []byte) (map[Use]bool, error) {
	u := users{map[uint32]uint32{}, map[uint32]uint32{}, map[uint32]uint32{}, map[Use]bool{}}
	if err := instructions(module, u.instruction); err != nil {
		return nil, err
	}
	return u.all, nil
}

func (u *users) instruction(op uint32, operands []uint32) error {
	least, atomic := kindOperands[op], opAtomicLoad <= op && op <= opAtomicXor
	if atomic {
		least = 3
	}
	if len(operands) < least {
		return fmt.Errorf("read SPIR-V: instruction %d has %d operands", op, len(operands))
	}
	kind := uint32(0)
	switch {
	case op == opTypePointer:
		u.storage[operands[0]] = operands[1]
	case op == opVariable:
		u.types[operands[1]] = operands[0]
		kind = operands[2]
	case op == opAccessChain:
		u.types[operands[1]] = operands[0]
	case op == opConstant:
		u.constants[operands[1]] = operands[2]
	case op == opExtInst:
		kind = operands[3]
	case op == opControlBarrier:
		kind = u.constants[operands[0]]
	case op == opMemoryBarrier:
		kind = u.constants[operands[1]]<<8 | u.constants[operands[0]]
	case atomic:
		kind = u.storage[u.types[operands[2]]]
	case op == opDecorate:
		kind = decoration(operands[1:])
	case op == opMemberDecorate:
		kind = decoration(operands[2:])
	}
	u.all[Use{op, kind}] = true
	return nil
}

func decoration(operands []uint32) uint32 {
	if operands[0] == decorationBuiltIn && len(operands) > 1 {
		return BuiltIn | operands[1]
	}
	return operands[0]
}
