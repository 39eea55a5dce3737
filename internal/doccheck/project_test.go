package doccheck

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// project is what exists: what pages and comments may name.
type project struct {
	files     fs.FS
	paths     set               // files and folders
	bases     set               // names of files, without folders
	texts     []string          // files with pages or comments
	flags     map[string]set    // of each command of aco-vk
	toolFlags map[string]set    // of each folder with another program, and flags that code of a folder passes on
	targets   set               // of make
	packages  map[string][]*pkg // by name
	folders   map[string]*pkg   // by folder
	functions set               // of tests
	words     set               // of all code without comments
	fileWords map[string]set    // of each file: the identifiers of Go, the words of others
	literals  []literal         // of Go files that are not tests
}

// literal is a string in Go.
type literal struct {
	file string
	line int
	text string
}

type set map[string]bool

// pkg is what a folder of Go files declares.
type pkg struct {
	name    string
	names   set  // top-level declarations
	imports set  // packages of this module that code imports, by folder; not what its tests import
	code    bool // has files that are not tests
}

const module = "github.com/aco-vk/aco-vk/"

// readProject reads the files of a project.
func readProject(files fs.FS) (*project, error) {
	p := &project{
		files: files, paths: set{}, bases: set{}, flags: map[string]set{}, toolFlags: map[string]set{}, targets: set{},
		packages: map[string][]*pkg{}, folders: map[string]*pkg{}, functions: set{}, words: set{},
		fileWords: map[string]set{},
	}
	if err := fs.WalkDir(files, ".", p.addFile); err != nil {
		return nil, err
	}
	for _, one := range p.folders {
		p.packages[one.name] = append(p.packages[one.name], one)
	}
	slices.Sort(p.texts)
	return p, p.readCommands()
}

// generated are folders that are not part of the project: git's, and what the Makefile writes.
var generated = set{".git": true, "build": true, "bin": true}

func (p *project) addFile(name string, entry fs.DirEntry, err error) error {
	switch {
	case err != nil:
		return err
	case generated[name] && entry.IsDir():
		return fs.SkipDir
	}
	p.paths[name] = true
	if entry.IsDir() {
		return nil
	}
	p.bases[path.Base(name)] = true
	switch path.Ext(name) {
	case ".md":
		p.texts = append(p.texts, name)
		return nil
	case ".go", ".comp", ".glsl":
		p.texts = append(p.texts, name)
	case ".js", ".json", ".sh", ".py", ".c", ".h", ".tmpl", ".yml", ".yaml", ".service", ".txtar", "":
	default:
		return nil
	}
	text, err := fs.ReadFile(p.files, name)
	if err != nil {
		return err
	}
	if path.Ext(name) == ".go" {
		return p.addGo(name, text)
	}
	if name == "Makefile" {
		for _, target := range makeTarget.FindAllSubmatch(text, -1) {
			p.targets[string(target[1])] = true
		}
	}
	p.fileWords[name] = set{}
	for _, word := range anyWord.FindAllString(string(text), -1) {
		p.words[word], p.fileWords[name][word] = true, true
	}
	return nil
}

var (
	makeTarget = regexp.MustCompile(`(?m)^([a-z][a-z-]*):`)
	anyWord    = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// addGo adds the declarations, imports, words and flags of a Go file.
func (p *project) addGo(name string, text []byte) error {
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, name, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	folder := path.Dir(name)
	one := p.folders[folder]
	isTest := strings.HasSuffix(name, "_test.go")
	if one == nil {
		one = &pkg{name: strings.TrimSuffix(parsed.Name.Name, "_test"), names: set{}, imports: set{}}
		p.folders[folder] = one
	}
	one.code = one.code || !isTest
	for _, spec := range parsed.Imports {
		if imported, err := strconv.Unquote(spec.Path.Value); err == nil && !isTest {
			if local, ok := strings.CutPrefix(imported, module); ok {
				one.imports[local] = true
			}
		}
	}
	for _, declaration := range parsed.Decls {
		one.add(declaration)
		if function, ok := declaration.(*ast.FuncDecl); ok && function.Recv == nil && isTest {
			p.functions[function.Name.Name] = true
		}
	}
	if p.toolFlags[folder] == nil {
		p.toolFlags[folder] = set{}
	}
	p.fileWords[name] = set{}
	ast.Inspect(parsed, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Ident:
			p.words[n.Name], p.fileWords[name][n.Name] = true, true
		case *ast.CallExpr:
			p.addCallFlag(folder, n)
		case *ast.Field:
			if n.Tag != nil {
				p.addFieldFlag(folder, n)
			}
		case *ast.BasicLit:
			if value, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				p.addLiteral(folder, value)
				if !isTest {
					p.literals = append(p.literals, literal{name, positions.Position(n.Pos()).Line, value})
				}
			}
		}
		return true
	})
	return nil
}

// addLiteral adds the words of a string, and the flags that it has: of another program, or of
// package flag.
func (p *project) addLiteral(folder, value string) {
	for _, word := range anyWord.FindAllString(value, -1) {
		p.words[word] = true
	}
	if strings.HasPrefix(folder, "cmd") {
		return // its flags are those of the reference
	}
	for _, flag := range anyFlag.FindAllStringSubmatch(value, -1) {
		p.toolFlags[folder][flag[1]] = true
	}
}

// addFieldFlag adds the flag of a field of a program's command line.
func (p *project) addFieldFlag(folder string, field *ast.Field) {
	tag, err := strconv.Unquote(field.Tag.Value)
	if err != nil || !strings.HasPrefix(folder, "tools") || len(field.Names) == 0 {
		return
	}
	name, found := reflect.StructTag(tag).Lookup("name")
	if !found {
		name = strings.ToLower(upperInside.ReplaceAllString(field.Names[0].Name, "$1-$2"))
	}
	p.toolFlags[folder][name] = true
}

// addCallFlag adds the flag that a call of package flag defines.
func (p *project) addCallFlag(folder string, call *ast.CallExpr) {
	function, isSelector := call.Fun.(*ast.SelectorExpr)
	if !isSelector || fmt.Sprint(function.X) != "flag" || len(call.Args) == 0 {
		return
	}
	if name, ok := call.Args[0].(*ast.BasicLit); ok {
		p.toolFlags[folder][strings.Trim(name.Value, `"`)] = true
	}
}

var upperInside = regexp.MustCompile(`([a-z])([A-Z])`)

// add adds a declaration.
func (one *pkg) add(declaration ast.Decl) {
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			one.names[d.Name.Name] = true
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range s.Names {
					one.names[name.Name] = true
				}
			case *ast.TypeSpec:
				one.names[s.Name.Name] = true
			}
		}
	}
}
