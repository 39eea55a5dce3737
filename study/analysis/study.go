package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/study/experiment"
)

// Source is a file of rows.
type Source struct {
	File string // its name
	Rows []experiment.Row
}

// Options say what is asked of the rows.
type Options struct {
	Target   float64 // gap in percent that counts as a hit; 0: the reference length itself
	Baseline string  // configuration that the others are compared with; "": all pairs are compared
}

// Study has rows by instance and configuration.
type Study struct {
	Options
	Configurations []string // in the order of the rows
	Instances      []*Instance
	Notes          []string // what was left out, and what cannot be concluded
}

// Instance is an instance of a study with its runs.
type Instance struct {
	Name      string
	Cities    int
	Reference int64 // the length that gaps are relative to
	Known     bool  // whether it is the best known length; else it is the shortest one of these runs
	Cells     []Cell
}

// Cell has the runs of a configuration on an instance that a stop rule ended.
type Cell struct {
	Runs []experiment.Row
}

// New groups rows. Runs that failed, were interrupted or ended before the first iteration are left out,
// with a note.
func New(sources []Source, o Options) (*Study, error) {
	s := &Study{Options: o}
	rows := s.completed(sources)
	if len(rows) == 0 {
		return nil, errors.New("the rows: no run has a result")
	}
	s.separateMethods(rows)
	if err := distinguish(rows); err != nil {
		return nil, err
	}
	for _, r := range rows {
		if !slices.Contains(s.Configurations, r.Configuration) {
			s.Configurations = append(s.Configurations, r.Configuration)
		}
	}
	if o.Baseline != "" && !slices.Contains(s.Configurations, o.Baseline) {
		return nil, fmt.Errorf("%s: no row has this configuration; they are %s", o.Baseline, strings.Join(s.Configurations, "; "))
	}
	if err := s.group(rows); err != nil {
		return nil, err
	}
	for _, in := range s.Instances {
		s.findReference(in)
	}
	s.noteInstances("%s has no run on %s; what compares configurations across instances leaves these out", noRuns)
	s.noteInstances("%s: runs never beat their first tour, which the algorithm did not make (%s); no test compares the configuration there",
		stuckRuns)
	s.noteBuilds()
	return s, nil
}

// labelled is a row with the name of its file.
type labelled struct {
	experiment.Row
	file string
}

// completed returns the rows of runs that a stop rule ended.
func (s *Study) completed(sources []Source) []*labelled {
	var rows []*labelled
	failed, interrupted, empty := 0, 0, 0
	for _, source := range sources {
		for _, row := range source.Rows {
			switch {
			case row.Failed():
				failed++
			case !row.Completed():
				interrupted++
			case row.Iterations == 0 && row.StopReason != provenReason && !isOfOther(&row):
				empty++
			default:
				rows = append(rows, &labelled{row, source.File})
			}
		}
	}
	for _, left := range []struct {
		runs int
		why  string
	}{
		{failed, "failed"}, {interrupted, "interrupted"},
		{empty, "ended before the first iteration, with a tour that the algorithm did not make"},
	} {
		if left.runs > 0 {
			s.note("%s left out: %s", counted(left.runs, "run"), left.why)
		}
	}
	return rows
}

// provenReason is the stop reason of runs whose tour is proven to be a shortest one.
const provenReason = "optimal"

// isOfOther reports whether a row is of another program. Rows of this one have a method or say why the run
// ended.
func isOfOther(r *experiment.Row) bool { return r.StopReason == "" && r.Method == "" }

// programText names the build of the program that made a row.
func programText(r *experiment.Row) string {
	const most = 20 // characters
	if name := cmp.Or(r.Program, r.Commit, r.Version); name != "" {
		return "build " + name[:min(len(name), most)]
	}
	return ""
}

func (s *Study) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// separateMethods makes configurations of the methods of a configuration that two methods ran on one
// instance, because the program has chosen them on different devices.
func (s *Study) separateMethods(rows []*labelled) {
	methods, mixed := map[[3]string]string{}, map[string]bool{}
	for _, r := range rows {
		key := [3]string{r.Configuration, r.Instance, r.Limit.String()}
		if ran := methods[key]; ran != "" && ran != r.Method && !mixed[r.Configuration] {
			mixed[r.Configuration] = true
			s.note("%s: %s and %s ran on %s; each method is a configuration of its own", r.Configuration, ran, r.Method, r.Instance)
		}
		methods[key] = r.Method
	}
	for _, r := range rows {
		if mixed[r.Configuration] {
			r.Configuration += ", " + r.Method
		}
	}
}

