package probe

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// instead says what a device does that takes one instruction for another with the same operands.
var instead = []struct {
	shader      *shaders.Shader
	right, does reflect.Use // Kind: of extended instructions and built-in variables
}{
	{&shaders.ProbeInteger, reflect.Use{Op: 151}, reflect.Use{Op: 152}},                                        // UMulExtended, SMulExtended
	{&shaders.ProbeInteger, reflect.Use{Op: 149}, reflect.Use{Op: 150}},                                        // IAddCarry, ISubBorrow
	{&shaders.ProbeInteger, reflect.Use{Op: 150}, reflect.Use{Op: 149}},                                        // and back
	{&shaders.ProbeInteger, reflect.Use{Op: 203}, reflect.Use{Op: 202}},                                        // BitFieldUExtract, BitFieldSExtract
	{&shaders.ProbeInteger, reflect.Use{Op: 205}, reflect.Use{Op: 200}},                                        // BitCount, Not
	{&shaders.ProbeInteger, reflect.Use{Op: 12, Kind: 73}, reflect.Use{Op: 12, Kind: 75}},                      // FindILsb, FindUMsb
	{&shaders.ProbeInteger, reflect.Use{Op: 12, Kind: 75}, reflect.Use{Op: 12, Kind: 73}},                      // and back
	{&shaders.ProbeInteger, reflect.Use{Op: 195}, reflect.Use{Op: 194}},                                        // ShiftRightArithmetic, ShiftRightLogical
	{&shaders.ProbeInteger, reflect.Use{Op: 134}, reflect.Use{Op: 135}},                                        // UDiv, SDiv
	{&shaders.ProbeInteger, reflect.Use{Op: 135}, reflect.Use{Op: 138}},                                        // SDiv, SRem
	{&shaders.ProbeInteger, reflect.Use{Op: 12, Kind: 38}, reflect.Use{Op: 12, Kind: 39}},                      // UMin, SMin
	{&shaders.ProbeInteger, reflect.Use{Op: 12, Kind: 42}, reflect.Use{Op: 12, Kind: 41}},                      // SMax, UMax
	{&shaders.ProbeInteger, reflect.Use{Op: 176}, reflect.Use{Op: 177}},                                        // ULessThan, SLessThan
	{&shaders.ProbeFloat, reflect.Use{Op: 133}, reflect.Use{Op: 129}},                                          // FMul, FAdd
	{&shaders.ProbeFloat, reflect.Use{Op: 131}, reflect.Use{Op: 129}},                                          // FSub, FAdd
	{&shaders.ProbeFloat, reflect.Use{Op: 136}, reflect.Use{Op: 133}},                                          // FDiv, FMul
	{&shaders.ProbeFloat, reflect.Use{Op: 12, Kind: 31}, reflect.Use{Op: 12, Kind: 32}},                        // Sqrt, InverseSqrt
	{&shaders.ProbeFloat, reflect.Use{Op: 12, Kind: 8}, reflect.Use{Op: 12, Kind: 3}},                          // Floor, Trunc
	{&shaders.ProbeFloat, reflect.Use{Op: 112}, reflect.Use{Op: 111}},                                          // ConvertUToF, ConvertSToF
	{&shaders.ProbeSubgroupVote, reflect.Use{Op: 335}, reflect.Use{Op: 334}},                                   // Any, All
	{&shaders.ProbeSubgroupArithmetic, reflect.Use{Op: 349}, reflect.Use{Op: 351}},                             // IAdd, IMul
	{&shaders.ProbeSubgroupArithmetic, reflect.Use{Op: 354}, reflect.Use{Op: 353}},                             // UMin, SMin
	{&shaders.ProbeSubgroupArithmetic, reflect.Use{Op: 357}, reflect.Use{Op: 356}},                             // UMax, SMax
	{&shaders.ProbeSubgroupArithmetic, reflect.Use{Op: 356}, reflect.Use{Op: 357}},                             // and back
	{&shaders.ProbeSubgroupShuffle, reflect.Use{Op: 345}, reflect.Use{Op: 346}},                                // Shuffle, ShuffleXor
	{&shaders.ProbeSubgroupShuffle, reflect.Use{Op: 346}, reflect.Use{Op: 345}},                                // and back
	{&shaders.ProbeSubgroupShuffleRelative, reflect.Use{Op: 347}, reflect.Use{Op: 348}},                        // ShuffleUp, ShuffleDown
	{&shaders.ProbeAtomic, reflect.Use{Op: 234}, reflect.Use{Op: 239}},                                         // AtomicIAdd, AtomicUMax
	{&shaders.ProbeAtomic, reflect.Use{Op: 237}, reflect.Use{Op: 236}},                                         // AtomicUMin, AtomicSMin
	{&shaders.ProbeAtomic, reflect.Use{Op: 239}, reflect.Use{Op: 238}},                                         // AtomicUMax, AtomicSMax
	{&shaders.ProbeAtomic, reflect.Use{Op: 241}, reflect.Use{Op: 242}},                                         // AtomicOr, AtomicXor
	{&shaders.ProbeAtomicShared, reflect.Use{Op: 234}, reflect.Use{Op: 239}},                                   // AtomicIAdd, AtomicUMax
	{&shaders.ProbeAtomicShared, reflect.Use{Op: 240}, reflect.Use{Op: 242}},                                   // AtomicAnd, AtomicXor
	{&shaders.ProbeAtomicShared, reflect.Use{Op: 242}, reflect.Use{Op: 241}},                                   // AtomicXor, AtomicOr
	{&shaders.ProbeDispatch, reflect.Use{Op: 71, Kind: builtIn | 24}, reflect.Use{Op: 71, Kind: builtIn | 26}}, // NumWorkgroups, WorkgroupId
}

