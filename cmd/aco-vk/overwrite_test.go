package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/scratch/scratchtest"
)

// neededArguments are what some commands need beside files.
var neededArguments = map[string][]string{
	"serve": {"--nats", "nats://localhost", "--tls-cert", "c.pem", "--tls-key", "k.pem"},
}

// fileArgument is an argument of a command that names files.
type fileArgument struct {
	*kong.Value
	kind     string
	position int // among the arguments without a flag; -1: a flag
}

// mayContinue reports whether two arguments may name one file.
func (a fileArgument) mayContinue(b fileArgument) bool {
	return a.kind != fileWrite && b.kind != fileWrite || a.Tag.Get("continues") == b.Name || b.Tag.Get("continues") == a.Name ||
		a.Value == b.Value && a.Target.Kind() != reflect.Slice
}

// fileCommand is a command with arguments that name files.
type fileCommand struct {
	words     []string
	arguments []fileArgument
	positions int
}

// line returns the command line with two arguments and their files. The others without a flag are any files.
func (c *fileCommand) line(arguments [2]fileArgument, files [2]string) []string {
	const other = "other.tsp"
	line, last := slices.Clone(c.words), slices.Repeat([]string{other}, c.positions)
	for i, a := range arguments {
		switch {
		case a.position >= 0:
			last[a.position] = files[i]
		case a.kind == fileList:
			line = append(line, "--"+a.Name, fileList+files[i])
		default:
			line = append(line, "--"+a.Name, files[i])
		}
	}
	return append(line, last...)
}

// fileCommands returns all commands with arguments that name files. It requires that each argument
// says so.
func fileCommands(t *testing.T) (commands []*fileCommand) {
	var visit func(n *kong.Node, words []string)
	visit = func(n *kong.Node, words []string) {
		command := &fileCommand{words: slices.Concat(words, neededArguments[strings.Join(words, " ")]), positions: len(n.Positional)}
		add := func(v *kong.Value, position int) {
			kind := v.Tag.Get("file")
			if named := slices.Contains([]string{"FILE", "DIR", "REPORT"}, v.Tag.PlaceHolder); named && kind == "" {
				t.Errorf("%v --%s names a file, and has no tag file", words, v.Name)
			}
			if kind != "" && kind != folder {
				command.arguments = append(command.arguments, fileArgument{v, kind, position})
			}
		}
		for _, flag := range n.Flags {
			add(flag.Value, -1)
		}
		for i, argument := range n.Positional {
			add(argument, i)
		}
		commands = append(commands, command)
		for _, child := range n.Children {
			visit(child, slices.Concat(words, []string{child.Name}))
		}
	}
	visit(commandParser(t).Model.Node, nil)
	return commands
}

