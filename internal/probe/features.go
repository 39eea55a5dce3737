package probe

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// Kinds of uses, numbered as in the SPIR-V specification.
const (
	storagePush, storageBuffer, storageShared = 9, 12, 4
	scopeDevice, scopeGroup, scopeSubgroup    = 1, 2, 3
	// Memory semantics of GLSL's barriers: acquire-release of buffers, of shared memory or of all
	// memory.
	orderBuffer, orderShared, orderAll = 0x48 << 8, 0x108 << 8, 0xD48 << 8
)

// featureOf maps instructions to the features that they rely on.
var featureOf = map[reflect.Use]string{
	{Op: 12, Kind: 5}:  "abs and sign", // SAbs
	{Op: 12, Kind: 7}:  "abs and sign", // SSign
	{Op: 12, Kind: 8}:  "float floor",
	{Op: 12, Kind: 31}: "float sqrt",
	{Op: 12, Kind: 32}: "float inversesqrt",
	{Op: 12, Kind: 38}: "min and max",                           // UMin
	{Op: 12, Kind: 39}: "min, max and clamp of signed integers", // SMin
	{Op: 12, Kind: 40}: "float max",                             // FMax
	{Op: 12, Kind: 41}: "min and max",                           // UMax
	{Op: 12, Kind: 42}: "min, max and clamp of signed integers", // SMax
	{Op: 12, Kind: 44}: "min and max",                           // UClamp
	{Op: 12, Kind: 45}: "min, max and clamp of signed integers", // SClamp
	{Op: 12, Kind: 50}: "float fma",
	{Op: 12, Kind: 73}: "findLSB",
	{Op: 12, Kind: 75}: "findMSB",

	{Op: 50}:                      specializationConstants,
	{Op: 59, Kind: storagePush}:   pushConstants,
	{Op: 59, Kind: storageShared}: allShared,
	{Op: 71, Kind: builtIn | 24}:  twoDimensions,     // NumWorkgroups
	{Op: 71, Kind: builtIn | 36}:  "subgroup layout", // SubgroupSize
	{Op: 71, Kind: builtIn | 38}:  "subgroup layout", // NumSubgroups
	{Op: 71, Kind: builtIn | 40}:  "subgroup layout", // SubgroupId
	{Op: 71, Kind: builtIn | 41}:  "subgroup layout", // SubgroupLocalInvocationId

	{Op: 109}: "float to integer",        // ConvertFToU
	{Op: 110}: "float floor",             // ConvertFToS, of a floor
	{Op: 111}: "signed integer to float", // ConvertSToF
	{Op: 112}: "integer to float",        // ConvertUToF
	{Op: 129}: "float addition",
	{Op: 131}: "float subtraction",
	{Op: 132}: "multiplication",
	{Op: 133}: "float multiplication",
	{Op: 134}: "division",                    // UDiv
	{Op: 135}: "division of signed integers", // SDiv
	{Op: 136}: "float division",
	{Op: 137}: "division", // UMod
	{Op: 149}: "uaddCarry",
	{Op: 150}: "usubBorrow",
	{Op: 151}: "umulExtended",
	{Op: 172}: "comparison", // UGreaterThan
	{Op: 173}: "comparison", // SGreaterThan
	{Op: 174}: "comparison", // UGreaterThanEqual
	{Op: 175}: "comparison", // SGreaterThanEqual
	{Op: 176}: "comparison", // ULessThan
	{Op: 177}: "comparison", // SLessThan
	{Op: 178}: "comparison", // ULessThanEqual
	{Op: 179}: "comparison", // SLessThanEqual
	{Op: 194}: "shift",      // ShiftRightLogical
	{Op: 195}: "shift of signed integers",
	{Op: 196}: "shift", // ShiftLeftLogical
	{Op: 203}: "bitfieldExtract",
	{Op: 205}: "bitCount",

	{Op: 224, Kind: scopeGroup}:                  "shared memory of a work-group",
	{Op: 224, Kind: scopeSubgroup}:               "shared memory of a subgroup",
	{Op: 225, Kind: orderBuffer | scopeDevice}:   "coherent buffer in a work-group",
	{Op: 225, Kind: orderAll | scopeGroup}:       "memory barrier of a work-group",
	{Op: 225, Kind: orderShared | scopeSubgroup}: "shared memory of a subgroup",
	{Op: 225, Kind: orderBuffer | scopeSubgroup}: "coherent buffer in a subgroup",

	{Op: 230, Kind: storageBuffer}: "atomicCompSwap, buffer",
	{Op: 234, Kind: storageBuffer}: "atomicAdd, buffer",
	{Op: 234, Kind: storageShared}: "atomicAdd, shared memory",
	{Op: 237, Kind: storageBuffer}: "atomicMin, buffer",
	{Op: 237, Kind: storageShared}: "atomicMin, shared memory",
	{Op: 238, Kind: storageShared}: "atomicMax of signed integers, shared memory",
	{Op: 239, Kind: storageBuffer}: "atomicMax, buffer",
	{Op: 239, Kind: storageShared}: "atomicMax, shared memory",
	{Op: 240, Kind: storageShared}: "atomicAnd, shared memory",
	{Op: 241, Kind: storageBuffer}: "atomicOr, buffer",
	{Op: 241, Kind: storageShared}: "atomicOr, shared memory",
	{Op: 242, Kind: storageShared}: "atomicXor, shared memory",

	{Op: 246}: loops, // LoopMerge

	{Op: 333}: "subgroupElect",
	{Op: 335}: "subgroupAny",
	{Op: 339}: "subgroupBallot",
	{Op: 345}: "subgroupShuffle",
	{Op: 346}: "subgroupShuffleXor",
	{Op: 347}: "subgroupShuffleUp",
	{Op: 349}: "subgroupAdd",
	{Op: 354}: "subgroupMin",
	{Op: 356}: "subgroupMax of signed integers",
	{Op: 357}: "subgroupMax",
}

const (
	builtIn = reflect.BuiltIn
	// From subgroupElect to subgroupQuadSwap.
	firstSubgroupOperation, lastSubgroupOperation = 333, 366
)

// FeaturesOf returns the features that a shader relies on, as Probe.Feature names them, in the
// order of All.
func FeaturesOf(s *shaders.Shader) ([]string, error) {
	module, err := s.SPIRV()
	if err != nil {
		return nil, err
	}
	uses, err := reflect.Uses(module)
	if err != nil {
		return nil, fmt.Errorf("features of shader %s: %w", s.Name, err)
	}
	// every stage relies on these
	used := map[string]bool{betweenDispatches: true, betweenSubmissions: true, largeDispatch: true}
	for use := range uses {
		used[featureOf[use]] = true
		if firstSubgroupOperation <= use.Op && use.Op <= lastSubgroupOperation {
			used[reconvergence] = true
		}
	}
	var features []string
	for _, p := range All() {
		if used[p.Feature] && !slices.Contains(features, p.Feature) {
			features = append(features, p.Feature)
		}
	}
	return features, nil
}
