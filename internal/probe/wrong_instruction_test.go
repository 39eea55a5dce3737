package probe

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// replacements lists pairs of instructions with the same operands.
var replacements = []struct {
	shader             *shaders.Shader
	correct, incorrect reflect.Use // Kind: of extended instructions and built-in variables
}{
	{&shaders.ProbeInteger, reflect.Use{Op: 151},
		reflect.Use{Op: 152}}, // UMulExtended, SMulExtended
	{&shaders.ProbeInteger, reflect.Use{Op: 149},
		reflect.Use{Op: 150}}, // IAddCarry, ISubBorrow
	{&shaders.ProbeInteger, reflect.Use{Op: 150},
		reflect.Use{Op: 149}}, // and back
	{&shaders.ProbeInteger, reflect.Use{Op: 203},
		reflect.Use{Op: 202}}, // BitFieldUExtract, BitFieldSExtract
	{&shaders.ProbeInteger, reflect.Use{Op: 205},
		reflect.Use{Op: 200}}, // BitCount, Not
	{&shaders.ProbeInteger, reflect.Use{Op: 12, Kind: 73},
		reflect.Use{Op: 12, Kind: 75}}, // FindILsb, FindUMsb
	{&shaders.ProbeInteger, reflect.Use{Op: 12, Kind: 75},
		reflect.Use{Op: 12, Kind: 73}}, // and back
	{&shaders.ProbeInteger, reflect.Use{Op: 195},
		reflect.Use{Op: 194}}, // ShiftRightArithmetic, ShiftRightLogical
	{&shaders.ProbeInteger, reflect.Use{Op: 134},
		reflect.Use{Op: 135}}, // UDiv, SDiv
	{&shaders.ProbeInteger, reflect.Use{Op: 135},
		reflect.Use{Op: 138}}, // SDiv, SRem
	{&shaders.ProbeInteger, reflect.Use{Op: 12, Kind: 38},
		reflect.Use{Op: 12, Kind: 39}}, // UMin, SMin
	{&shaders.ProbeInteger, reflect.Use{Op: 12, Kind: 42},
		reflect.Use{Op: 12, Kind: 41}}, // SMax, UMax
	{&shaders.ProbeInteger, reflect.Use{Op: 176},
		reflect.Use{Op: 177}}, // ULessThan, SLessThan
	{&shaders.ProbeFloat, reflect.Use{Op: 133},
		reflect.Use{Op: 129}}, // FMul, FAdd
	{&shaders.ProbeFloat, reflect.Use{Op: 131},
		reflect.Use{Op: 129}}, // FSub, FAdd
	{&shaders.ProbeFloat, reflect.Use{Op: 136},
		reflect.Use{Op: 133}}, // FDiv, FMul
	{&shaders.ProbeFloat, reflect.Use{Op: 12, Kind: 31},
		reflect.Use{Op: 12, Kind: 32}}, // Sqrt, InverseSqrt
	{&shaders.ProbeFloat, reflect.Use{Op: 12, Kind: 8},
		reflect.Use{Op: 12, Kind: 3}}, // Floor, Trunc
	{&shaders.ProbeFloat, reflect.Use{Op: 112},
		reflect.Use{Op: 111}}, // ConvertUToF, ConvertSToF
	{&shaders.ProbeSubgroupVote, reflect.Use{Op: 335},
		reflect.Use{Op: 334}}, // Any, All
	{&shaders.ProbeSubgroupArithmetic, reflect.Use{Op: 349},
		reflect.Use{Op: 351}}, // IAdd, IMul
	{&shaders.ProbeSubgroupArithmetic, reflect.Use{Op: 354},
		reflect.Use{Op: 353}}, // UMin, SMin
	{&shaders.ProbeSubgroupArithmetic, reflect.Use{Op: 357},
		reflect.Use{Op: 356}}, // UMax, SMax
	{&shaders.ProbeSubgroupArithmetic, reflect.Use{Op: 356},
		reflect.Use{Op: 357}}, // and back
	{&shaders.ProbeSubgroupShuffle, reflect.Use{Op: 345},
		reflect.Use{Op: 346}}, // Shuffle, ShuffleXor
	{&shaders.ProbeSubgroupShuffle, reflect.Use{Op: 346},
		reflect.Use{Op: 345}}, // and back
	{&shaders.ProbeSubgroupShuffleRelative, reflect.Use{Op: 347},
		reflect.Use{Op: 348}}, // ShuffleUp, ShuffleDown
	{&shaders.ProbeAtomic, reflect.Use{Op: 234},
		reflect.Use{Op: 239}}, // AtomicIAdd, AtomicUMax
	{&shaders.ProbeAtomic, reflect.Use{Op: 237},
		reflect.Use{Op: 236}}, // AtomicUMin, AtomicSMin
	{&shaders.ProbeAtomic, reflect.Use{Op: 239},
		reflect.Use{Op: 238}}, // AtomicUMax, AtomicSMax
	{&shaders.ProbeAtomic, reflect.Use{Op: 241},
		reflect.Use{Op: 242}}, // AtomicOr, AtomicXor
	{&shaders.ProbeAtomicShared, reflect.Use{Op: 234},
		reflect.Use{Op: 239}}, // AtomicIAdd, AtomicUMax
	{&shaders.ProbeAtomicShared, reflect.Use{Op: 240},
		reflect.Use{Op: 242}}, // AtomicAnd, AtomicXor
	{&shaders.ProbeAtomicShared, reflect.Use{Op: 242},
		reflect.Use{Op: 241}}, // AtomicXor, AtomicOr
	{&shaders.ProbeDispatch, reflect.Use{Op: 71, Kind: builtIn | 24},
		reflect.Use{Op: 71, Kind: builtIn | 26}}, // NumWorkgroups, WorkgroupId
}