// A device that takes one instruction for another is found by the probe of that instruction's feature, and of subgroup
// and atomic operations by no other.
func TestWrongInstructionIsFound(t *testing.T) {
	device := vktest.Open(t)
	for _, wrong := range instead {
		feature := featureOf[wrong.right]
		if 224 <= wrong.right.Op && wrong.right.Op <= 242 {
			storage := uint32(storageBuffer)
			if wrong.shader == &shaders.ProbeAtomicShared {
				storage = storageShared
			}
			feature = featureOf[reflect.Use{Op: wrong.right.Op, Kind: storage}]
		}
		module := replaced(t, moduleOf(t, wrong.shader), wrong.right, wrong.does)
		alone := wrong.right.Op >= 227 && !testing.Short()
		found := false
		for _, p := range All() {
			if p.shader != wrong.shader || p.Feature != feature && !alone {
				continue
			}
			if p.refusal(device.Info()) != "" {
				found = true // there is nothing to find
				continue
			}
			r := withModule(p, module).Run(t.Context(), device)
			if r.Verdict == Differs && r.Detail == "" || r.Verdict == Failed {
				t.Errorf("%s with instruction %v for %v: %s: %q", p.Name, wrong.does, wrong.right, r.Verdict, r.Detail)
			}
			if p.Feature == feature {
				found = found || r.Verdict == Differs
			} else if r.Verdict != OK {
				t.Errorf("%s: %s with instruction %v for %v, which it does not have: %s", p.Name, r.Verdict, wrong.does, wrong.right, r.Detail)
			}
		}
		if !found {
			t.Errorf("no probe of %q finds instruction %v for %v", feature, wrong.does, wrong.right)
		}
	}
}

// Software devices run one subgroup after another up to a barrier of the work-group, so that one which is missing shows.
func TestMissingBarrierIsFound(t *testing.T) {
	device := vktest.Open(t)
	if !device.Info().IsSoftware() {
		t.Skip("on a GPU a missing barrier may not show")
	}
	module := moduleOf(t, &shaders.ProbeMemory)
	for _, barrier := range []uint32{224, 225} { // of control, of memory
		module = replaced(t, module, reflect.Use{Op: barrier}, reflect.Use{})
	}
	for _, p := range memory {
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

// replaced returns a module with one kind of instruction for another; instruction 0 does nothing.
func replaced(t *testing.T, module []byte, right, does reflect.Use) []byte {
	t.Helper()
	words := view.Words(slices.Clone(module))
	times := 0
	for at := 5; at < len(words); { // behind the header
		length := int(words[at] >> 16)
		instruction := words[at : at+length]
		at += length
		if instruction[0]&0xFFFF != right.Op {
			continue
		}
		switch {
		case right.Op == 12 && instruction[4] != right.Kind, right.Op == 71 && (length != 4 || builtIn|instruction[3] != right.Kind):
			continue
		case right.Op == 12:
			instruction[4] = does.Kind
		case right.Op == 71:
			instruction[3] = does.Kind &^ builtIn
		case does.Op == 0:
			for i := range instruction {
				instruction[i] = 1 << 16
			}
		default:
			instruction[0] = instruction[0]&^0xFFFF | does.Op
		}
		times++
	}
	if times == 0 {
		t.Fatalf("the module has no instruction %v", right)
	}
	return view.Bytes(words)
}
