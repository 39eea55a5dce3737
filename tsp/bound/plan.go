package bound

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
)

// plan chooses the steps of the phases. With a time limit it measures how long a step and a tree of all edges take.
type plan struct {
	all, done int
	end       time.Time     // zero without a time limit
	began     time.Time     // of the measurement under way
	step      time.Duration // the mean of the last phase
	tree      time.Duration // of the last one of all edges
}

// newPlan returns the plan of an ascent whose first tree of all edges took some time.
func newPlan(a *ascent, options Options, started time.Time, tree time.Duration) *plan {
	// A few seconds up to 100,000 cities. Less than 50 steps leave weights far from the best, more than 2000 hardly change them.
	const cities, least, most = 5_000_000, 50, 2000
	p := &plan{all: options.Iterations, tree: tree}
	if p.all == 0 {
		p.all = min(max(cities/a.in.Dimension(), least), most)
	}
	if options.TimeLimit == 0 {
		return p
	}
	p.end = started.Add(options.TimeLimit)
	if options.Iterations == 0 {
		p.all = most
	}
	p.began = time.Now()
	a.graph.OneTree()
	p.step = time.Since(p.began)
	return p
}

// ascend makes the steps of a phase: its share of all, and with a time limit at most as many as fit into its share of the time.
func (p *plan) ascend(ctx context.Context, g *onetree.Graph, phase int, step onetree.Step) error {
	p.began = time.Now()
	share, during := (phase+1)*p.all/len(phases)-phase*p.all/len(phases), ctx
	if !p.end.IsZero() {
		left := time.Until(p.end)/time.Duration(len(phases)-phase) - p.tree
		share = min(share, max(int(left/max(p.step, 1)), 0))
		limited, cancel := context.WithTimeout(ctx, left)
		defer cancel()
		during = limited
	}
	made, _ := g.Ascend(during, share, step)
	p.done += made
	p.step, p.began = time.Since(p.began)/time.Duration(max(made, 1)), time.Now()
	return ctx.Err()
}

// completed notes that a tree of all edges is complete.
func (p *plan) completed() { p.tree = time.Since(p.began) }
