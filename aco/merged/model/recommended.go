package model

// recommendation is what suits instances of a size, of those with at most so many cities.
type recommendation struct {
	cities      int
	colonies    int
	kick        int
	temperature float64 // where annealing starts, as a part of Model.Spread
}

// recommendations lists sizes from the smallest on. Where there are few cities, several tours at once leave no part of a device without work.
var recommendations = []recommendation{
	{5_000, 16, 150, 0.7},
	{15_000, 8, 300, 0.7},
	{30_000, 8, 400, 0.7},
	{60_000, 4, 400, 0.6},
	{MaxCities, 1, 1000, 0.55},
}

const (
	// citiesPerAnt is how many cities there are to each ant of a colony: with more ants most long changes are in each other's way.
	citiesPerAnt = 8
	minAnts      = 128
	// recommendedWidth is the candidates of a city, of which quadrantOnes a quadrant are taken whatever lies nearer in other ones.
	recommendedWidth = 8
	perQuadrant      = 1
	// secondWidth, of Model.
	secondWidth = 5
	// DefaultScales is what Settings.Scales is in all runs.
	DefaultScales = 4
	// period is iterations between checks. One takes far less time than the ants of an iteration.
	period = 8
)

// Recommended returns the parameters that solve instances of so many cities best. Nothing here is chosen by the device.
func Recommended(cities int) Parameters {
	p := Parameters{
		Ants: min(max(cities/citiesPerAnt, minAnts), MaxAnts), Candidates: min(recommendedWidth, cities-1), Pheromone: PheromoneOff, Seed: 1,
	}
	for _, b := range recommendations {
		if cities <= b.cities {
			p.Colonies, p.Kick, p.Temperature = b.colonies, b.kick, b.temperature
			break
		}
	}
	return p
}
