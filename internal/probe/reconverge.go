package probe

import "github.com/aco-vk/aco-vk/shaders"

const reconvergence = "reconvergence of subgroups"

// reconverging lists the probes of reconverge.comp.
var reconverging = []Probe{
	reconverge("subgroupAdd behind divergent code", 0, func(all []invocation, _ invocation) uint32 {
		sum := uint32(0)
		for _, one := range all {
			sum += 1 + divergentWord(one.value, one.argument)>>31<<16
		}
		return sum
	}),
	optional(reconverge("subgroupAdd in a divergent loop", 1, func(all []invocation, me invocation) uint32 {
		word := uint32(0)
		for turn := range me.argument {
			count := uint32(0) // of the invocations that make this turn
			for _, one := range all {
				count += bit(one.argument > turn, 0)
			}
			word = word*31 + count
		}
		return word
	})),
}

// reconverge returns the probe of an operation. Its argument is a number of turns, which differs
// in a subgroup.
func reconverge(name string, operation uint32, want func(all []invocation, me invocation) uint32) Probe {
	turns := func(l launch) []uint32 {
		all := groupWords(l, 26)
		for i := range all {
			all[i] &= 15
		}
		return all
	}
	p := subgroupProbe(name, &shaders.ProbeReconverge, operation, "arithmetic", turns, want)
	p.Feature = reconvergence
	return p
}

// optional returns the probe as one of what no shader relies on.
func optional(p Probe) Probe {
	p.optional = true
	return p
}

// divergentWord returns the word of an invocation behind the loop and the branch.
func divergentWord(word, turns uint32) uint32 {
	for range turns {
		word = word*1664525 + 1013904223
		if word>>30 == 0 {
			continue
		}
		if word>>28 == 15 {
			break
		}
	}
	if word&1 == 0 {
		return word + turns
	}
	for turn := word & 7; turn > 0; turn-- {
		word ^= word << 3
	}
	return word
}

// UsedBy returns the feature that the probes of a feature use, "" for none that has probes of its
// own.
func UsedBy(feature string) string {
	if feature == reconvergence {
		return "subgroupAdd"
	}
	return ""
}
