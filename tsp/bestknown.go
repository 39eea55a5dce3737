package tsp

import "strings"

// BestKnown returns the length of the best known tour of a published instance, by its name. The name may have the extension
// .tsp or .atsp. Instances of the DIMACS challenge are also known by the names that generators give them: E1k.0 is
// uniform-1000-1000 of [Generate] and portgen-1000-1000 of the challenge's own generator.
//
// The lengths of TSPLIB's instances are proven to be optimal (Reinelt, "Optimal solutions for symmetric TSPs" and "Best
// known solutions for asymmetric TSPs", TSPLIB95); for dsj1000 with the metric CEIL_2D. The length of mona-lisa100K is the
// best published one (Nagata 2009). The lengths of the challenge's instances are the best of its pages and of Helsgaun's
// tables; those of E1k are proven to be optimal.
func BestKnown(name string) (length int64, ok bool) {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".tsp"), ".atsp")
	if challenge := challengeName(name); challenge != "" {
		name = challenge
	}
	for _, table := range []map[string]int64{bestSymmetric, bestAsymmetric, bestChallenge} {
		if length, ok = table[name]; ok {
			return length, true
		}
	}
	return 0, false
}

// bestSymmetric are TSPLIB's symmetric instances, and mona-lisa100K. linhp318 is left out: its optimum has a fixed edge.
var bestSymmetric = map[string]int64{
	"a280": 2579, "ali535": 202339, "att48": 10628, "att532": 27686, "bayg29": 1610, "bays29": 2020, "berlin52": 7542,
	"bier127": 118282, "brazil58": 25395, "brd14051": 469385, "brg180": 1950, "burma14": 3323, "ch130": 6110,
	"ch150": 6528, "d198": 15780, "d493": 35002, "d657": 48912, "d1291": 50801, "d1655": 62128, "d2103": 80450,
	"d15112": 1573084, "d18512": 645238, "dantzig42": 699, "dsj1000": 18660188, "eil51": 426, "eil76": 538,
	"eil101": 629, "fl417": 11861, "fl1400": 20127, "fl1577": 22249, "fl3795": 28772, "fnl4461": 182566, "fri26": 937,
	"gil262": 2378, "gr17": 2085, "gr21": 2707, "gr24": 1272, "gr48": 5046, "gr96": 55209, "gr120": 6942,
	"gr137": 69853, "gr202": 40160, "gr229": 134602, "gr431": 171414, "gr666": 294358, "hk48": 11461,
	"kroA100": 21282, "kroB100": 22141, "kroC100": 20749, "kroD100": 21294, "kroE100": 22068, "kroA150": 26524,
	"kroB150": 26130, "kroA200": 29368, "kroB200": 29437, "lin105": 14379, "lin318": 42029, "nrw1379": 56638,
	"p654": 34643, "pa561": 2763, "pcb442": 50778, "pcb1173": 56892, "pcb3038": 137694, "pla7397": 23260728,
	"pla33810": 66048945, "pla85900": 142382641, "pr76": 108159, "pr107": 44303, "pr124": 59030, "pr136": 96772,
	"pr144": 58537, "pr152": 73682, "pr226": 80369, "pr264": 49135, "pr299": 48191, "pr439": 107217, "pr1002": 259045,
	"pr2392": 378032, "rat99": 1211, "rat195": 2323, "rat575": 6773, "rat783": 8806, "rd100": 7910, "rd400": 15281,
	"rl1304": 252948, "rl1323": 270199, "rl1889": 316536, "rl5915": 565530, "rl5934": 556045, "rl11849": 923288,
	"si175": 21407, "si535": 48450, "si1032": 92650, "st70": 675, "swiss42": 1273, "ts225": 126643, "tsp225": 3916,
	"u159": 42080, "u574": 36905, "u724": 41910, "u1060": 224094, "u1432": 152970, "u1817": 57201, "u2152": 64253,
	"u2319": 234256, "ulysses16": 6859, "ulysses22": 7013, "usa13509": 19982859, "vm1084": 239297, "vm1748": 336556,
	"mona-lisa100K": 5757191,
}

// bestAsymmetric are TSPLIB's asymmetric instances.
var bestAsymmetric = map[string]int64{
	"br17": 39, "ft53": 6905, "ft70": 38673, "ftv33": 1286, "ftv35": 1473, "ftv38": 1530, "ftv44": 1613,
	"ftv47": 1776, "ftv55": 1608, "ftv64": 1839, "ftv70": 1950, "ftv90": 1579, "ftv100": 1788, "ftv110": 1958,
	"ftv120": 2166, "ftv130": 2307, "ftv140": 2420, "ftv150": 2611, "ftv160": 2683, "ftv170": 2755, "kro124p": 36230,
	"p43": 5620, "rbg323": 1326, "rbg358": 1163, "rbg403": 2465, "rbg443": 2720, "ry48p": 14422,
}

// bestChallenge are the uniform (E) and clustered (C) instances of the DIMACS challenge.
var bestChallenge = map[string]int64{
	"E1k.0": 23360648, "E1k.1": 22985695, "E1k.2": 23023351, "E1k.3": 23149856, "E1k.4": 22698717, "E1k.5": 23192391,
	"E1k.6": 23349803, "E1k.7": 22882343, "E1k.8": 23027023, "E1k.9": 23356256, "E10k.0": 71865826,
	"E10k.1": 72031630, "E10k.2": 71822483, "E31k.0": 127281803, "E31k.1": 127452384, "E100k.0": 225783795,
	"E100k.1": 225653450, "E316k.0": 401294850, "E1M.0": 713176566, "E3M.0": 1267295473, "E10M.0": 2253040346,
	"C1k.0": 11387430, "C1k.1": 11376735, "C1k.2": 10855033, "C1k.3": 11886457, "C1k.4": 11499958, "C1k.5": 11394911,
	"C1k.6": 10166701, "C1k.7": 10664660, "C1k.8": 11605723, "C1k.9": 10906997, "C3k.0": 19198258, "C3k.1": 19017805,
	"C3k.2": 19547551, "C3k.3": 19108508, "C3k.4": 18864046, "C10k.0": 33001034, "C10k.1": 33186248,
	"C10k.2": 33155424, "C31k.0": 59545390, "C31k.1": 59293266, "C100k.0": 104617752, "C100k.1": 105385439,
	"C316k.0": 186834550,
}
