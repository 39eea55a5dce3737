package cite

import (
	"slices"
	"strings"
)

// Run is what decides which publications a run used. Its JSON is a part of a report of a run.
type Run struct {
	Version   string `json:"version"`
	Commit    string `json:"commit"`
	Algorithm string `json:"algorithm"`
	Preset    string `json:"preset"`
	Instance  struct {
		Metric string `json:"metric"`
	} `json:"instance"`
	Parameters Parameters `json:"parameters"`
	LowerBound int64      `json:"lower_bound"`
	Schedule   *struct {
		EdgeAssembly bool `json:"edge_assembly"`
	} `json:"schedule"`
}

// Parameters are the parameters that name a method. Colonies and temperature of a method that has none are
// the default.
type Parameters struct {
	Selection   string   `json:"selection"`
	Rule        string   `json:"rule"`
	Memory      string   `json:"memory"`
	LocalSearch string   `json:"local_search"`
	Synchronous bool     `json:"synchronous"`
	Temperature *float64 `json:"temperature"`
	Colonies    *int     `json:"colonies"`
}

// Use is a publication with what a run has from it.
type Use struct {
	Work
	For string // such as "Ant System"
}

// merged and chained are the names of the methods that recombine tours.
const (
	merged  = "merged"
	chained = "chained"
)

// Each value that a run can have is a key. nil: there is nothing to cite beyond the algorithm.
var (
	ofAlgorithm = map[string][]Use{
		"as":   {{Named("dorigo1996"), "Ant System"}},
		"mmas": {{Named("stuetzle2000"), "MAX-MIN Ant System"}},
		"acs":  {{Named("dorigo1997"), "Ant Colony System"}},
		merged: {
			{Named("skinderowicz2022"), "ants that change a good tour"},
			{Named("martin1991"), "kicks (double bridges)"},
			{Named("lin1965"), "3-opt moves"},
			{Named("or1976"), "moves of short paths (Or-opt)"},
		},
		chained: {
			{Named("lin1973"), "Lin-Kernighan moves"},
			{Named("helsgaun2000"), "searches that go on from the best exchange of five edges"},
			{Named("martin1991"), "kicks (double bridges)"},
			{Named("applegate2003"), "chained Lin-Kernighan"},
		},
		"exhaustive": nil,
	}
	ofRule = map[string][]Use{
		"elitist":    nil, // of the publication of Ant System
		"rank":       {{Named("bullnheimer1999"), "Rank-based Ant System"}},
		"best-worst": {{Named("cordon2000"), "Best-Worst Ant System"}},
	}
	ofSelection = map[string][]Use{
		"scan":        nil, // of the publication of Ant System
		"near":        nil, // of this program
		"tile":        {{Named("zhou2017"), "sums by tile"}},
		"cursor":      {{Named("zhou2017"), "a tour list with a cursor"}},
		"cursor-tile": {{Named("zhou2017"), "sums by tile in a tour list with a cursor"}},
		"compress":    {{Named("uchida2014"), "a list of the unvisited cities"}},
		"trial":       {{Named("uchida2014"), "stochastic trial"}},
		"hybrid":      {{Named("uchida2014"), "stochastic trial, then a list"}},
		"iroulette":   {{Named("cecilia2013"), "I-Roulette"}},
		"tiled":       {{Named("cecilia2013"), "a city drawn in each tile"}},
	}
	ofSearch = map[string][]Use{
		"none":       nil,
		"2opt":       {{Named("croes1958"), "2-opt"}},
		"oropt":      {{Named("or1976"), "Or-opt"}},
		"2opt+oropt": {{Named("croes1958"), "2-opt"}, {Named("or1976"), "Or-opt"}},
		"3opt":       {{Named("lin1965"), "3-opt"}},
	}
	crossovers = []Use{
		{Named("whitley2009"), "partition crossover"},
		{Named("tinos2020"), "partition crossover, second generation"},
		{Named("cook2003"), "tour merging"},
	}
	assembly = Use{Named("nagata2013"), "edge assembly crossover"}
)

// withAlpha are the metrics that give the default solver alpha-nearest candidates: all that are not
// in the plane.
var withAlpha = []string{"EXPLICIT", "EUC_3D", "GEO", "HAVERSINE"}

// Uses returns the publications that a run used, each once, in the order of their importance.
func (r *Run) Uses() []Use {
	var list []Use
	add := func(uses ...Use) {
		for _, u := range uses {
			if !slices.ContainsFunc(list, func(o Use) bool { return o.Key == u.Key }) {
				list = append(list, u)
			}
		}
	}
	p := r.Parameters
	add(ofAlgorithm[r.Algorithm]...)
	if paper, _, found := strings.Cut(r.Preset, "-"); found && slices.ContainsFunc(Works, func(w Work) bool { return w.Key == paper }) {
		add(Use{Named(paper), "the preset " + r.Preset})
	}
	switch r.Algorithm {
	case "as":
		add(ofRule[p.Rule]...)
		add(ofSelection[p.Selection]...)
	case "acs":
		if !p.Synchronous {
			add(Use{Named("skinderowicz2016"), "ants that update trails without waiting for each other"})
		}
		if p.Memory == "selective" {
			add(Use{Named("skinderowicz2016"), "selective pheromone memory"})
		}
	case merged, chained:
		if r.Algorithm == merged && (p.Temperature == nil || *p.Temperature > 0) {
			add(Use{Named("kirkpatrick1983"), "annealing"})
		}
		if r.Algorithm == merged && slices.Contains(withAlpha, r.Instance.Metric) {
			add(Use{Named("helsgaun2000"), "alpha-nearest candidates, except on the largest instances"})
		}
		if p.Colonies == nil || *p.Colonies > 1 {
			add(crossovers...)
			if r.Schedule == nil || r.Schedule.EdgeAssembly {
				add(assembly)
			}
		}
	}
	add(ofSearch[p.LocalSearch]...)
	if r.LowerBound > 0 {
		add(Use{Named("held1971"), "the lower bound"})
	}
	if len(list) > 0 && ofAlgorithm[r.Algorithm] != nil {
		add(Use{Named("salmon2011"), "random numbers (Philox)"})
	}
	return list
}
