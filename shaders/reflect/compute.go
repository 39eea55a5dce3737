package reflect

// operations are the operations on constants that glslc uses for sizes of arrays (SPIR-V
// specification, 3.52, OpSpecConstantOp), by opcode. Operations with one operand ignore the
// second.
var operations = map[uint32]func(a, b uint32) uint32{
	128: func(a, b uint32) uint32 { return a + b },
	130: func(a, b uint32) uint32 { return a - b },
	132: func(a, b uint32) uint32 { return a * b },
	134: func(a, b uint32) uint32 { return a / max(1, b) },
	137: func(a, b uint32) uint32 { return a % max(1, b) },
	166: func(a, b uint32) uint32 { return a | b }, // LogicalOr
	167: func(a, b uint32) uint32 { return a & b }, // LogicalAnd
	168: func(a, _ uint32) uint32 { return 1 - a }, // LogicalNot
	170: func(a, b uint32) uint32 { return truth(a == b) },
	171: func(a, b uint32) uint32 { return truth(a != b) },
	172: func(a, b uint32) uint32 { return truth(a > b) }, // UGreaterThan
	174: func(a, b uint32) uint32 { return truth(a >= b) },
	176: func(a, b uint32) uint32 { return truth(a < b) },
	178: func(a, b uint32) uint32 { return truth(a <= b) },
	194: func(a, b uint32) uint32 { return a >> b },
	196: func(a, b uint32) uint32 { return a << b },
	197: func(a, b uint32) uint32 { return a | b },
	198: func(a, b uint32) uint32 { return a ^ b },
	199: func(a, b uint32) uint32 { return a & b },
	200: func(a, _ uint32) uint32 { return ^a },
}

// opSelect returns its second operand if the first is true, otherwise the third.
const opSelect = 169

func truth(holds bool) uint32 {
	if holds {
		return 1
	}
	return 0
}

// compute returns the value of an operation on constants, or false if the operation or an operand
// is not known.
func (r *needsReader) compute(op uint32, operands []uint32) (uint32, bool) {
	var values [3]uint32
	for i, id := range operands[:min(len(operands), len(values))] {
		value, known := r.values[id]
		if !known {
			return 0, false
		}
		values[i] = value
	}
	if op == opSelect {
		if values[0] != 0 {
			return values[1], true
		}
		return values[2], true
	}
	operation, known := operations[op]
	if !known {
		return 0, false
	}
	return operation(values[0], values[1]), true
}
