package model

// recommendation has the parameters for instances of at most this many cities.
type recommendation struct {
	cities      int
	colonies    int
	kick        int
	temperature float64 // initial temperature as a fraction of Model.Spread
}

// recommendations is in ascending order of size. On small instances several colonies are needed to occupy a device.
var recommendations = []recommendation{
	{5_000, 16, 150, 0.7},
	{15_000, 8, 300, 0.7},
	{30_000, 8, 400, 0.7},
	{60_000, 4, 400, 0.6},
	{MaxCities, 1, 1000, 0.55},
}

const (
	// citiesPerAnt is the number of cities per ant of a colony. With more ants most long changes conflict.
	citiesPerAnt = 8
	minAnts      = 128
	// recommendedWidth is the number of candidates of a city.
	recommendedWidth = 8
	// secondWidth is Model.SecondWidth.
	secondWidth = 5
	// recommendedNoise is large enough for tours of another structure on instances with rows or clusters (docs/performance.md).
	recommendedNoise = 0.4
	// DefaultScales is Settings.Scales in all runs.
	DefaultScales = 4
	// period is the number of iterations between checks. A check takes much less time than the ants of an iteration.
	period = 8
)

// Recommended returns the best known parameters for the number of cities. They do not depend on the device.
func Recommended(cities int) Parameters {
	p := Parameters{
		Ants: min(max(cities/citiesPerAnt, minAnts), MaxAnts), Candidates: min(recommendedWidth, cities-1), Noise: recommendedNoise, Pheromone: PheromoneOff, Seed: 1,
	}
	for _, b := range recommendations {
		if cities <= b.cities {
			p.Colonies, p.Kick, p.Temperature = b.colonies, b.kick, b.temperature
			break
		}
	}
	return p
}
