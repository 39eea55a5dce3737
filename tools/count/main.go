// Command count prints what the project consists of, as tables in Markdown: lines of Go by folder,
// what others can call and set, the pages, and the program.
//
//	go run ./tools/count          # also builds the program with an empty cache: some minutes
//	go run ./tools/count --quick  # without the program
package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Root  string `default:"." help:"Folder of the project."`
	Quick bool   `help:"Do not build the program."`
}

func main() {
	var line commandLine
	context := kong.Parse(&line, kong.Description("Print what the project consists of."))
	context.FatalIfErrorf(line.run(os.Stdout))
}

func (l *commandLine) run(out io.Writer) error {
	list := exec.Command("git", "ls-files")
	list.Dir = l.Root
	names, err := list.Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	c := counts{folders: map[string]*lines{}, packages: map[string]bool{}}
	files := os.DirFS(l.Root)
	for _, name := range strings.Fields(string(names)) {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if err := c.add(name, string(text)); err != nil {
			return err
		}
	}
	c.print(out)
	if l.Quick {
		return nil
	}
	return printBuild(out, l.Root)
}

// lines are the lines of Go of a folder, without generated files.
type lines struct{ code, tests int }

// counts is what the files of a project have.
type counts struct {
	folders  map[string]*lines // by the first two names of their paths
	packages map[string]bool   // folders with code
	exported int               // types, functions, methods, constants and variables
	options  int               // fields of the types of package aco that describe a run
	flags    int               // rows of the reference of flags
	pages    int               // bytes of Markdown
}

var (
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	flagRow   = regexp.MustCompile("(?m)^\\| `-")
	// describesRun are the types of package aco whose fields are options.
	describesRun = []string{
		"Options", "Merged", "Chained", "AntSystem", "MMAS", "ACS", "Pheromone", "LocalSearch", "Exchange",
	}
)

// add adds a file.
func (c *counts) add(name, text string) error {
	switch path.Ext(name) {
	case ".md":
		c.pages += len(text)
		if name == "docs/command-line.md" {
			c.flags = len(flagRow.FindAllString(text, -1))
		}
		return nil
	case ".go":
	default:
		return nil
	}
	if generated.MatchString(text) {
		return nil
	}
	parts := strings.Split(path.Dir(name), "/")
	folder := path.Join(parts[:min(2, len(parts))]...)
	if c.folders[folder] == nil {
		c.folders[folder] = &lines{}
	}
	if strings.HasSuffix(name, "_test.go") {
		c.folders[folder].tests += strings.Count(text, "\n")
		return nil
	}
	c.folders[folder].code += strings.Count(text, "\n")
	c.packages[path.Dir(name)] = true
	parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	c.addNames(path.Dir(name), parsed)
	return nil
}

// addNames adds what a file exports.
func (c *counts) addNames(folder string, file *ast.File) {
	count := func(names ...*ast.Ident) {
		for _, name := range names {
			if name.IsExported() {
				c.exported++
			}
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			count(d.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					count(s.Names...)
				case *ast.TypeSpec:
					count(s.Name)
					if of, ok := s.Type.(*ast.StructType); ok && folder == "aco" && slices.Contains(describesRun, s.Name.Name) {
						for _, field := range of.Fields.List {
							c.options += max(1, len(field.Names))
						}
					}
				}
			}
		}
	}
}

// print prints the tables, the largest folder first.
func (c *counts) print(out io.Writer) {
	all := lines{}
	fmt.Fprint(out, "| folder | lines of Go | of tests |\n|---|---|---|\n")
	for _, folder := range slices.SortedFunc(maps.Keys(c.folders), func(a, b string) int {
		return cmp.Or(c.folders[b].code-c.folders[a].code, c.folders[b].tests-c.folders[a].tests, strings.Compare(a, b))
	}) {
		of := c.folders[folder]
		all.code, all.tests = all.code+of.code, all.tests+of.tests
		fmt.Fprintf(out, "| `%s` | %d | %d |\n", folder, of.code, of.tests)
	}
	fmt.Fprintf(out, "| **all** | %d | %d |\n\n", all.code, all.tests)
	fmt.Fprintf(out, "| | |\n|---|---|\n| packages | %d |\n| exported names | %d |\n| flags of all commands | %d |\n"+
		"| options of the library | %d |\n| pages | %d KB |\n",
		len(c.packages), c.exported, c.flags, c.options, c.pages/1000)
}

// printBuild builds the program with an empty cache of Go, and prints how long that takes and how
// large the program is.
func printBuild(out io.Writer, root string) error {
	folder, err := os.MkdirTemp("", "count-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "aco-vk")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./cmd/aco-vk")
	build.Dir, build.Env, build.Stderr = root, append(os.Environ(), "GOCACHE="+filepath.Join(folder, "cache")), os.Stderr
	began := time.Now()
	if err := build.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	took := time.Since(began)
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "| program | %.1f MB |\n| build with an empty cache | %.0f s |\n", float64(info.Size())/1e6, took.Seconds())
	return nil
}
