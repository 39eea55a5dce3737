package aco_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/aco-vk/aco-vk/"

// stable are the packages whose interface is promised; docs/library.md lists them.
var stable = []string{
	"aco", "tsp", "tsp/tsplib", "tsp/generate", "tsp/bestknown", "tsp/format", "tsp/verify", "tsp/bound", "tsp/draw",
}

// The packages that are promised expose types of no other package of this module, except names of values
// that they give a name of their own.
func TestStablePackagesAreClosed(t *testing.T) {
	packages := importedPackages(t, stable...)
	for _, name := range stable {
		scope := packages[module+name].Scope()
		w := &walker{t: t, seen: map[types.Type]bool{}, renamed: renamed(scope)}
		for _, name := range scope.Names() {
			if object := scope.Lookup(name); object.Exported() {
				w.object(object, object.Pkg().Name()+"."+name)
			}
		}
		if len(w.seen) == 0 {
			t.Errorf("package %s shows no types", name)
		}
	}
}

// renamed returns the types of strings without exported methods that a package has an alias of.
func renamed(scope *types.Scope) map[types.Type]bool {
	all := map[types.Type]bool{}
	for _, name := range scope.Names() {
		alias, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !alias.IsAlias() {
			continue
		}
		of := types.Unalias(alias.Type())
		methods := types.NewMethodSet(types.NewPointer(of))
		exported := slices.ContainsFunc(slices.Collect(methods.Methods()),
			func(m *types.Selection) bool { return m.Obj().Exported() })
		if basic, ok := of.Underlying().(*types.Basic); ok && basic.Kind() == types.String && !exported {
			all[of] = true
		}
	}
	return all
}

// importedPackages returns packages of this module as the compiler exports them.
func importedPackages(t *testing.T, list ...string) map[string]*types.Package {
	t.Helper()
	arguments := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	for _, name := range list {
		arguments = append(arguments, module+name)
	}
	output, err := exec.Command("go", arguments...).Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for decoder := json.NewDecoder(bytes.NewReader(output)); decoder.More(); {
		var listed struct{ ImportPath, Export string }
		if err := decoder.Decode(&listed); err != nil {
			t.Fatal(err)
		}
		files[listed.ImportPath] = listed.Export
	}
	from := importer.ForCompiler(token.NewFileSet(), "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	packages := map[string]*types.Package{}
	for _, name := range list {
		if packages[module+name], err = from.Import(module + name); err != nil {
			t.Fatal(err)
		}
	}
	return packages
}

// walker follows exported types.
type walker struct {
	t             *testing.T
	seen, renamed map[types.Type]bool
}

// object walks what an exported object shows. at is its place, for messages.
func (w *walker) object(object types.Object, at string) {
	if name, ok := object.(*types.TypeName); ok && name.IsAlias() {
		w.named(types.Unalias(object.Type()), at)
	}
	w.walk(object.Type(), at)
}

func (w *walker) walk(of types.Type, at string) {
	of = types.Unalias(of)
	if w.seen[of] {
		return
	}
	w.seen[of] = true
	switch of := of.(type) {
	case *types.Named:
		w.named(of, at)
	case *types.Pointer:
		w.walk(of.Elem(), at)
	case *types.Slice:
		w.walk(of.Elem(), at)
	case *types.Array:
		w.walk(of.Elem(), at)
	case *types.Chan:
		w.walk(of.Elem(), at)
	case *types.Map:
		w.walk(of.Key(), at)
		w.walk(of.Elem(), at)
	case *types.Signature:
		for _, list := range []*types.Tuple{of.Params(), of.Results()} {
			for variable := range list.Variables() {
				w.walk(variable.Type(), at)
			}
		}
	case *types.Struct:
		for field := range of.Fields() {
			if field.Exported() {
				w.walk(field.Type(), at+"."+field.Name())
			}
		}
	case *types.Interface:
		for method := range of.Methods() {
			if method.Exported() {
				w.walk(method.Type(), at+"."+method.Name())
			}
		}
	}
}

// named refuses a type of another package of this module, and walks one of a stable package.
func (w *walker) named(of types.Type, at string) {
	named, ok := of.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || w.renamed[of] {
		return
	}
	path, inside := strings.CutPrefix(named.Obj().Pkg().Path(), module)
	switch {
	case !inside:
		return
	case !slices.Contains(stable, path):
		w.t.Errorf("%s exposes %s.%s", at, path, named.Obj().Name())
		return
	}
	w.walk(named.Underlying(), at)
	for method := range named.Methods() {
		if method.Exported() {
			w.walk(method.Type(), fmt.Sprintf("%s.%s", at, method.Name()))
		}
	}
}
