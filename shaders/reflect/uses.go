package reflect

import "fmt"

// Use is a kind of instruction that a module has, by its number in the SPIR-V specification.
type Use struct {
	Op uint32
	// Kind distinguishes uses of one instruction; 0 for all others:
	//   - extended instruction: its number in GLSL.std.450
	//   - atomic operation: the storage class of its pointer
	//   - control barrier: its execution scope
	//   - memory barrier: its memory scope, plus 256 times its semantics
	//   - variable: its storage class
	//   - decoration: its number, or BuiltIn plus the number of a built-in variable
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

// users is what Uses has read of a module.
type users struct {
	storage   map[uint32]uint32 // storage classes of pointer types
	types     map[uint32]uint32 // types of variables and access chains
	constants map[uint32]uint32
	all       map[Use]bool
}

// kindOperands is the least number of operands that an instruction must have to tell its kind.
var kindOperands = map[uint32]int{
	opExtInst: 4, opConstant: 3, opTypePointer: 3, opVariable: 3, opAccessChain: 2, opControlBarrier: 3,
	opMemoryBarrier: 2,
	opDecorate:      2, opMemberDecorate: 3,
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
