package analysis

import (
	"math"

	"github.com/aco-vk/aco-vk/internal/statistics"
	"github.com/aco-vk/aco-vk/study/experiment"
)

// values returns the lengths of the runs as numbers.
func (c *Cell) values() []float64 {
	list := make([]float64, len(c.Runs))
	for i, r := range c.Runs {
		list[i] = float64(r.Length)
	}
	return list
}

// summary describes the lengths of the runs.
func (c *Cell) summary() statistics.Summary {
	lengths := make([]int64, len(c.Runs))
	for i, r := range c.Runs {
		lengths[i] = r.Length
	}
	return statistics.Summarize(lengths)
}

// gap returns by how many percent a length exceeds the reference.
func (in *Instance) gap(length float64) float64 {
	reference := float64(in.Reference)
	if reference == 0 {
		if length == 0 {
			return 0
		}
		return math.Inf(1)
	}
	return 100 * (length - reference) / reference
}

// reaches reports whether a length has at most a gap in percent.
func (in *Instance) reaches(length int64, percent float64) bool {
	return float64(length-in.Reference)*100 <= percent*float64(in.Reference)
}

// Budget is what runs spend, and what a figure shows on its horizontal axis.
type Budget string

// The budgets.
const (
	Iterations Budget = "iterations"
	Tours      Budget = "tours" // that ants construct
	Seconds    Budget = "seconds"
)

// Budgets lists the budgets.
var Budgets = []Budget{Iterations, Tours, Seconds}

// spent returns the whole budget of a run.
func (b Budget) spent(r *experiment.Row) float64 {
	return b.at(experiment.Found{Iteration: r.Iterations, Tours: r.Tours, Seconds: r.Seconds})
}

// at returns the budget at a tour.
func (b Budget) at(f experiment.Found) float64 {
	switch b {
	case Iterations:
		return float64(f.Iteration)
	case Tours:
		return float64(f.Tours)
	}
	return f.Seconds
}

// has reports whether the runs of a cell have a budget. Runs whose ants change parts of a tour have
// no number of tours, and runs of other programs may lack any budget, also in their improvements. An
// improvement in less than the least step of a clock has 0 seconds.
func (c *Cell) has(b Budget) bool {
	for i := range c.Runs {
		r := &c.Runs[i]
		list := improvements(r)
		isFoundKnown := b == Seconds || b.at(list[len(list)-1].Found) > 0
		if b == Tours && r.Tours == 0 || isOfOther(r) && (b.spent(r) == 0 || !isFoundKnown) {
			return false
		}
	}
	return len(c.Runs) > 0
}

// attempts returns what the runs of a cell did about a target, a gap in percent.
func (c *Cell) attempts(in *Instance, percent float64, b Budget) []statistics.Attempt {
	list := make([]statistics.Attempt, len(c.Runs))
	for i := range c.Runs {
		list[i] = statistics.Attempt{Cost: b.spent(&c.Runs[i])}
		for _, now := range improvements(&c.Runs[i]) {
			if in.reaches(now.Length, percent) {
				list[i] = statistics.Attempt{Reached: true, Cost: b.at(now.Found)}
				break
			}
		}
	}
	return list
}

// improvements returns the best tours of a run; of a row without them, the last one, which a run of
// another program has found at its end if nothing else is known.
func improvements(r *experiment.Row) []experiment.Improvement {
	if len(r.Improvements) > 0 {
		return r.Improvements
	}
	last := experiment.Improvement{Found: r.Found, Length: r.Length}
	if isOfOther(r) && last.Found == (experiment.Found{}) {
		last.Found = experiment.Found{Iteration: r.Iterations, Tours: r.Tours, Seconds: r.Seconds}
	}
	return []experiment.Improvement{last}
}

// stuck returns the number of a configuration's runs on the instance whose best tour is the first one,
// unless it is proven, none is known that is shorter, or the run is of another program.
func (in *Instance) stuck(configuration int) (count int) {
	for i := range in.Cells[configuration].Runs {
		r := &in.Cells[configuration].Runs[i]
		isBest := isOfOther(r) || r.StopReason == provenReason || in.reaches(r.Length, 0)
		if len(r.Improvements) > 0 && r.Found.Iteration == 0 && !isBest {
			count++
		}
	}
	return count
}

// hits returns the number of runs that reach the target.
func (c *Cell) hits(in *Instance, percent float64) int {
	count := 0
	for _, r := range c.Runs {
		if in.reaches(r.Length, percent) {
			count++
		}
	}
	return count
}
