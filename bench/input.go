package bench

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
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

// FindFiles returns the files of published instances in the subfolder tsp of a folder, by name. The error is a *[MissingFilesError].
func FindFiles(table, folder string, names []string) (map[string]string, error) {
	files := map[string]string{}
	missing := &MissingFilesError{Table: table, Folder: folder}
	for _, name := range names {
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

// FindFiles returns the files of the table's instances, by name, or those of the ones given. Stand-ins have none. An instance that the table
// does not have is a *[UsageError].
func (t Table) FindFiles(folder string, instances []string) (map[string]string, error) {
	for _, name := range instances {
		if !slices.Contains(t.Instances, name) {
			return nil, &UsageError{fmt.Sprintf("instance %q is not in table %s, which has %v", name, t.Name, t.Instances)}
		}
	}
	if t.StandIns {
		return nil, nil
	}
	return FindFiles(t.Name, folder, t.names(instances))
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
