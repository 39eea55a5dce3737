package lockstep

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// draw draws what a stage reads, in place of what earlier stages have left: numbers of all
// magnitudes, and few values with many ties.
type draw struct {
	stage   string
	buffers []string // that it changes
	colony  func(d drawer)
}

// drawer draws the data of a colony.
type drawer struct {
	*reference.Colony
	random *rand.Rand
	first  bool // of all colonies, which share constant tables
	matrix bool // the device has a matrix of distances
}

// draws are in no order: each stage has one at most.
var draws = []draw{
	{"choice", []string{"pheromone", "heuristic", "candidate_heuristic"}, drawer.choice},
	{"prefix", []string{"weights"}, drawer.rowWeights},
	{"construct", []string{"weights", "pheromone", "state"}, drawer.construct},
	{"evaluate", []string{"distances", "tours"}, drawer.evaluate},
	{"statistics", []string{"pheromone", "lengths"}, drawer.statistics},
	{"best", []string{"lengths", "state"}, drawer.best},
	{"depositors", []string{"lengths", "amounts", "state"}, drawer.depositors},
	{"schedule", []string{"tours", "lengths", "best_tour", "restart_tour", "state"}, drawer.schedule},
	{"evaporate", []string{"pheromone", "deposit_tour", "state"}, drawer.evaporate},
	{"deposit", []string{"pheromone", "tours", "amounts", "best_tour", "state"}, drawer.deposit},
	{"worst", []string{"pheromone", "tours", "lengths", "restart_tour", "state"}, drawer.worst},
}

