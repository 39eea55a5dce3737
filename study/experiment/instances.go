package experiment

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Source says where instances are: in a file, a folder or the files of a pattern, or a generator.
type Source struct {
	Path      string   // "": a generator
	Generated []string // instances of a generator, as "uniform:100:1"
	at        table    // in the plan
}

// GeneratorPrefix is before the name of a generated instance.
const GeneratorPrefix = "gen:"

// maxGenerated is the largest number of instances of a generator.
const maxGenerated = 100_000

// sources returns the sources of instances.
func (t table) sources() (all []Source) {
	list, ok := t.values["instances"].([]any)
	if !ok || len(list) == 0 {
		t.refuseKey("instances", "instances: %s, and a list of files, folders, patterns and generators is needed",
			valueText(t.values["instances"]))
	}
	for i, element := range list {
		source := Source{at: table{document: t.document, path: join(join(t.path, "instances"), fmt.Sprint(i))}}
		switch value := element.(type) {
		case string:
			if source.Path = value; value == "" {
				source.at.refuse("the name of an instance is empty")
			}
			if spec, found := strings.CutPrefix(value, GeneratorPrefix); found {
				source.Path, source.Generated = "", []string{spec}
			}
		case map[string]any:
			source.at.values = value
			source.Generated = source.at.generated()
		default:
			source.at.refuse("an instance is a text or a table: %s", valueText(element))
		}
		all = append(all, source)
	}
	return all
}

// generated returns the instances of a generator.
func (t table) generated() (all []string) {
	t.checkKeys("a generator", "generator", "cities", "seeds")
	kind := t.word("generator")
	if kind == "" {
		t.refuse("the generator has no name")
	}
	sizes, isList := t.values["cities"].([]any)
	if !isList {
		sizes = []any{t.values["cities"]}
	}
	seeds := t.seeds("seeds", maxGenerated)
	for _, size := range sizes {
		cities := t.asInteger(join(t.path, "cities"), "cities", size, 1)
		for _, seed := range seeds {
			all = append(all, fmt.Sprintf("%s:%d:%d", kind, cities, seed))
		}
		if len(all) > maxGenerated {
			t.refuse("the generator makes more than %d instances", maxGenerated)
			return nil
		}
	}
	return all
}

// instanceFiles are the patterns of the instances in a folder.
var instanceFiles = []string{"*.tsp", "*.atsp"}

// FindInstances returns the names of all instances of a plan, each once: files, and generated ones as
// "gen:uniform:100:1". A relative path is relative to folder, which has the plan.
func (p *Plan) FindInstances(folder string) (names []string, err error) {
	seen := map[string]bool{}
	for _, source := range p.Instances {
		found, err := source.find(folder)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			if !seen[name] {
				names = append(names, name)
			}
			seen[name] = true
		}
	}
	return names, nil
}

func (s Source) find(folder string) (names []string, err error) {
	for _, spec := range s.Generated {
		names = append(names, GeneratorPrefix+spec)
	}
	if s.Path == "" {
		return names, nil
	}
	path := s.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir():
		return []string{path}, nil
	case err == nil:
		for _, pattern := range instanceFiles {
			found, _ := filepath.Glob(filepath.Join(escapePattern(path), pattern)) // the pattern is right
			names = append(names, found...)
		}
		slices.Sort(names)
		if len(names) == 0 {
			return nil, s.at.errorAt(s.at.path, "the folder %s has no file %s; give a pattern", s.Path,
				strings.Join(instanceFiles, " or "))
		}
		return names, nil
	case !strings.ContainsAny(s.Path, "*?["):
		return nil, s.at.errorAt(s.at.path, "%s: %v", path, cause(err))
	}
	if names, err = filepath.Glob(path); err != nil {
		return nil, s.at.errorAt(s.at.path, "%q is not a pattern of names: %v", s.Path, err)
	}
	if len(names) == 0 {
		return nil, s.at.errorAt(s.at.path, "no file has a name like %s", path)
	}
	return names, nil
}

// escapePattern returns a pattern that matches a path.
func escapePattern(path string) string {
	return strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(path)
}

// cause returns why an operation on a file failed, without its name.
func cause(err error) error {
	if path, ok := err.(*fs.PathError); ok {
		return path.Err
	}
	return err
}
