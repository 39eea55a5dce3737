package model

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/option"
)

// Selection is the method of choosing an ant's next city in Ant System. All but SelectIRoulette
// and SelectTiled implement the random proportional rule, up to the rounding of weights to
// integers. They use random words differently, so their tours differ; the exceptions are
// SelectScan and SelectTile, and SelectCursor and SelectCursorTile, which give equal tours.
type Selection string

const (
	// SelectScan is roulette over all unvisited cities in ascending order (Uchida et al. 2014,
	// SelectWithoutCompression).
	SelectScan Selection = "scan"
	// SelectTile is SelectScan with sums of tiles. Only the chosen tile is scanned (Zhou et al.
	// 2017, TR, section B.4.1).
	SelectTile Selection = "tile"
	// SelectCompress is roulette over the list of the unvisited cities, which is ascending at
	// first. The last city replaces the chosen one (Uchida et al. 2014, SelectWithCompression).
	SelectCompress Selection = "compress"
	// SelectCursor is the same with the tour itself as the list. The chosen city is swapped with
	// the city at the cursor, the first of the list (Zhou et al. 2017, STC, section B.4.2).
	SelectCursor Selection = "cursor"
	// SelectCursorTile is SelectCursor with sums of tiles.
	SelectCursorTile Selection = "cursor-tile"
	// SelectTrial draws from all cities, up to Trials times, until the city is unvisited. If all
	// trials fail, it scans (Uchida et al. 2014, SelectWithStochasticTrial).
	SelectTrial Selection = "trial"
	// SelectHybrid is SelectTrial until Rest cities are unvisited, then SelectCompress (Uchida et
	// al. 2014, section 4.2.4).
	SelectHybrid Selection = "hybrid"
	// SelectNear is SelectHybrid with trials that fail less often: it draws from the unvisited
	// cities among the NearCities nearest ones and from all other cities, visited or not.
	SelectNear Selection = "near"
	// SelectIRoulette takes the city with the largest product of weight and a random word of its
	// own, the first of equal ones (Cecilia et al. 2013, I-Roulette). It prefers heavy cities more
	// than the random proportional rule does.
	SelectIRoulette Selection = "iroulette"
	// SelectTiled draws a city by roulette in each tile of Tile cities and takes the heaviest of
	// them, the first of equal ones (Cecilia et al. 2013, section 3.2.2). It prefers heavy cities
	// more than the random proportional rule does.
	SelectTiled Selection = "tiled"
)

// Selections lists all of them.
var Selections = []Selection{
	SelectScan, SelectTile, SelectCompress, SelectCursor, SelectCursorTile, SelectTrial, SelectHybrid, SelectNear,
	SelectIRoulette, SelectTiled,
}

const (
	// defaultTrials was the fastest: an iteration with 4, 8, 16 and 31 trials took 1.07, 1.02,
	// 1.03 and 1.10 ms at pr1002 and 5.09, 4.54, 4.31 and 4.23 ms at pr2392 on an H200.
	defaultTrials = 16
	// uchidaTrials and uchidaVisited are the optimum of Uchida et al. 2014, section 5.1: eight
	// trials, and the list when 85% of the cities are visited.
	uchidaTrials, uchidaVisited = 8, 85
	nearTrials, nearRest        = 31, 128
	// defaultTile is the fastest work-group of Cecilia et al. 2013, table 3, with one city per
	// invocation.
	defaultTile = 128
)

// MaxTrials is the greatest number of trials per step. With the word of the roulette they need 32
// random words, eight blocks of the generator, which a work-group of eight invocations computes at
// once. Selection near makes so many: at pr2392 its construction took 2.25, 2.18 and 2.15 ms with
// 16, 24 and 31.
const MaxTrials = 31

// UsesTrials reports whether the selection makes trials, which need running sums of the weights.
func (p Parameters) UsesTrials() bool {
	return p.Selection == SelectTrial || p.Selection == SelectHybrid || p.Selection == SelectNear
}

// FirstListStep returns the first step of a tour with a list of the unvisited cities. 0 is the
// start city; the number of cities means never. SelectNear returns the latter, because its ants
// are subgroups and keep their own lists. The start city of SelectHybrid is not drawn from its
// list, so its list begins at step 1 at the earliest.
func (p Parameters) FirstListStep(cities int) int {
	switch p.Selection {
	case SelectCompress, SelectCursor, SelectCursorTile:
		return 0
	case SelectHybrid:
		return max(1, cities-p.Rest)
	}
	return cities
}

// chooseSelection sets the defaults of the selection and its parameters.
func (p *Parameters) chooseSelection(cities int) {
	if p.Selection == "" {
		p.Selection = SelectNear // the fastest from 198 cities on; fewer were not measured
	}
	switch {
	case p.Selection == SelectTrial && p.Trials == 0:
		p.Trials = defaultTrials
	case p.Selection == SelectHybrid && p.Trials == 0:
		p.Trials = uchidaTrials
	}
	if p.Selection == SelectHybrid && p.Rest == 0 {
		p.Rest = max(1, cities-cities*uchidaVisited/100)
	}
	if p.Selection == SelectNear && p.Trials == 0 {
		p.Trials = nearTrials
	}
	if p.Selection == SelectNear && p.Rest == 0 {
		p.Rest = min(nearRest, max(1, cities/8))
	}
	if p.Selection == SelectTiled && p.Tile == 0 {
		p.Tile = defaultTile
	}
}

// validateSelection checks the selection and its parameters.
func (p Parameters) validateSelection() error {
	if !slices.Contains(Selections, p.Selection) {
		return option.Refuse(option.Selection, "%q: use one of %v", p.Selection, Selections)
	}
	for _, n := range []struct {
		name        string
		value, most int
		has         bool
	}{
		{option.Trials, p.Trials, MaxTrials, p.UsesTrials()},
		{option.Rest, p.Rest, maxAnts, p.Selection == SelectHybrid || p.Selection == SelectNear},
		{option.Tile, p.Tile, maxAnts, p.Selection == SelectTiled},
	} {
		if !n.has && n.value != 0 {
			return option.Refuse(n.name, "%d: selection %s has none", n.value, p.Selection)
		}
		if n.has && (n.value < 1 || n.value > n.most) {
			return option.Refuse(n.name, "%d: use 1 to %d", n.value, n.most)
		}
	}
	return nil
}