// If a device executes another instruction than it should, the probe of the instruction's feature
// differs. For subgroup and atomic operations, no other probe differs.
func TestWrongInstructionIsFound(t *testing.T) {
	device := vktest.Open(t)
	for _, wrong := range replacements {
		feature := featureOf[wrong.correct]
		if 224 <= wrong.correct.Op && wrong.correct.Op <= 242 {
			storage := uint32(storageBuffer)
			if wrong.shader == &shaders.ProbeAtomicShared {
				storage = storageShared
			}
			feature = featureOf[reflect.Use{Op: wrong.correct.Op, Kind: storage}]
		}
		module := replaced(t, moduleOf(t, wrong.shader), wrong.correct, wrong.incorrect)
		alone := wrong.correct.Op >= 227 && !testing.Short()
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
				t.Errorf("%s with instruction %v for %v: %s: %q", p.Name, wrong.incorrect, wrong.correct, r.Verdict,
					r.Detail)
			}
			if p.Feature == feature {
				found = found || r.Verdict == Differs
			} else if r.Verdict != OK {
				t.Errorf("%s: %s with instruction %v for %v, which the probe does not use: %s", p.Name, r.Verdict,
					wrong.incorrect, wrong.correct, r.Detail)
			}
		}
		if !found {
			t.Errorf("no probe of %q finds instruction %v for %v", feature, wrong.incorrect, wrong.correct)
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
	module := moduleOf(t, &shaders.ProbeMemory)
	for _, barrier := range []uint32{224, 225} { // OpControlBarrier, OpMemoryBarrier
		module = replaced(t, module, reflect.Use{Op: barrier}, reflect.Use{})
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

func moduleOf(t *testing.T, s *shaders.Shader) []byte {
	t.Helper()
	module, err := s.SPIRV()
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// replaced returns the module with one instruction replaced by another everywhere. Instruction 0
// stands for OpNop.
func replaced(t *testing.T, module []byte, correct, incorrect reflect.Use) []byte {
	t.Helper()
	words := view.Words(slices.Clone(module))
	count := 0
	for at := 5; at < len(words); { // after the header
		length := int(words[at] >> 16)
		instruction := words[at : at+length]
		at += length
		if instruction[0]&0xFFFF != correct.Op {
			continue
		}
		switch {
		case correct.Op == 12 && instruction[4] != correct.Kind, correct.Op == 71 &&
			(length != 4 || builtIn|instruction[3] != correct.Kind):
			continue
		case correct.Op == 12:
			instruction[4] = incorrect.Kind
		case correct.Op == 71:
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
	return view.Bytes(words)
}