// distinguish gives configurations longer names if several runs have one name, instance and seed:
// the limit, the device, the file or the build of the program, where they differ.
func distinguish(rows []*labelled) error {
	for _, property := range []func(*labelled) string{
		func(r *labelled) string { return r.Limit.String() },
		func(r *labelled) string { return r.Device },
		func(r *labelled) string { return filepath.Base(r.file) },
		func(r *labelled) string { return programText(&r.Row) },
	} {
		for _, second := range repeated(rows) {
			name := second.Configuration
			var of []*labelled
			values := map[string]bool{}
			for _, r := range rows {
				if r.Configuration == name {
					of = append(of, r)
					values[property(r)] = true
				}
			}
			if len(values) < 2 {
				continue
			}
			for _, r := range of {
				if text := property(r); text != "" {
					r.Configuration += ", " + text
				}
			}
		}
	}
	for _, row := range repeated(rows) {
		return fmt.Errorf("%s: %s has two runs on %s with seed %d; give each file once, and each configuration a name of its own",
			row.file, row.Configuration, row.Instance, row.Seed)
	}
	return nil
}

// repeated returns, for each configuration that has two runs with one instance and seed, the second
// one. They are in the order of the rows.
func repeated(rows []*labelled) (list []*labelled) {
	type run struct {
		configuration, instance string
		seed                    uint64
	}
	seen, found := map[run]bool{}, map[string]bool{}
	for _, r := range rows {
		key := run{r.Configuration, r.Instance, r.Seed}
		if seen[key] && !found[r.Configuration] {
			found[r.Configuration] = true
			list = append(list, r)
		}
		seen[key] = true
	}
	return list
}

// group puts the rows into their cells.
func (s *Study) group(rows []*labelled) error {
	hashes := map[string]string{}
	for _, r := range rows {
		i := slices.IndexFunc(s.Instances, func(in *Instance) bool { return in.Name == r.Instance })
		if i < 0 {
			i = len(s.Instances)
			s.Instances = append(s.Instances, &Instance{
				Name: r.Instance, Cities: r.Cities, Cells: make([]Cell, len(s.Configurations)),
			})
		}
		in, hash := s.Instances[i], hashes[r.Instance]
		if in.Cities != r.Cities || hash != "" && r.InstanceSHA256 != "" && hash != r.InstanceSHA256 {
			return fmt.Errorf("%s: %s is another instance than in earlier rows, with the same name; give it another one", r.file, r.Instance)
		}
		if hash == "" {
			hashes[r.Instance] = r.InstanceSHA256
		}
		cell := &in.Cells[slices.Index(s.Configurations, r.Configuration)]
		cell.Runs = append(cell.Runs, r.Row)
	}
	return nil
}

// findReference sets the length that gaps are relative to: the best known one, or the shortest of
// the runs if there is none or if a run is shorter.
func (s *Study) findReference(in *Instance) {
	known, first := int64(0), true
	for _, c := range in.Cells {
		for _, r := range c.Runs {
			if first || r.Length < in.Reference {
				in.Reference, first = r.Length, false
			}
			if r.BestKnown > 0 && (known == 0 || r.BestKnown < known) {
				known = r.BestKnown
			}
		}
	}
	switch {
	case known == 0:
		s.note("%s: no best known length; gaps are relative to the shortest tour of these runs, %d", in.Name, in.Reference)
	case in.Reference < known:
		s.note("%s: a run is shorter than the best known length %d; gaps are relative to this run, %d", in.Name, known, in.Reference)
	default:
		in.Reference, in.Known = known, true
	}
}

// noteInstances adds a note on each configuration about which text says something on instances: its format
// has the configuration and what text says.
func (s *Study) noteInstances(format string, text func(in *Instance, configuration int) string) {
	for c, name := range s.Configurations {
		var list []string
		for _, in := range s.Instances {
			if on := text(in, c); on != "" {
				list = append(list, on)
			}
		}
		if len(list) > 0 {
			s.note(format, name, strings.Join(list, ", "))
		}
	}
}

// noRuns returns the name of an instance on which a configuration has no run.
func noRuns(in *Instance, configuration int) string {
	if len(in.Cells[configuration].Runs) > 0 {
		return ""
	}
	return in.Name
}

// stuckRuns says how many runs never beat their first tour, and on which instance.
func stuckRuns(in *Instance, configuration int) string {
	stuck := in.stuck(configuration)
	if stuck == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d on %s", stuck, len(in.Cells[configuration].Runs), in.Name)
}

// noteBuilds says which configurations have runs of several builds of the program.
func (s *Study) noteBuilds() {
	for c, name := range s.Configurations {
		builds := map[string]bool{}
		for _, in := range s.Instances {
			for i := range in.Cells[c].Runs {
				builds[programText(&in.Cells[c].Runs[i])] = true
			}
		}
		if len(builds) > 1 {
			s.note("%s has runs of %d builds of the program, whose tours may differ", name, len(builds))
		}
	}
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
