package classic

import (
	"strings"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/cite"
)

// Difference is a difference of a preset from its paper.
type Difference struct {
	In   string // what differs, in a few words
	Text string // a sentence
}

// inPaper is what a paper says of a system, and how its preset differs.
type inPaper struct {
	structure Structure
	differs   []Difference
}

// Differences of presets of several papers.
var (
	kernelOfWeights = Difference{aspectWeights,
		"A dispatch before the construction computes all weights once an iteration; the paper computes them at each step"}
	weightsByRow = Difference{aspectWeightsBy,
		"A work-group computes the weights of a row; in the paper a thread computes one weight"}
	evaporationByRow = Difference{aspectEvaporation,
		"A work-group evaporates the trails of a row; in the paper a thread evaporates one trail"}
	bitsOfVisited = Difference{aspectVisitedAs, "Visited cities are bits; in the paper they are words"}
)

// Paper is a paper and its systems.
type Paper struct {
	Name    string   `json:"name"`   // as in the names of its presets and tables
	Source  string   `json:"source"` // authors and year, of package cite
	Systems []System `json:"systems"`
}

// System is a system that a paper describes or measures.
type System struct {
	Name     string `json:"name"`
	Section  string `json:"section"`
	Preset   string `json:"preset,omitempty"`    // "": there is none
	NotBuilt string `json:"not_built,omitempty"` // why there is no preset
	Instead  string `json:"instead,omitempty"`   // what takes its place; "": nothing does
}

// DiffersIn says in a few words in what the preset of a system differs, besides SharedDifference.
// It is empty if the preset is faithful or there is none.
func (s System) DiffersIn() (list []string) {
	preset, err := PresetNamed(s.Preset)
	if err != nil {
		return nil
	}
	for _, d := range preset.Differs {
		list = append(list, d.In)
	}
	return list
}

// State says whether the preset of a system is faithful, in what it differs, or why there is none.
func (s System) State() string {
	switch differs := s.DiffersIn(); {
	case s.Preset == "" && s.Instead == "":
		return "not built, because " + s.NotBuilt
	case s.Preset == "":
		return "not built, because " + s.NotBuilt + "; instead: " + s.Instead
	case len(differs) == 0:
		return "faithful"
	default:
		return "differs in " + strings.Join(differs, ", ")
	}
}

// Papers returns the papers with all of their systems.
func Papers() []Paper {
	papers := []Paper{
		{Name: "zhou2017", Systems: zhouSystems},
		{Name: "cecilia2013", Systems: ceciliaSystems},
		{Name: "uchida2014", Systems: uchidaSystems},
		{Name: "delevacq2013", Systems: delevacqSystems},
		{Name: "skinderowicz2016", Systems: skinderowiczSystems},
	}
	for i, p := range papers {
		papers[i].Source = cite.Named(p.Name).Short()
	}
	return papers
}

// Values of NotBuilt and Instead.
const (
	acotsp        = "ACOTSP is another program"
	sequential    = "the reference in Go, device cpu"
	onlyQuoted    = "the paper only quotes its figures, from a paper that is not one of these"
	namedNotRun   = "the paper names it and does not run it"
	processorCode = "the same selections in the reference in Go, device cpu"
)

// preset returns the preset of a system.
func (p inPaper) preset(name, source string, parameters model.Parameters, config KernelConfig) Preset {
	return Preset{name, source, parameters, config, p.structure, p.differs}
}
