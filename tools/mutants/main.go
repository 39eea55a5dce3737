// Command mutants plants bugs by rule, one at a time, in a sample of the lines of shaders and Go
// code, and runs tests until one finds the bug: the cheapest first. It prints a table in Markdown:
// which tests found each bug in how many seconds, and the survivors with their reasons.
//
// The project's files stay as they are: the go command reads the changed line through an overlay,
// and programs read the modules of a changed shader from a folder.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Run     runCommand     `cmd:"" default:"withargs" help:"Plant bugs and print which tests find them."`
	Compare compareCommand `cmd:"" hidden:""`
}

func main() {
	log.SetFlags(log.Ltime)
	context := kong.Parse(&commandLine{})
	context.FatalIfErrorf(context.Run())
}

type runCommand struct {
	N     int           `default:"100" help:"Number of bugs: half in shaders, half in Go."`
	Seed  uint64        `default:"1" help:"Chooses the lines."`
	Limit time.Duration `default:"4m" help:"Longest time of a package's short tests. A bug that takes longer is found. Other tests have half of it."`
	For   time.Duration `default:"24h" help:"Begin no further bug after this time."`
}

func (c *runCommand) Run() error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	t := &tester{root: root, build: filepath.Join(root, "build/mutants"), limit: c.Limit}
	t.modules = filepath.Join(t.build, "modules")
	if err := os.RemoveAll(t.build); err != nil {
		return err
	}
	if err := os.MkdirAll(t.build, 0o777); err != nil {
		return err
	}
	reasons, err := readReasons()
	if err != nil {
		return err
	}
	glsl, golang, err := allMutants()
	if err != nil {
		return err
	}
	log.Printf("%d places in GLSL, %d in Go", len(glsl), len(golang))
	modules, err := newCompiler(t.build)
	if err != nil {
		return err
	}
	if err := t.buildShaderPrograms(); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(context.Background(), c.For)
	defer stop()
	report := newReport(os.Stdout, reasons)
	err = c.runAll(ctx, []stream{
		{sample(glsl, c.Seed), func(m mutant) (*outcome, error) { return t.testGLSL(ctx, modules, m) }},
		{sample(golang, c.Seed), func(m mutant) (*outcome, error) { return t.testGo(ctx, m) }},
	}, report.add)
	report.summary()
	return err
}

// stream is a list of mutants and what tests one. The outcome is nil for a mutant that does not
// count.
type stream struct {
	mutants []mutant
	test    func(mutant) (*outcome, error)
}

// runAll tests an equal share of all mutants of each stream, one at a time. The streams run at the same
// time: one uses the device while the other compiles.
func (c *runCommand) runAll(ctx context.Context, streams []stream, add func(*outcome)) error {
	failed := make([]error, len(streams))
	var running sync.WaitGroup
	for i, s := range streams {
		running.Go(func() {
			left := c.N / len(streams)
			for _, m := range s.mutants {
				if left == 0 {
					return
				}
				o, err := s.test(m)
				switch {
				case ctx.Err() != nil:
					return
				case errors.Is(err, errControl):
				case err != nil:
					failed[i] = err
					return
				case o != nil:
					add(o)
					left--
				}
			}
		})
	}
	running.Wait()
	return errors.Join(failed...)
}

// goFolders have the host code that is changed. The conformance test and the command line are not
// in it.
var goFolders = []string{"aco", "tsp", "vk/pipeline"}

// allMutants returns the mutants of shaders and of Go code.
func allMutants() (glsl, golang []mutant, err error) {
	visit := func(folder string, add func(file, text string) error) {
		err = errors.Join(err, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return add(filepath.ToSlash(path), string(text))
		}))
	}
	visit("shaders", func(file, text string) error {
		name := filepath.Base(file)
		isShader := strings.HasSuffix(name, ".comp") || strings.HasSuffix(name, ".glsl")
		if isShader && filepath.Base(filepath.Dir(file)) != "probe" {
			glsl = append(glsl, glslMutants(file, text)...)
		}
		return nil
	})
	for _, folder := range goFolders {
		visit(folder, func(file, text string) error {
			if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") ||
				strings.Contains(file, "test/") || strings.Contains(file, "/testdata/") {
				return nil
			}
			more, err := goMutants(file, text)
			golang = append(golang, more...)
			return err
		})
	}
	return glsl, golang, err
}

// testGLSL tests a mutant of a shader. The outcome is nil if the mutant compiles to the same
// modules, or not at all.
func (t *tester) testGLSL(ctx context.Context, c *compiler, m mutant) (*outcome, error) {
	if err := os.RemoveAll(t.modules); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(t.modules, 0o777); err != nil {
		return nil, err
	}
	started := time.Now()
	modules, err := c.compile(m, t.modules)
	if err != nil || len(modules) == 0 {
		return nil, err
	}
	rings := t.glslRings(modules)
	if m.Rule == barrierRule {
		rings = append(rings, t.compare("conform in reversed order, quick", modules, "--quick", "--perturb"))
	}
	for _, r := range rings {
		found, err := t.finds(ctx, r)
		if err != nil {
			return nil, err
		}
		if found {
			return newOutcome(m, r.name, started), nil
		}
	}
	return newOutcome(m, "", started), nil
}

// testGo tests a mutant of Go code. The outcome is nil if it does not compile.
func (t *tester) testGo(ctx context.Context, m mutant) (*outcome, error) {
	started := time.Now()
	text, err := os.ReadFile(m.File)
	if err != nil {
		return nil, err
	}
	overlay, err := t.overlay(m.File, m.plant(string(text)))
	if err != nil {
		return nil, err
	}
	for i, pkg := range t.goRings(m) {
		r, err := t.goRing(pkg, overlay)
		if err != nil && i == 0 {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", m.File, m.Line, err)
		}
		found, err := t.finds(ctx, r)
		if err != nil {
			return nil, err
		}
		if found {
			return newOutcome(m, r.name, started), nil
		}
	}
	return newOutcome(m, "", started), nil
}
