package reflect

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

// BuiltIn marks the Kind of the decoration of a built-in variable.
const BuiltIn = 1 << 16

// users is what Uses has read of a module.
type users struct {
	storage   map[uint32]uint32 // storage classes of pointer types
	types     map[uint32]uint32 // types of variables and access chains
	constants map[uint32]uint32
	all       map[Use]bool
}

// Uses returns the kinds of instructions that a module has.
func Uses(module []byte) (map[Use]bool, error) {
	u := users{map[uint32]uint32{}, map[uint32]uint32{}, map[uint32]uint32{}, map[Use]bool{}}
	if err := read(module, u.instruction); err != nil {
		return nil, err
	}
	return u.all, nil
}

func (u *users) instruction(op uint32, operands []uint32) error {
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
	case isAtomic(op):
		kind = u.storage[u.types[operands[2]]]
	case op == opDecorate:
		kind = decorationKind(operands[1:])
	case op == opMemberDecorate:
		kind = decorationKind(operands[2:])
	}
	u.all[Use{op, kind}] = true
	return nil
}

func decorationKind(operands []uint32) uint32 {
	if operands[0] == decorationBuiltIn && len(operands) > 1 {
		return BuiltIn | operands[1]
	}
	return operands[0]
}
