package anytime

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// Table describes measurements. Each pair of an instance and a variant is a row, with a cell for
// each time limit.
type Table struct {
	Name      string
	Title     string
	Folder    bool // all instances of Options.Folder, with the limits of Classes, in place of Instances and Limits
	Limits    []time.Duration
	Instances []Instance
	Variants  []Variant
	Goals     string           // file of figures with the largest mean errors by time; "": none
	Published []PublishedCurve // errors of other programs
}

// Instance is an instance of TSPLIB or of the DIMACS challenge.
type Instance struct {
	Name       string
	StandInFor string        // the published instance, if this one is generated in its place
	From       time.Duration // shortest time limit to measure
}

// Variant is a set of flags for the program.
type Variant struct {
	Name  string   // shown in the rows
	Flags []string // of solve
}

// PublishedCurve names a file of figures with the errors of another program by time.
type PublishedCurve struct{ Heading, File string }

// Tables lists all tables.
var Tables = []Table{
	{
		Name: "anytime", Title: "Errors over the best known lengths, by time limit",
		Limits: seconds(1, 2, 5, 10, 30, 60),
		Instances: []Instance{
			{Name: "E1k.0"}, {Name: "pr2392"}, {Name: "fnl4461"}, {Name: "rl5915"}, {Name: "pla7397"},
			{Name: "E10k.0"}, {Name: "C10k.0"},
			{Name: "rl11849"}, {Name: "usa13509"}, {Name: "d15112"}, {Name: "pla85900", From: 5 * time.Second},
			{Name: "mona-lisa100K"}, {Name: "E100k.0"},
			{Name: "C100k.0", From: 5 * time.Second}, {Name: "E1M.0", From: 2 * time.Second},
			{Name: "E10M.0", From: 30 * time.Second},
		},
		Variants: mergedAnts, Goals: "goals", Published: lkh,
	},
	{
		Name: "anytime-software", Title: "Errors over the best known lengths, by time limit, where there is no GPU",
		Limits: seconds(10, 30), Instances: []Instance{{Name: "E1k.0"}}, Variants: mergedAnts, Goals: "goals-software",
	},
	{
		Name: "tsplib", Title: "Errors over the best known lengths, of all instances of a folder", Folder: true,
		Variants: []Variant{{Name: "as chosen"}},
	},
}

// mergedAnts is merged ants with default parameters.
var mergedAnts = []Variant{{"merged", []string{"--algorithm", "merged"}}}

var lkh = []PublishedCurve{{"LKH-3.0.6, measured", "lkh-measured"}, {"LKH, published", "lkh-published"}}

// seconds returns durations of whole seconds.
func seconds(counts ...int) []time.Duration {
	var list []time.Duration
	for _, count := range counts {
		list = append(list, time.Duration(count)*time.Second)
	}
	return list
}

// FindTable returns the table with a name, false if there is none.
func FindTable(name string) (Table, bool) {
	for _, t := range Tables {
		if t.Name == name {
			return t, true
		}
	}
	return Table{}, false
}

// Sources returns the sources of the table's figures.
func (t Table) Sources() (sources []string) {
	for _, file := range t.files() {
		sources = append(sources, figures()[file].Source())
	}
	return sources
}

// files returns the files of figures that the table uses.
func (t Table) files() []string {
	var files []string
	if t.Goals != "" {
		files = append(files, t.Goals)
	}
	for _, b := range t.Published {
		files = append(files, b.File)
	}
	return files
}

// restrict keeps the instances, variants and limits that are requested. nil or "" keeps all. The
// instances of a folder are selected when they are found.
func (t *Table) restrict(instances []string, rows string, limits []time.Duration) error {
	if limits != nil {
		t.Limits = limits
	}
	if instances != nil && !t.Folder {
		kept := make([]Instance, 0, len(instances))
		for _, name := range instances {
			i, ok := t.instance(name)
			if !ok {
				return &papers.UsageError{
					Reason: fmt.Sprintf("instance %q is not in table %s, which has %v", name, t.Name, t.names()),
				}
			}
			kept = append(kept, i)
		}
		t.Instances = kept
	}
	var variants []Variant
	for _, v := range t.Variants {
		if strings.Contains(v.Name, rows) {
			variants = append(variants, v)
		}
	}
	if t.Variants = variants; len(variants) == 0 {
		return &papers.UsageError{Reason: fmt.Sprintf("table %s has no rows whose names contain %q", t.Name, rows)}
	}
	return nil
}

// standIn replaces the instances that need files by generated ones.
func (t *Table) standIn() error {
	if t.Folder {
		return &papers.UsageError{
			Reason: fmt.Sprintf("table %s measures the files of a folder, which has no stand-ins", t.Name),
		}
	}
	t.Instances = slices.Clone(t.Instances)
	for i := range t.Instances {
		instance := &t.Instances[i]
		if isGenerated(instance.Name) {
			continue
		}
		generator, err := papers.StandIn(instance.Name)
		if err != nil {
			return err
		}
		instance.Name, instance.StandInFor = generator, instance.Name
	}
	return nil
}

// isGenerated reports whether an instance needs no file.
func isGenerated(name string) bool {
	_, _, _, err := generate.Parse(name)
	return err == nil
}

func (t *Table) instance(name string) (Instance, bool) {
	for _, i := range t.Instances {
		if i.Name == name {
			return i, true
		}
	}
	return Instance{}, false
}

func (t *Table) names() []string {
	var names []string
	for _, i := range t.Instances {
		names = append(names, i.Name)
	}
	return names
}
