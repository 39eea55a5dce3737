package model

import (
	"math"
	"time"
)

// recommendation has the parameters for instances of at most this many cities.
type recommendation struct {
	cities      int
	colonies    int
	kick        int
	temperature float64 // initial temperature as a fraction of Model.Spread
}

// recommendations is in ascending order of size. On small instances several colonies are needed to
// occupy a device. Kicks are long because repairs undo short ones more often. Uniform cities want
// a higher temperature, and clusters do not: E1M.0 was best with .75 to .9, pla85900 with .55.
var recommendations = []recommendation{
	{5_000, 16, 150, 0.7},
	{15_000, 8, 300, 0.7},
	{30_000, 8, 400, 0.7},
	{60_000, 4, 400, 0.6},
	{200_000, 1, 1000, 0.55},
	{MaxCities, 1, 1000, 0.8},
}

const (
	// citiesPerAnt is the number of cities per ant of a colony. With more ants most long changes
	// conflict.
	citiesPerAnt = 8
	minAnts      = 128
	// manyCities is the number of cities above which there is an ant for every citiesPerAntOfMany
	// cities, and at most mostAnts. More ants of a large instance make more changes a second, because
	// a merge is for more of them, but more changes conflict: E1M.0 accepted 71% of the changes of
	// 32,768 ants, 62% of 65,536, 50% of 125,000 and 33% of 250,000. After 8 s on an H200 E316k.0
	// was at .184% with 39,528 ants, .156% with 20,000 and .161% with 10,000. E1M.0 was at .231%
	// with 65,536 ants and .217% with 32,768 (means of two seeds); after 9 s it was at .22% with
	// 65,536, .25% with 125,000, .30% with 250,000 and .37% with 500,000.
	manyCities         = 200_000
	citiesPerAntOfMany = 16
	mostAnts           = 1 << 15
	// From citiesPerHugeAnt·mostAnts cities on there are more ants, up to hugeAnts, because the merge
	// takes long. After 30 s E10M.0 was at .29% with 65,536 ants, .30% with 262,144 and .37% with
	// 1,048,576. With 32,768 ants, two seconds less and 16% fewer ants a second it was at .32%.
	citiesPerHugeAnt = 150
	hugeAnts         = 1 << 16
	// Several GPUs have hugeAnts each, with at least citiesPerGroupAnt cities per ant, because each
	// merges the changes of all. After 60 s on four H200 E10M.0 was at .175% with 65,536 ants, .162%
	// with 262,144 and .180% with 524,288.
	citiesPerGroupAnt = 38
	// recommendedWidth is the number of candidates of a city. E100k.0 was at .347% with 6, .305%
	// with 8 and .309% with 10.
	recommendedWidth = 8
	// secondWidth is Model.SecondWidth.
	secondWidth = 5
	// recommendedNoise is large enough for tours of another structure on instances with rows or
	// clusters: rl1304 and d1655 are optimal after 2 s on an H200, and .16% and .65% above from
	// one tour for all.
	recommendedNoise = 0.4
	// DefaultScales is Settings.Scales in all runs.
	DefaultScales = 4
	// period is the number of iterations between checks. A check takes much less time than the
	// ants of an iteration.
	period = 8
)

// recommendedAnts returns the number of ants of a colony.
func recommendedAnts(cities int) int {
	if cities <= manyCities {
		return max(cities/citiesPerAnt, minAnts)
	}
	return max(min(cities/citiesPerAntOfMany, mostAnts), min(cities/citiesPerHugeAnt, hugeAnts))
}

// GroupAnts returns the number of ants of one colony on which a number of discrete GPUs works until a
// time limit. 0: the number from Recommended.
func GroupAnts(cities, gpus int) int {
	ants := min(hugeAnts*gpus, cities/citiesPerGroupAnt)
	if gpus < 2 || ants <= hugeAnts {
		return 0
	}
	return ants
}

// Recommended returns the best known parameters for the number of cities. They do not depend on
// the device.
func Recommended(cities int) Parameters {
	p := Parameters{
		Ants: recommendedAnts(cities), Candidates: min(recommendedWidth, cities-1),
		Noise: recommendedNoise, Seed: 1,
	}
	for _, b := range recommendations {
		if cities <= b.cities {
			p.Colonies, p.Kick, p.Temperature = b.colonies, b.kick, b.temperature
			break
		}
	}
	return p
}

