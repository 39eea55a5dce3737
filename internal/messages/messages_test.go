// Package messages tests the messages of the library: none names a flag or a command of the
// command line.
package messages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// exceptions are the files with strings that name flags or commands.
var exceptions = map[string]string{
	"aco/option/table.go":        "helps of the flags",
	"study/anytime/table.go":     "arguments of the program that is measured",
	"study/anytime/trial.go":     "arguments of the program that is measured",
	"conform/export/program.go":  "arguments of the C compiler",
	"conform/export/scripts.go":  "arguments of the programs that run the scripts",
	"conform/export/write.go":    "arguments of the disassembler, and of the programs that run the files",
	"shaders/compile/compile.go": "arguments of the shader compiler",
	"vk/vktest/faultlayer.go":    "arguments of the C compiler",
}

// TestMessagesNameNoFlagOrCommand checks every string of the packages outside cmd and tools. Their
// callers may have no command line: an error names options as the library does, and package main
// replaces these names with flags.
func TestMessagesNameNoFlagOrCommand(t *testing.T) {
	const root = "../.."
	flagOrCommand := pattern(commands(t, root))
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == "cmd" || name == "tools" || name == "build" || name == ".git"):
			return fs.SkipDir
		case filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		inspect(t, path, func(position token.Position, node ast.Node) {
			text, match := stringOf(node), ""
			if match = flagOrCommand.FindString(text); match == "" {
				return
			}
			if found[name] = true; exceptions[name] == "" {
				t.Errorf("%s:%d: the string %q names %q", name, position.Line, text, strings.TrimSpace(match))
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range exceptions {
		if !found[name] {
			t.Errorf("%s names no flag or command any more: delete it from the exceptions", name)
		}
	}
}

// TestMessagesCountFrom1 checks that no message has a city that is counted from 0: the numbers of files
// and of messages are the same. Files that count from 0 themselves are quoted.
func TestMessagesCountFrom1(t *testing.T) {
	const root, quoting = "../..", "tsp/format/tour_list.go"
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == "build" || name == ".git"):
			return fs.SkipDir
		case filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || name == quoting:
			return nil
		}
		inspect(t, path, func(position token.Position, node ast.Node) {
			if text := stringOf(node); strings.Contains(text, "counted from 0") {
				t.Errorf("%s:%d: %q", name, position.Line, text)
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPattern(t *testing.T) {
	flagOrCommand := pattern(commands(t, "../.."))
	for text, want := range map[string]bool{
		"choose fewer (--colonies)": true, "--json": true, "print less: -q": true, "(-o)": true,
		"`aco-vk devices` lists them": true, "run aco-vk solve again": true,
		"-1 ends the tour": false, "2-opt": false, "x - y": false, "a -- b": false, "outside -90..90": false,
		"%d-%d":              false,
		"aco-vk pipelines 1": false, "nearest-neighbour": false,
	} {
		if got := flagOrCommand.MatchString(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// pattern returns an expression that matches flags, and the program's name before one of its
// commands.
func pattern(commands []string) *regexp.Regexp {
	return regexp.MustCompile(`(^|[^-\w])--[a-z]|(^|[^-\w])-[a-z]($|[^-\w])|aco-vk (` + strings.Join(commands,
		"|") + `)\b`)
}

// commands returns the names of the program's commands: the fields of package main that have the
// tag cmd.
func commands(t *testing.T, root string) (names []string) {
	files, err := filepath.Glob(filepath.Join(root, "cmd/aco-vk/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		inspect(t, file, func(_ token.Position, node ast.Node) {
			field, isField := node.(*ast.Field)
			if !isField || field.Tag == nil {
				return
			}
			if _, isCommand := reflect.StructTag(stringOf(field.Tag)).Lookup("cmd"); isCommand {
				names = append(names, strings.ToLower(field.Names[0].Name))
			}
		})
	}
	if len(names) == 0 {
		t.Fatal("cmd/aco-vk has no field with the tag cmd")
	}
	return names
}

// inspect parses a file and calls use for each of its nodes.
func inspect(t *testing.T, path string, use func(token.Position, ast.Node)) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if node != nil {
			use(files.Position(node.Pos()), node)
		}
		return true
	})
}

// stringOf returns the text of a string literal, "" for any other node.
func stringOf(node ast.Node) string {
	literal, isLiteral := node.(*ast.BasicLit)
	if !isLiteral || literal.Kind != token.STRING {
		return ""
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		return "" // the parser accepts no such literal
	}
	return text
}
