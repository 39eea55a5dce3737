package bound

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
)

// few and many are the first steps of the ascents of a run, its phases. All phases have the same
// number of steps, and a tree of all edges after each. Where cities are clustered, weights have to
// become as large as the distances between clusters: with enough steps, the first ones are large.
var (
	few  = []onetree.Step{{Times: 1, Part: 1}, {Times: 1, Part: 10}}
	many = []onetree.Step{{Times: 30, Part: 1}, {Times: 3, Part: 1}, {Times: 1, Part: 2}, {Times: 1, Part: 10}}

	// fromPrices are the steps of ascents that begin with prices.
	fromPrices = []onetree.Step{{Times: 1, Part: 2}, {Times: 1, Part: 10}}
)

// enough is the smallest number of steps with many phases. With 300 to 600 steps,
// many were worse than few on evenly spread cities. With 2000 steps they were better on most
// instances, and much better on clustered ones: the gap of C1k.0 is .63%, and 3.79% with first
// steps of 3, 1/2 and 1/10.
const enough = 1000

// plan chooses the phases of a run and their steps. With a time limit it measures how long a step
// and a tree of all edges take.
type plan struct {
	phases    []onetree.Step
	all, done int
	end       time.Time     // zero without a time limit
	began     time.Time     // of the measurement under way
	step      time.Duration // the mean of the last phase
	tree      time.Duration // of the last one of all edges
}

// newPlan returns the plan of an ascent whose first tree of all edges took some time.
func newPlan(a *ascent, options Options, started time.Time, tree time.Duration) *plan {
	// A few seconds up to 100,000 cities. Less than 50 steps leave weights far from the best, more
	// than 2000 hardly change them.
	const cities, least, most = 5_000_000, 50, 2000
	p := &plan{phases: few, all: options.Iterations, tree: tree}
	switch {
	case p.all > 0:
	case options.TimeLimit > 0:
		p.all = most
	default:
		p.all = min(max(cities/len(a.graph.Nodes), least), most)
	}
	if options.TimeLimit > 0 {
		p.end = started.Add(options.TimeLimit)
		p.began = time.Now()
		a.graph.OneTree()
		p.step = time.Since(p.began)
		p.all = min(p.all, p.fit(len(many)))
	}
	switch {
	case a.priced:
		p.phases = fromPrices
	case p.all >= enough:
		p.phases = many
	}
	return p
}

// fit returns how many steps fit into the time that is left, with a number of trees.
func (p *plan) fit(trees int) int {
	return int(max(time.Until(p.end)-time.Duration(trees)*p.tree, 0) / max(p.step, 1))
}

// ascend makes the steps of a phase: its share of all, and with a time limit at most as many as
// fit into its share of the time.
func (p *plan) ascend(ctx context.Context, g *onetree.Graph, phase int, step onetree.Step) error {
	p.began = time.Now()
	share, during := (phase+1)*p.all/len(p.phases)-phase*p.all/len(p.phases), ctx
	if !p.end.IsZero() {
		left := len(p.phases) - phase
		share = min(share, p.fit(left)/left)
		limited, cancel := context.WithTimeout(ctx, time.Until(p.end)/time.Duration(left)-p.tree)
		defer cancel()
		during = limited
	}
	made, _ := g.Ascend(during, share, step)
	p.done += made
	p.step, p.began = time.Since(p.began)/time.Duration(max(made, 1)), time.Now()
	return ctx.Err()
}

// late reports whether the time that is left is too short for a tree of all edges.
func (p *plan) late() bool { return !p.end.IsZero() && time.Until(p.end) < p.tree }

// completed notes that a tree of all edges is complete.
func (p *plan) completed() { p.tree = time.Since(p.began) }
