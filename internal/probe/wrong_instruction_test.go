package probe

import (
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// replacements lists pairs of instructions with the same operands.
var replacements = []struct {
	shader *shaders.Shader
	uses   [2]reflect.Use // the correct one and another. Kind: of extended instructions and built-in variables
}{
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 151}, {Op: 152}}},                                        // UMulExtended, SMulExtended
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 149}, {Op: 150}}},                                        // IAddCarry, ISubBorrow
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 150}, {Op: 149}}},                                        // and back
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 203}, {Op: 202}}},                                        // BitFieldUExtract, BitFieldSExtract
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 205}, {Op: 200}}},                                        // BitCount, Not
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 12, Kind: 73}, {Op: 12, Kind: 75}}},                      // FindILsb, FindUMsb
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 12, Kind: 75}, {Op: 12, Kind: 73}}},                      // and back
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 195}, {Op: 194}}},                                        // ShiftRightArithmetic, ShiftRightLogical
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 134}, {Op: 135}}},                                        // UDiv, SDiv
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 135}, {Op: 138}}},                                        // SDiv, SRem
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 12, Kind: 38}, {Op: 12, Kind: 39}}},                      // UMin, SMin
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 12, Kind: 42}, {Op: 12, Kind: 41}}},                      // SMax, UMax
	{&shaders.ProbeInteger, [2]reflect.Use{{Op: 176}, {Op: 177}}},                                        // ULessThan, SLessThan
	{&shaders.ProbeFloat, [2]reflect.Use{{Op: 133}, {Op: 129}}},                                          // FMul, FAdd
	{&shaders.ProbeFloat, [2]reflect.Use{{Op: 131}, {Op: 129}}},                                          // FSub, FAdd
	{&shaders.ProbeFloat, [2]reflect.Use{{Op: 136}, {Op: 133}}},                                          // FDiv, FMul
	{&shaders.ProbeFloat, [2]reflect.Use{{Op: 12, Kind: 31}, {Op: 12, Kind: 32}}},                        // Sqrt, InverseSqrt
	{&shaders.ProbeFloat, [2]reflect.Use{{Op: 12, Kind: 8}, {Op: 12, Kind: 3}}},                          // Floor, Trunc
	{&shaders.ProbeFloat, [2]reflect.Use{{Op: 112}, {Op: 111}}},                                          // ConvertUToF, ConvertSToF
	{&shaders.ProbeSubgroupVote, [2]reflect.Use{{Op: 335}, {Op: 334}}},                                   // Any, All
	{&shaders.ProbeSubgroupArithmetic, [2]reflect.Use{{Op: 349}, {Op: 351}}},                             // IAdd, IMul
	{&shaders.ProbeSubgroupArithmetic, [2]reflect.Use{{Op: 354}, {Op: 353}}},                             // UMin, SMin
	{&shaders.ProbeSubgroupArithmetic, [2]reflect.Use{{Op: 357}, {Op: 356}}},                             // UMax, SMax
	{&shaders.ProbeSubgroupArithmetic, [2]reflect.Use{{Op: 356}, {Op: 357}}},                             // and back
	{&shaders.ProbeSubgroupShuffle, [2]reflect.Use{{Op: 345}, {Op: 346}}},                                // Shuffle, ShuffleXor
	{&shaders.ProbeSubgroupShuffle, [2]reflect.Use{{Op: 346}, {Op: 345}}},                                // and back
	{&shaders.ProbeSubgroupShuffleRelative, [2]reflect.Use{{Op: 347}, {Op: 348}}},                        // ShuffleUp, ShuffleDown
	{&shaders.ProbeAtomic, [2]reflect.Use{{Op: 234}, {Op: 239}}},                                         // AtomicIAdd, AtomicUMax
	{&shaders.ProbeAtomic, [2]reflect.Use{{Op: 237}, {Op: 236}}},                                         // AtomicUMin, AtomicSMin
	{&shaders.ProbeAtomic, [2]reflect.Use{{Op: 239}, {Op: 238}}},                                         // AtomicUMax, AtomicSMax
	{&shaders.ProbeAtomic, [2]reflect.Use{{Op: 241}, {Op: 242}}},                                         // AtomicOr, AtomicXor
	{&shaders.ProbeAtomicShared, [2]reflect.Use{{Op: 234}, {Op: 239}}},                                   // AtomicIAdd, AtomicUMax
	{&shaders.ProbeAtomicShared, [2]reflect.Use{{Op: 240}, {Op: 242}}},                                   // AtomicAnd, AtomicXor
	{&shaders.ProbeAtomicShared, [2]reflect.Use{{Op: 242}, {Op: 241}}},                                   // AtomicXor, AtomicOr
	{&shaders.ProbeDispatch, [2]reflect.Use{{Op: 71, Kind: builtIn | 24}, {Op: 71, Kind: builtIn | 26}}}, // NumWorkgroups, WorkgroupId
}