// drawFor draws what a stage reads, if Drawn is set.
func (c *Classic) drawFor(stage string) error {
	at := slices.IndexFunc(draws, func(d draw) bool { return d.stage == stage })
	if c.Drawn == nil || at < 0 {
		return nil
	}
	for i, ref := range c.References {
		draws[at].colony(drawer{ref, c.Drawn, i == 0, c.Run.HasBuffer("distances")})
	}
	if stage == "evaluate" && len(c.References) > 1 && c.Drawn.IntN(4) == 0 {
		c.References[c.Drawn.IntN(len(c.References)-1)].State.Stop = model.Stalled // the last one runs
		if _, err := c.Upload("state"); err != nil {
			return err
		}
	}
	for _, buffer := range draws[at].buffers {
		words, err := c.Upload(buffer)
		if err == nil && buffer == "pheromone" {
			err = c.uploadDerived(words)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// uploadDerived uploads the buffers that are made from the trails.
func (c *Classic) uploadDerived(trails []uint32) error {
	derived, err := classic.DerivedTrails(c.Problem, c.Run, trails)
	if err != nil {
		return err
	}
	for buffer, words := range derived {
		if buffer == "raised" {
			words = slices.Repeat([]uint32{math.MaxUint32}, len(words)) // any trail may be the largest
		}
		if err := c.Run.Upload(buffer, 0, words); err != nil {
			return err
		}
	}
	return nil
}

// word draws words of all magnitudes, from 1 to the largest.
func (d drawer) word() uint32 { return max(1, d.random.Uint32()>>d.random.IntN(32)) }

// tour draws a tour. Where edges are fixed it is the tour of an ant: stages rely on tours that have them.
func (d drawer) tour(tour []uint32) {
	if d.Problem.HasFixed() {
		copy(tour, d.Tours[d.random.IntN(d.Problem.Ants)*d.Problem.Cities:])
		return
	}
	for place, city := range d.random.Perm(len(tour)) {
		tour[place] = uint32(city)
	}
}

func (d drawer) tours() {
	for ant := range d.Problem.Ants {
		d.tour(d.Tours[ant*d.Problem.Cities:][:d.Problem.Cities])
	}
}

// lengths draws lengths of a few values, so that there are ties.
func (d drawer) lengths() (length func() uint64) {
	bits := d.random.IntN(40)
	length = func() uint64 { return 1 + d.random.Uint64N(5)<<bits }
	for ant := range d.Lengths {
		d.Lengths[ant] = length()
	}
	return length
}

// trails draws trails between limits. With a matrix both directions of an edge have the same trail
// in a symmetric instance, as in every run.
func (d drawer) trails(least, most uint32) {
	if d.Problem.Algorithm == model.AlgorithmACS {
		least = d.Problem.Trail.Initial
	}
	for i := range d.Pheromone {
		if d.Problem.Memory != model.MemorySelective || i%2 == 1 { // a trail, not a city
			d.Pheromone[i] = max(least, min(d.word(), most))
		}
	}
	d.mirror(d.Pheromone)
}

// mirror copies the upper half of a matrix of a symmetric instance to the lower half.
func (d drawer) mirror(matrix []uint32) {
	n := d.Problem.Cities
	if !d.Problem.Symmetric || len(matrix) != n*n {
		return
	}
	for i := range n {
		for j := range i {
			matrix[i*n+j] = matrix[j*n+i]
		}
	}
}

func (d drawer) choice() {
	d.trails(1, math.MaxUint32)
	for i := range d.Heuristic {
		if i/d.Problem.Cities != i%d.Problem.Cities {
			d.Heuristic[i] = d.word()
		}
	}
	for i := range d.CandidateHeuristic {
		if d.first {
			d.CandidateHeuristic[i] = d.word()
		}
	}
}

// rowWeights draws weights whose sum of a row has 32 bits: of all magnitudes, few values, for which
// sums often equal the random number, and coarse ones, which ants replace by fine ones.
func (d drawer) rowWeights() {
	columns := uint32(len(d.Weights) / d.Problem.Cities)
	for i := range d.Weights {
		row, column := uint32(i)/columns, uint32(i)%columns
		switch {
		case columns == uint32(d.Problem.Cities) && row == column:
		case row%3 == 0:
			d.Weights[i] = max(1, d.word()/columns)
		case row%3 == 1:
			d.Weights[i] = 1<<glsl.FineBits + d.random.Uint32N(3)
		default:
			d.Weights[i] = 1 + d.random.Uint32N(3)
		}
	}
}

// construct draws weights, unless the stage prefix has summed them before, and trails.
func (d drawer) construct() {
	d.State.Iteration = d.random.Uint32N(1 << 30)
	if d.Sums == nil {
		d.rowWeights()
	}
	most := uint32(math.MaxUint32)
	if d.random.IntN(3) == 0 {
		most = 3
	}
	d.trails(1, max(most, d.Problem.Trail.Initial))
	if d.Problem.Memory == model.MemorySelective {
		d.records()
	}
}

// records draws records that have an edge at two places with different trails, as racing ants leave
// them. The first place counts.
func (d drawer) records() {
	for city := range d.Problem.Cities {
		list, _ := d.Lists.Of(uint32(city))
		record := d.Pheromone[city*model.RecordWords:][:model.RecordWords]
		for place, k := range d.random.Perm(model.SelectiveTrails) {
			record[2*place] = list[k/2%d.Problem.Candidates]
		}
	}
}

// evaluate draws tours and, of Ant System, distances from 0 to nearly 2³¹.
func (d drawer) evaluate() {
	d.tours()
	if !d.matrix {
		return
	}
	bits := 1 + d.random.IntN(32)
	for i := range d.Distances {
		d.Distances[i] = d.random.Uint32() >> bits
	}
	d.mirror(d.Distances)
}

func (d drawer) statistics() {
	d.trails(1, math.MaxUint32)
	bits := 20 + d.random.IntN(20)
	for ant := range d.Lengths {
		d.Lengths[ant] = 1<<50 + d.random.Uint64N(1<<bits)
	}
}

func (d drawer) best() { d.State.BestLength = d.lengths()() }

func (d drawer) depositors() {
	d.lengths()
	d.amounts()
	d.State.IterationAnt = uint32(d.ShortestAnt())
}

func (d drawer) amounts() {
	for tour := range d.Amounts {
		d.Amounts[tour] = d.random.Uint32N(d.Problem.Trail.Cap + 1)
	}
}

// schedule draws states with and without new best tours and converged trails, around all periods of
// the schedule.
func (d drawer) schedule() {
	d.tours()
	d.tour(d.BestTour)
	d.tour(d.RestartTour)
	s, m := &d.State, &d.State.MaxMin
	s.Iteration = 1 + d.random.Uint32N(700)
	if d.random.IntN(2) == 0 {
		s.Iteration = s.Iteration/100*100 + 1
	}
	s.IterationAnt = d.random.Uint32N(uint32(d.Problem.Ants))
	s.BestLength = 1 + d.random.Uint64N(1<<d.random.IntN(40))
	m.RestartLength = s.BestLength + d.random.Uint64N(3)
	m.Restart = s.Iteration - 1 - d.random.Uint32N(min(s.Iteration, 300))
	m.RestartBest = m.Restart + d.random.Uint32N(s.Iteration-m.Restart)
	if d.random.IntN(3) == 0 { // near the changes of the schedule
		s.Iteration += 300
		m.Restart = s.Iteration - 1 - []uint32{24, 74, 124, 249}[d.random.IntN(4)] - d.random.Uint32N(2)
		m.RestartBest = s.Iteration - []uint32{50, 250}[d.random.IntN(2)] - d.random.Uint32N(2)
	}
	m.Branches = uint32(2*d.Problem.Cities-2) + d.random.Uint32N(5)
	for ant := range d.Lengths {
		d.Lengths[ant] = s.BestLength + d.random.Uint64N(4)
	}
}

func (d drawer) evaporate() {
	if d.Problem.Algorithm != model.AlgorithmMMAS {
		d.trails(1, math.MaxUint32)
		return
	}
	m := &d.State.MaxMin
	m.Renewal = []model.Renewal{model.NoRenewal, model.SmoothTrails, model.ReinitialiseTrails}[d.random.IntN(3)]
	m.Max, m.Amount = []uint32{1, math.MaxUint32, d.word()}[d.random.IntN(3)], d.word()
	m.Min = 1 + d.random.Uint32N(m.Max)/2
	d.trails(m.Min, m.Max)
	d.tour(d.DepositTour)
}

func (d drawer) deposit() {
	switch d.Problem.Algorithm {
	case model.AlgorithmACS:
		d.trails(1, math.MaxUint32)
		d.tour(d.BestTour)
		d.State.BestLength = []uint64{1, d.Problem.StartLength}[d.random.IntN(2)]
	case model.AlgorithmAS:
		d.tours()
		d.amounts()
	}
}

// worst draws tours that have nearly the edges of the best one, which restart the trails, and others.
func (d drawer) worst() {
	d.trails(1, math.MaxUint32)
	d.tours()
	d.tour(d.RestartTour)
	copy(d.Tours[d.Problem.Ants*d.Problem.Cities:], d.RestartTour)
	d.State.Iteration = 4_000
	d.State.MaxMin.Restart = []uint32{0, 1, 900, 3_000, 3_999}[d.random.IntN(5)]
	same, bits := d.random.IntN(3) == 0, d.random.IntN(40)
	for ant := range d.Lengths {
		d.Lengths[ant] = 1 + d.random.Uint64N(3)<<bits
		if same {
			copy(d.Tours[ant*d.Problem.Cities:], d.RestartTour)
		}
	}
}
