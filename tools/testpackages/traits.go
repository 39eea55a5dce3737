package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// goPackage is what go list tells about a package.
type goPackage struct {
	Dir, ImportPath                              string
	Module                                       struct{ Path string }
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports           []string
}

// list returns the packages of the module in the current folder.
func list() ([]goPackage, error) {
	out, err := exec.Command("go", "list", "-json", "./...").Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("go list: %w\n%s", err, exit.Stderr)
	} else if err != nil {
		return nil, err
	}
	var packages []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := decoder.Decode(&p); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// traits is what a package and its tests do.
type traits struct {
	device     bool // import vk or its test helper; packages that only import these users leave devices to them
	goroutines bool // the package, not its tests, starts goroutines or synchronises with goroutines; tools do not count
	shorter    bool // the tests do less with -short
}

// traits reads the imports and the source of a package.
func (p goPackage) traits() (traits, error) {
	all := slices.Concat(p.Imports, p.TestImports, p.XTestImports)
	vk, module := p.Module.Path+"/vk", p.Module.Path
	tool := strings.HasPrefix(p.ImportPath, module+"/tools/")
	t := traits{
		device: p.ImportPath == vk || hasAny(all, vk, vk+"/vktest"),
		goroutines: !tool && hasAny(p.Imports, "sync", "sync/atomic", "golang.org/x/sync/errgroup",
			module+"/internal/parallel"),
		shorter: hasAny(all, "pgregory.net/rapid"), // it makes a fifth of the checks with -short
	}
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return t, err
		}
		test := strings.HasSuffix(name, "_test.go")
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.goroutines = t.goroutines || !test && !tool
			case *ast.SelectorExpr:
				x, _ := n.X.(*ast.Ident)
				t.shorter = t.shorter || test && n.Sel.Name == "Short" && x != nil && x.Name == "testing"
			}
			return true
		})
	}
	return t, nil
}

// hasAny reports whether a list of imports has one of the paths.
func hasAny(imports []string, paths ...string) bool {
	return slices.ContainsFunc(paths, func(path string) bool { return slices.Contains(imports, path) })
}
