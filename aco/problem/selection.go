package problem

// Selection is a way to choose an ant's next city. All but SelectIRoulette and SelectTiled follow the random proportional
// rule, up to the rounding of weights to integers; they take other random words, so their tours differ, except those of
// SelectScan and SelectTile, and those of SelectCursor and SelectCursorTile.
type Selection string

const (
	// SelectScan is roulette over all unvisited cities in ascending order (Uchida et al. 2014, SelectWithoutCompression).
	SelectScan Selection = "scan"
	// SelectTile is SelectScan by sums of tiles, of which only the chosen one is scanned (Zhou et al. 2017, TR, section B.4.1).
	SelectTile Selection = "tile"
	// SelectCompress is roulette over the list of the unvisited cities, which is ascending at first; the last one takes the
	// chosen one's place (Uchida et al. 2014, SelectWithCompression).
	SelectCompress Selection = "compress"
	// SelectCursor is the same with the tour itself as the list: the chosen city is swapped with the one at the cursor, the
	// first of the list (Zhou et al. 2017, STC, section B.4.2).
	SelectCursor Selection = "cursor"
	// SelectCursorTile is SelectCursor by sums of tiles.
	SelectCursorTile Selection = "cursor-tile"
	// SelectTrial draws from all cities, up to Trials times, until one is unvisited; then it scans (Uchida et al. 2014,
	// SelectWithStochasticTrial).
	SelectTrial Selection = "trial"
	// SelectHybrid is SelectTrial until Rest cities are left, then SelectCompress (Uchida et al. 2014, section 4.2.4).
	SelectHybrid Selection = "hybrid"
	// SelectNear draws, up to Trials times, from the unvisited ones of the NearCities nearest cities and all the other
	// cities, visited or not, until an unvisited city comes; then it scans. When Rest cities are left, SelectCompress. It
	// is SelectHybrid with the cities that weigh most taken out of what can fail.
	SelectNear Selection = "near"
	// SelectIRoulette takes the city whose weight times a random word of its own is largest, of equal ones the first
	// (Cecilia et al. 2013, I-Roulette). This is not the random proportional rule: heavy cities win more often than by it.
	SelectIRoulette Selection = "iroulette"
	// SelectTiled draws a city by roulette in each tile of Tile cities and takes the heaviest of those, of equal ones the
	// first (Cecilia et al. 2013, section 3.2.2). This is not the random proportional rule either.
	SelectTiled Selection = "tiled"
)

// Selections lists all of them.
var Selections = []Selection{
	SelectScan, SelectTile, SelectCompress, SelectCursor, SelectCursorTile, SelectTrial, SelectHybrid, SelectNear, SelectIRoulette, SelectTiled,
}

const (
	// defaultTrials is what was fastest; see docs/performance.md.
	defaultTrials = 16
	// uchidaTrials and uchidaVisited are what Uchida et al. 2014, section 5.1, found best for the hybrid: eight trials, and the
	// list when 85% of the cities are visited.
	uchidaTrials, uchidaVisited = 8, 85
	nearTrials, nearRest        = 31, 128
	// defaultTile is the work-group that Cecilia et al. 2013, table 3, found best, one city an invocation.
	defaultTile = 128
)

// MaxTrials bounds the trials of a step: with the roulette's they take 32 random words, eight blocks of the generator, so
// that work-groups of eight invocations make them at once. More were not faster; see docs/performance.md.
const MaxTrials = 31

// UsesTrials says whether a selection makes trials, on the running sums of all weights.
func (s Selection) UsesTrials() bool { return s == SelectTrial || s == SelectHybrid || s == SelectNear }

// FirstListStep returns the step of a tour from which on a work-group keeps the unvisited cities as a list: 0 if from the start city
// on, the number of cities if never, as with SelectNear, whose ants keep theirs by themselves. SelectHybrid chooses no start city, so its list begins at step 1 at the earliest.
func (p Parameters) FirstListStep(cities int) int {
	switch p.Selection {
	case SelectCompress, SelectCursor, SelectCursorTile:
		return 0
	case SelectHybrid:
		return max(1, cities-p.Rest)
	}
	return cities
}

// chooseSelection fills in the selection that was left open and what belongs to it.
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

// validateSelection refuses what a selection does not have.
func (p Parameters) validateSelection() error {
	known := false
	for _, s := range Selections {
		known = known || s == p.Selection
	}
	if !known {
		return Errorf("selection %q: there are %v", p.Selection, Selections)
	}
	for _, n := range []struct {
		name        string
		value, most int
		has         bool
	}{
		{"trials", p.Trials, MaxTrials, p.Selection.UsesTrials()},
		{"rest", p.Rest, maxAnts, p.Selection == SelectHybrid || p.Selection == SelectNear},
		{"tile", p.Tile, maxAnts, p.Selection == SelectTiled},
	} {
		if !n.has && n.value != 0 {
			return Errorf("%s %d: selection %s has none", n.name, n.value, p.Selection)
		}
		if n.has && (n.value < 1 || n.value > n.most) {
			return Errorf("%s %d: between 1 and %d can be used", n.name, n.value, n.most)
		}
	}
	return nil
}
