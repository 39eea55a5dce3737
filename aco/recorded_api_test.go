package aco_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"go/types"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
)

var updateAPI = flag.Bool("update-api", false, "record the exported names of the stable packages")

// recordedAPI has the exported names of the stable packages. Its first line is the hash of the change
// log's first version when they were recorded.
const recordedAPI = "testdata/api.txt"

// What the stable packages export changes with a line in the change log. After a change add the line
// and run go test ./aco -run TestRecordedAPI -update-api.
func TestRecordedAPI(t *testing.T) {
	text, err := os.ReadFile(recordedAPI)
	if err != nil && !*updateAPI {
		t.Fatal(err)
	}
	log := must.Get(os.ReadFile("../CHANGELOG.md"))(t)
	const version = "\n## "
	_, newest, _ := strings.Cut(string(log), version)
	newest, _, _ = strings.Cut(newest, version)
	sum := sha256.Sum256([]byte(newest))
	logged, recorded, _ := strings.Cut(string(text), "\n")
	now := exportedNames(t)
	diff := cmp.Diff(strings.Split(recorded, "\n"), strings.Split(now, "\n"))
	switch {
	case diff == "":
	case !*updateAPI:
		t.Errorf("the exported names have changed: add a line to CHANGELOG.md and run go test ./aco -run TestRecordedAPI -update-api\n%s", diff)
	case logged == hex.EncodeToString(sum[:]):
		t.Errorf("CHANGELOG.md has no line about the change of the exported names\n%s", diff)
	default:
		must.Do(t, os.WriteFile(recordedAPI, []byte(hex.EncodeToString(sum[:])+"\n"+now), 0o644))
	}
}

// exportedNames returns a line for each exported name of the stable packages, with its type, and for each
// field and method of a type.
func exportedNames(t *testing.T) string {
	packages := importedPackages(t, stable...)
	var lines strings.Builder
	short := func(p *types.Package) string { return p.Name() }
	write := func(parts ...string) { lines.WriteString(strings.Join(parts, " ") + "\n") }
	for _, path := range stable {
		scope := packages[module+path].Scope()
		for _, name := range scope.Names() {
			object := scope.Lookup(name)
			if !object.Exported() {
				continue
			}
			at := path + "." + name
			of, isType := object.(*types.TypeName)
			if !isType {
				write(at, types.TypeString(object.Type(), short))
				continue
			}
			switch under := of.Type().Underlying().(type) {
			case *types.Struct:
				write(at, "struct")
				for field := range under.Fields() {
					if field.Exported() {
						write(at+"."+field.Name(), types.TypeString(field.Type(), short))
					}
				}
			default:
				write(at, types.TypeString(under, short))
			}
			methods := types.NewMethodSet(types.NewPointer(of.Type()))
			for method := range methods.Methods() {
				if f := method.Obj(); f.Exported() && !types.IsInterface(of.Type()) {
					write(at+"."+f.Name()+"()", types.TypeString(f.Type(), short))
				}
			}
		}
	}
	return lines.String()
}