const (
	// Up to smallPopulation cities, a population of n colonies needs a time limit of
	// n·colonyTime·√cities. Fitted to the best of 8, 16 and 32 colonies on instances of 3000 to 100,000
	// cities with limits of 2 to 30 s on an H200. With less time per colony their tours are too long.
	smallPopulation = 12_000
	colonyTime      = 4500 * time.Microsecond
	// With fewer than these colonies one is better where Recommended says so. Of more cities, E1M.0 ended
	// after 20 s at .159% with 6 and at .151% with one, E316k.0 after 5 s at .202% with 5 and at .185% with
	// one; after 30 s E1M.0 ended at .116% with 10 and at .134% with one. More than maxPopulation, or
	// maxLargePopulation of more cities, were not measured.
	minPopulation, minLargePopulation = 4, 8
	maxPopulation, maxLargePopulation = 32, 64
	// Above, a colony needs largeColonyTime·√cities and sweepTime·cities, about 36 to 54 sweeps on an
	// H200. There more colonies ended with shorter tours. After 10 s usa13509 ended at .012, .010 and
	// .005% with 20, 32 and 64, and E31k.0 at .036, .028 and .030% with 12, 32 and 56. After 30 s
	// E316k.0 ended at .103, .091, .068 and .057% with 1, 8, 16 and 32. After 60 s E1M.0 ended at .112
	// and .094% with 1 and 10. With too few sweeps they did not. After 10 s E1M.0 ended at .199% with
	// one colony and at .238% with 4, which had 32 sweeps each. E100k.0 ended at .077% with 32, which
	// had 28 sweeps, and at .089% with 56, which had 17.
	largeColonyTime = time.Millisecond
	sweepTime       = 3 * time.Microsecond
	// maxPopulationPlaces bounds the cities of all tours, and so memory and time to recombine them.
	maxPopulationPlaces = 10_500_000
)

// Times of an ant in an iteration, measured with 50 to 3000 cities.
const (
	ProcessorAntTime = 20 * time.Microsecond // on one core, in the reference
	SoftwareAntTime  = 2 * ProcessorAntTime  // on one core, by a software device
)

// A colony of a population needs the time of populationSweeps sweeps and populationIterations
// iterations: about twice what each of 4 colonies needed to end with as short a tour as one colony in
// the same time, 54 iterations with 200 cities and 80 with 1000. With less, one colony was better than
// 2, 4, 8 and 16 on uniform and clustered instances of 200 to 3000 cities with 30 ms to 3 s.
const (
	populationSweeps     = 18
	populationIterations = 36
)

// ColoniesWithin returns the most colonies that have enough time on the processor or on a software
// device, 1 if a population has not. antTime is the time of an ant if all cores work.
func ColoniesWithin(limit time.Duration, cities int, antTime time.Duration) int {
	ants := recommendedAnts(cities)
	work := populationSweeps*float64(cities) + populationIterations*float64(ants) // ants of a colony
	colonies := int(limit.Seconds() / (work * antTime.Seconds()))
	if colonies < minPopulation {
		return 1
	}
	return colonies
}

// MinPopulation returns the least colonies of a population that is better than one colony.
func MinPopulation(cities int) int {
	if cities > smallPopulation {
		return minLargePopulation
	}
	return minPopulation
}

// PopulationWithin returns the number of colonies for a run with a time limit on a number of discrete
// GPUs. 0: the number from Recommended. The GPUs share the colonies, so each colony has as many times
// the time. After 20 s on two H200 E1M.0 ended at .112% with the 10 colonies for 40 s on one, at .129%
// with 6, and at .143% with one, on which both worked.
func PopulationWithin(limit time.Duration, cities, gpus int) int {
	root, most := math.Sqrt(float64(cities)), maxPopulation
	each := colonyTime.Seconds() * root
	if cities > smallPopulation {
		each = max(largeColonyTime.Seconds()*root, sweepTime.Seconds()*float64(cities))
		most = min(maxLargePopulation, maxPopulationPlaces/cities)
	}
	colonies := min(int(limit.Seconds()*float64(gpus)/each), most)
	if colonies < MinPopulation(cities) {
		return 0
	}
	return colonies
}