// sameFiles makes files in the working folder, and returns names of one file each.
func sameFiles(t *testing.T, content string) [][2]string {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, err := range []error{
		os.WriteFile("same.csv", []byte(content), 0o600), os.Symlink("same.csv", "link.csv"), os.Symlink(".", "here"),
		os.Link("same.csv", "hard.csv"), os.Symlink("new.csv", "dangling.csv"), os.Mkdir("sub", 0o700),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return [][2]string{
		{"same.csv", "same.csv"}, {"same.csv", "sub/../same.csv"}, {"link.csv", "same.csv"}, {"here/same.csv", "same.csv"},
		{"same.csv", "hard.csv"}, {"new.csv", "./new.csv"}, {"here/new.csv", "new.csv"}, {"dangling.csv", "new.csv"},
	}
}

func TestSameFile(t *testing.T) {
	for _, names := range sameFiles(t, "") {
		a, b := newNamedFile(console{}, namedFile{name: names[0]}), newNamedFile(console{}, namedFile{name: names[1]})
		if !a.same(b) || !b.same(a) {
			t.Errorf("%s and %s are not one file", names[0], names[1])
		}
	}
	for _, names := range [][2]string{{"same.csv", "new.csv"}, {"new.csv", "sub/new.csv"}, {os.DevNull, os.DevNull}, {standard, "same.csv"}} {
		a, b := newNamedFile(console{}, namedFile{name: names[0]}), newNamedFile(console{}, namedFile{name: names[1]})
		if a.same(b) || b.same(a) {
			t.Errorf("%s and %s are one file", names[0], names[1])
		}
	}
}

// No command writes a file that it reads, or one file twice, by whatever name: every pair of arguments
// of every command is tried. The files stay as they are.
func TestNoFileIsOverwritten(t *testing.T) {
	commands := fileCommands(t)
	const content = "what was in the file"
	names := sameFiles(t, content)
	pairs, all := map[string]int{}, 0
	for _, command := range commands {
		for i, a := range command.arguments {
			for _, b := range command.arguments[:i+1] {
				if a.mayContinue(b) {
					continue
				}
				all++
				line := command.line([2]fileArgument{a, b}, names[all%len(names)])
				code, _, text := runHere(line...)
				if strings.Contains(text, "can't be used together") || strings.Contains(text, "is given twice, but has one value") {
					continue
				}
				if pairs[command.words[0]]++; code != exitUsage || !strings.Contains(text, "would be overwritten: ") {
					t.Errorf("%v: exit code %d, %s", line, code, text)
				}
			}
		}
	}
	if text, err := os.ReadFile("same.csv"); err != nil || string(text) != content {
		t.Errorf("the file is %q, %v", text, err)
	}
	if _, err := os.Stat("new.csv"); err == nil {
		t.Error("a new file was written")
	}
	for _, command := range []string{"solve", "bound", "conform", "serve", "plot", "report", "analyse", "experiment"} {
		if pairs[command] == 0 {
			t.Errorf("no pair of %s was tried", command)
		}
	}
}

// A file that a command reads stays, also where it would write it into a folder, or as an instance of
// a plan.
func TestNoInputOfAFolderIsOverwritten(t *testing.T) {
	t.Chdir(t.TempDir())
	const plan = "seeds = 1\nlimits = { iterations = 1 }\ninstances = [\"a.tsp\"]\n[[configurations]]\nalgorithm = \"mmas\"\n"
	const instance = "NAME: a\nTYPE: TSP\nDIMENSION: 5\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 3 3\n4 0 3\n5 1 1\nEOF\n"
	for name, text := range map[string]string{"p.toml": plan, "a.tsp": instance} {
		writeText(t, name, text)
	}
	for _, line := range [][]string{{"experiment", "p.toml", "--csv", "a.tsp"}, {"experiment", "p.toml", "-o", "a.tsp"}} {
		code, _, messages := runHere(line...)
		if text, err := os.ReadFile("a.tsp"); code != exitUsage || !strings.Contains(messages, "a.tsp would be overwritten: the plan reads it") ||
			err != nil || string(text) != instance {
			t.Errorf("%v: exit code %d, %s, %q", line, code, messages, text)
		}
	}
	c := console{read: []namedFile{newNamedFile(console{}, namedFile{flag: "--baseline", name: "a.tsp"})}}
	if _, err := newOutput(c, filepath.Join(".", "a.tsp")); err == nil || !strings.Contains(err.Error(), "--baseline reads it") {
		t.Errorf("%v", err)
	}
}

// A file that is replaced keeps its permissions.
func TestOutputKeepsMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o666, 0o755} {
		name := filepath.Join(t.TempDir(), "o.csv")
		must.Do(t, errors.Join(os.WriteFile(name, []byte("old"), mode), os.Chmod(name, mode)))
		o, err := newOutput(console{}, name)
		if err == nil {
			err = o.write(func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err })
		}
		info, failed := os.Stat(name)
		if err = errors.Join(err, failed); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%v became %v, %v", mode, info.Mode(), err)
		}
	}
}

// Every file that replaces another one is on the disk before the command ends.
func TestOutputsAreDurable(t *testing.T) {
	folder, disk := t.TempDir(), scratchtest.NewDisk(t)
	name := filepath.Join(folder, "o.csv")
	o, err := newOutput(console{}, name)
	if err == nil {
		err = o.write(func(w io.Writer) error { _, err := io.WriteString(w, "text"); return err })
	}
	if err != nil {
		t.Fatal(err)
	}
	disk.Keeps(name)
	trails := filepath.Join(folder, "trails.csv")
	solve := &solveCommand{}
	solve.Trails = trails
	f, err := solve.newTrailsFile(console{})
	if err == nil {
		err = f.close(false)
	}
	if err != nil {
		t.Fatal(err)
	}
	disk.Keeps(trails)
	opened, _, err := openConformFolder(folder, conform.Options{}, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.saved.Close()
	disk.Keeps(opened.saved.Name())
}
