package papers

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// MissingFilesError says which files of published instances a table needs and does not find.
type MissingFilesError struct {
	Table  string
	Folder string // "": none is set
	Files  []string
}

func (e *MissingFilesError) Error() string {
	where := "the folder of TSPLIB is not set"
	if e.Folder != "" {
		where = filepath.Join(e.Folder, "tsp") + " does not have them"
	}
	return fmt.Sprintf("table %s needs files of TSPLIB, and %s: %s", e.Table, where, strings.Join(e.Files, ", "))
}

func (e *MissingFilesError) Unwrap() error { return fs.ErrNotExist }

// FindFiles returns the files of the table's instances in the subfolder tsp of a folder, by name. If
// instances are given, it returns only their files. Stand-ins have none. An instance that the table
// does not have is a *[UsageError]. Files that are missing are a *[MissingFilesError].
func (t Table) FindFiles(folder string, instances []string) (map[string]string, error) {
	for _, name := range instances {
		if !slices.Contains(t.Instances, name) {
			return nil, &UsageError{
				fmt.Sprintf("instance %q is not in table %s, which has %v", name, t.Name, t.Instances),
			}
		}
	}
	if t.StandIns {
		return nil, nil
	}
	files := map[string]string{}
	missing := &MissingFilesError{Table: t.Name, Folder: folder}
	for _, name := range t.names(instances) {
		file := filepath.Join(folder, "tsp", name+".tsp")
		if _, err := os.Stat(file); folder == "" || err != nil {
			missing.Files = append(missing.Files, filepath.Base(file))
			continue
		}
		files[name] = file
	}
	if missing.Files != nil {
		return nil, missing
	}
	return files, nil
}

// names returns the given instances, or all of the table if they are nil.
func (t Table) names(instances []string) []string {
	if instances != nil {
		return instances
	}
	return t.Instances
}

// input is an instance of a table.
type input struct {
	*tsp.Instance
	name       string // in the rows
	standInFor string // the published instance; "": this is one
}

// published returns the name in the table.
func (i input) published() string { return cmp.Or(i.standInFor, i.name) }

// load reads or generates all instances, so that a missing one is found before hours of measuring.
func (r *run) load() ([]input, error) {
	files, err := r.table.FindFiles(r.Folder, r.Instances)
	if err != nil {
		return nil, err
	}
	var all []input
	for _, name := range r.table.names(r.Instances) {
		in := input{name: name}
		if r.table.StandIns {
			in.standInFor = name
			in.name, in.Instance, err = generateStandIn(name)
		} else if in.Instance, err = tsplib.ReadFile(files[name]); err == nil {
			in.Instance.Name = name
		}
		if err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	return all, nil
}

// standInKinds has the kinds of [generate.Instance] that are most like the published instances, by
// the letters of their names. The others are uniform.
var standInKinds = map[string]string{
	// holes of circuit boards, and other points of a lattice
	"a": "grid", "lin": "grid", "pcb": "grid", "pla": "grid", "pr": "grid",
	// groups of holes, towns, a drawing
	"d": "clustered", "fl": "clustered", "usa": "clustered", "mona-lisa": "clustered",
}

// publishedName has the letters of a published instance, its number of cities, and K for
// thousands.
var publishedName = regexp.MustCompile(`^(\D+)(\d+)(K?)$`)

// standInSeed is the seed of all stand-ins.
const standInSeed = 1

// StandIn returns the generated instance that stands in for a published one: as many cities of a
// similar kind. The text is one of [generate.Parse].
func StandIn(published string) (generator string, err error) {
	cities := citiesOf(published)
	if cities == 0 {
		return "", fmt.Errorf("the name of instance %q does not end in a number of cities", published)
	}
	kind := standInKinds[publishedName.FindStringSubmatch(published)[1]]
	return fmt.Sprintf("%s:%d:%d", cmp.Or(kind, "uniform"), cities, standInSeed), nil
}

// generateStandIn returns the generated instance that stands in for a published one, with its
// generator.
func generateStandIn(published string) (generator string, instance *tsp.Instance, err error) {
	if generator, err = StandIn(published); err != nil {
		return "", nil, err
	}
	kind, cities, seed, err := generate.Parse(generator)
	if err != nil {
		return "", nil, err
	}
	instance, err = generate.Instance(kind, cities, seed)
	return generator, instance, err
}

// InstanceText returns the name of a row's instance, and which published one it stands in for, if
// any.
func InstanceText(instance, standInFor string) string {
	if standInFor == "" {
		return instance
	}
	return instance + " for " + standInFor
}

// WithStandIns returns the table with generated instances in place of the published ones.
// Published lengths and errors are left out, because they belong to other instances. Published
// times stay.
func (t Table) WithStandIns() Table {
	quantities := t.PublishedQuantities()
	kept := func(i int) bool { return !quantities[i].IsLength() }
	t.StandIns, t.Headings, t.Variants = true, keep(t.Headings, kept), slices.Clone(t.Variants)
	for i := range t.Variants {
		v := &t.Variants[i]
		v.Figures = keep(v.Figures, kept)
	}
	return t
}

// keep returns the elements whose indices are kept.
func keep[T any](list []T, kept func(i int) bool) []T {
	var result []T
	for i, element := range list {
		if kept(i) {
			result = append(result, element)
		}
	}
	return result
}