// If a device executes another instruction than it should, the probe of the instruction's feature
// differs. For subgroup and atomic operations, no other probe differs.
func TestWrongInstructionIsFound(t *testing.T) {
	device := vktest.Open(t)
	for _, wrong := range replacements {
		correct, incorrect := wrong.uses[0], wrong.uses[1]
		feature := featureOf[correct]
		if 224 <= correct.Op && correct.Op <= 242 {
			storage := uint32(storageBuffer)
			if wrong.shader == &shaders.ProbeAtomicShared {
				storage = storageShared
			}
			feature = featureOf[reflect.Use{Op: correct.Op, Kind: storage}]
		}
		module := wordsOf(t, wrong.shader)
		replace(t, module, correct, incorrect)
		alone := correct.Op >= 227 && !testing.Short()
		found := false
		for _, p := range All() {
			if p.shader != wrong.shader || p.Feature != feature && !alone {
				continue
			}
			if p.refusal(device.Info()) != "" {
				found = true // the device lacks the feature
				continue
			}
			r := withModule(p, module).Run(t.Context(), device)
			if r.Verdict == Differs && r.Detail == "" || r.Verdict == Failed {
				t.Errorf("%s with instruction %v for %v: %s: %q", p.Name, incorrect, correct, r.Verdict,
					r.Detail)
			}
			if p.Feature == feature {
				found = found || r.Verdict == Differs
			} else if r.Verdict != OK {
				t.Errorf("%s: %s with instruction %v for %v, which the probe does not use: %s", p.Name, r.Verdict,
					incorrect, correct, r.Detail)
			}
		}
		if !found {
			t.Errorf("no probe of %q finds instruction %v for %v", feature, incorrect, correct)
		}
	}
}

// Software devices run the subgroups of a work-group one after the other, so a missing barrier
// shows.
func TestMissingBarrierIsFound(t *testing.T) {
	device := vktest.Open(t)
	if !device.Info().IsSoftware() {
		t.Skip("on a GPU a missing barrier may not show")
	}
	module := wordsOf(t, &shaders.ProbeMemory)
	for _, barrier := range []uint32{224, 225} { // OpControlBarrier, OpMemoryBarrier
		replace(t, module, reflect.Use{Op: barrier}, reflect.Use{})
	}
	for _, p := range memory {
		if p.shader != &shaders.ProbeMemory {
			continue
		}
		if r := withModule(p, module).Run(t.Context(), device); !p.subgroups && r.Verdict != Differs {
			t.Errorf("%s: %s without its barriers", p.Name, r.Verdict)
		}
	}
}

// wordsOf returns the words of a shader's module.
func wordsOf(t *testing.T, s *shaders.Shader) []uint32 {
	t.Helper()
	module, err := s.SPIRV()
	words, invalid := reflect.Words(module)
	must.Do(t, errors.Join(err, invalid))
	return words
}

// replace replaces an instruction of a module by another one everywhere. Instruction 0 stands for
// OpNop.
func replace(t *testing.T, module []uint32, correct, incorrect reflect.Use) {
	t.Helper()
	count := 0
	for op, instruction := range reflect.Instructions(module) {
		if op != correct.Op {
			continue
		}
		switch {
		case op == 12 && instruction[4] != correct.Kind,
			op == 71 && (len(instruction) != 4 || builtIn|instruction[3] != correct.Kind):
			continue
		case op == 12:
			instruction[4] = incorrect.Kind
		case op == 71:
			instruction[3] = incorrect.Kind &^ builtIn
		case incorrect.Op == 0:
			for i := range instruction {
				instruction[i] = 1 << 16
			}
		default:
			instruction[0] = instruction[0]&^0xFFFF | incorrect.Op
		}
		count++
	}
	if count == 0 {
		t.Fatalf("the module has no instruction %v", correct)
	}
}
