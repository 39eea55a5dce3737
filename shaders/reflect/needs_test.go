package reflect

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// module assembles instructions, each its number and its operands.
func module(instructions ...[]uint32) []byte {
	words := []uint32{magic, 0x10300, 0, 100, 0}
	for _, i := range instructions {
		words = append(words, uint32(len(i))<<16|i[0])
		words = append(words, i[1:]...)
	}
	return Bytes(words)
}

// shared declares types and constants by the ids below, and a shared variable of each of the
// types.
func shared(constants [][]uint32, types ...uint32) []byte {
	all := [][]uint32{
		{opCapability, 1}, {opCapability, 61},
		{opDecorate, 10, decorationSpecID, 0}, {opDecorate, 19, decorationBuiltIn, builtInWorkgroupSize},
		{opTypeInt, 1, 32, 0}, {opTypeBool, 2}, {opTypeVector, 3, 1, 2}, {opTypeVector, 4, 1, 3}, {opTypeInt, 5, 64, 0},
		{opSpecConstant, 1, 10, 64}, {opConstant, 1, 11, 3}, {opConstant, 1, 12, 1}, {opSpecConstantComposite,
			4, 19, 10, 12, 12},
	}
	all = append(all, constants...)
	all = append(all, []uint32{opTypeArray, 20, 1, 10}, []uint32{opTypeArray, 21, 4, 11},
		[]uint32{opTypeStruct, 22, 1, 5, 2}, []uint32{opTypeArray, 23, 1, 30})
	for i, t := range types {
		all = append(all, []uint32{opTypePointer, 40 + uint32(i), storageWorkgroup, t},
			[]uint32{opVariable, 40 + uint32(i), 50 + uint32(i), storageWorkgroup})
	}
	return module(all...)
}

func TestNeedsOfAModule(t *testing.T) {
	op := func(opcode uint32, operands ...uint32) [][]uint32 {
		return [][]uint32{append([]uint32{opSpecConstantOp, 1, 30, opcode}, operands...)}
	}
	for name, c := range map[string]struct {
		module []byte
		bytes  uint64
	}{
		"nothing":                   {shared(nil), 0},
		"words of the group's size": {shared(nil, 20), 4 * 128},
		"a word, then a pair":       {shared(nil, 1, 3), 4 + 4 + 8},
		"three vectors of three":    {shared(nil, 21), 3 * 16},
		"a struct with eight bytes": {shared(nil, 1, 22), 8 + 24},
		"a sum":                     {shared(op(128, 10, 11), 23), 4 * 131},
		"a difference":              {shared(op(130, 10, 11), 23), 4 * 125},
		"a product":                 {shared(op(132, 10, 11), 23), 4 * 384},
		"a quotient":                {shared(op(134, 10, 11), 23), 4 * 42},
		"a shift":                   {shared(op(196, 12, 11), 23), 4 * 8},
		"the first where it is larger": {shared(append([][]uint32{{opSpecConstantOp, 2, 31, 172, 10, 11}},
			op(opSelect, 31, 10, 11)...), 23), 4 * 128},
		"else the other": {shared(append([][]uint32{{opSpecConstantOp, 2, 31, 172, 11, 10}},
			op(opSelect, 31, 10, 11)...), 23), 4 * 3},
	} {
		got, err := ReadNeeds(c.module, map[uint32]uint32{0: 128})
		if err != nil || got.SharedBytes != c.bytes {
			t.Errorf("%s: %d bytes, error %v, want %d", name, got.SharedBytes, err, c.bytes)
		}
		if got.Group != [3]uint32{128, 1, 1} || got.Invocations() != 128 ||
			!slices.Equal(got.Capabilities, []uint32{1, 61}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got, err := ReadNeeds(shared(nil, 20), nil); err != nil || got.SharedBytes != 4*64 || got.Group[0] != 64 {
		t.Errorf("by its defaults: %+v, error %v", got, err)
	}
	if _, err := ReadNeeds(shared(op(1000, 10, 11), 23), nil); err == nil {
		t.Error("an operation that is not known made a size")
	}
	fixed, err := ReadNeeds(module([]uint32{opExecutionMode, 1, modeLocalSize, 8, 4, 2}), nil)
	if err != nil || fixed.Group != [3]uint32{8, 4, 2} || fixed.Invocations() != 64 {
		t.Errorf("a fixed size: %+v, error %v", fixed, err)
	}
}

// Any words are read or refused, never more, and no sum overflows.
func TestReadNeedsSurvivesGarbage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all [][]uint32
		for range rapid.IntRange(0, 30).Draw(t, "instructions") {
			op := rapid.SampledFrom(slices.Sorted(maps.Keys(leastOperands))).Draw(t, "op")
			operands := rapid.SliceOfN(rapid.OneOf(rapid.Uint32Range(0, 40), rapid.Uint32()), 0, 6).Draw(t, "operands")
			all = append(all, append([]uint32{op}, operands...))
		}
		if got, err := ReadNeeds(module(all...), map[uint32]uint32{0: rapid.Uint32().Draw(t, "value")}); err == nil &&
			got.SharedBytes > 40*mostShared {
			t.Fatalf("%d bytes", got.SharedBytes)
		}
	})
}
