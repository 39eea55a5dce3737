package reflect

import (
	"encoding/binary"
	"fmt"
	"iter"
)

// The numbers of the SPIR-V specification, unified 1.x, sections 3.6 to 3.52.
const (
	magic                   = 0x07230203
	headerWords             = 5
	opName, opMemberName    = 5, 6
	opExtInst               = 12
	opExecutionMode         = 16
	opCapability            = 17
	opTypeBool              = 20
	opTypeInt, opTypeFloat  = 21, 22
	opTypeVector            = 23
	opTypeArray             = 28
	opTypeRuntimeArray      = 29
	opTypeStruct            = 30
	opTypePointer           = 32
	opConstantTrue          = 41
	opConstantFalse         = 42
	opConstant              = 43
	opConstantComposite     = 44
	opSpecConstantTrue      = 48
	opSpecConstantFalse     = 49
	opSpecConstant          = 50
	opSpecConstantComposite = 51
	opSpecConstantOp        = 52
	opFunction              = 54
	opVariable              = 59
	opAccessChain           = 65
	opDecorate              = 71
	opMemberDecorate        = 72
	opControlBarrier        = 224
	opMemoryBarrier         = 225
	opAtomicLoad            = 227
	opAtomicXor             = 242
	opExecutionModeID       = 331
	decorationSpecID        = 1
	decorationArrayStride   = 6
	decorationBuiltIn       = 11
	decorationNonWritable   = 24
	decorationNonReadable   = 25
	decorationBinding       = 33
	decorationSet           = 34
	decorationOffset        = 35
	builtInWorkgroupSize    = 25
	modeLocalSize           = 17
	modeLocalSizeID         = 38
	storageWorkgroup        = 4
	storagePushConstant     = 9
	storageStorageBuffer    = 12
	// Subgroup operations beyond the basic ones, from GroupNonUniformVote to GroupNonUniformQuad.
	firstGroupNonUniform, lastGroupNonUniform = 62, 68
)

// isAtomic reports whether an instruction is an atomic operation.
func isAtomic(op uint32) bool { return opAtomicLoad <= op && op <= opAtomicXor }

// leastOperands is how many operands an instruction has at the least, for those that are read.
var leastOperands = map[uint32]int{
	opName: 1, opMemberName: 2, opExtInst: 4, opExecutionMode: 2, opCapability: 1, opTypeBool: 1, opTypeInt: 2,
	opTypeFloat: 2, opTypeVector: 3, opTypeArray: 3, opTypeRuntimeArray: 2, opTypeStruct: 1, opTypePointer: 3,
	opConstantTrue: 2, opConstantFalse: 2, opConstant: 3, opConstantComposite: 2, opSpecConstantTrue: 2,
	opSpecConstantFalse: 2, opSpecConstant: 3, opSpecConstantComposite: 2, opSpecConstantOp: 3, opVariable: 3,
	opAccessChain: 2, opDecorate: 2, opMemberDecorate: 3, opControlBarrier: 3, opMemoryBarrier: 2, opExecutionModeID: 2,
}

// Words returns the words of a module whose instructions are all whole.
func Words(module []byte) ([]uint32, error) {
	if len(module) < 4*headerWords || len(module)%4 != 0 || binary.LittleEndian.Uint32(module) != magic {
		return nil, fmt.Errorf("read SPIR-V: %d bytes without its header", len(module))
	}
	words := make([]uint32, len(module)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(module[4*i:])
	}
	for at := headerWords; at < len(words); {
		length := int(words[at] >> 16)
		if length == 0 || at+length > len(words) {
			return nil, fmt.Errorf("read SPIR-V: the instruction at word %d is cut off", at)
		}
		at += length
	}
	return words, nil
}

// Instructions yields the number of each instruction of a module, and its words: the first one and
// its operands.
func Instructions(words []uint32) iter.Seq2[uint32, []uint32] {
	return func(yield func(uint32, []uint32) bool) {
		for at := headerWords; at < len(words); {
			end := at + int(words[at]>>16)
			if !yield(words[at]&0xFFFF, words[at:end]) {
				return
			}
			at = end
		}
	}
}

// Bytes returns the module of these words.
func Bytes(words []uint32) (module []byte) {
	for _, word := range words {
		module = binary.LittleEndian.AppendUint32(module, word)
	}
	return module
}

// read hands each instruction of a module on, its number and its operands.
func read(module []byte, take func(op uint32, operands []uint32) error) error {
	words, err := Words(module)
	if err != nil {
		return err
	}
	for op, instruction := range Instructions(words) {
		operands := instruction[1:]
		if len(operands) < leastOperands[op] || isAtomic(op) && len(operands) < 3 {
			return fmt.Errorf("read SPIR-V: instruction %d has %d operands", op, len(operands))
		}
		if err := take(op, operands); err != nil {
			return err
		}
	}
	return nil
}
