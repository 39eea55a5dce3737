package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// ring is one step of the tests: a command that exits with an error if it finds the mutant.
type ring struct {
	name      string
	dir       string // where the command runs
	program   string // without the mutant
	mutated   string // with the mutant; the same for shaders, whose modules are read from a folder
	arguments []string
	limit     time.Duration // a mutant that takes longer hangs
}

// tester builds and runs rings.
type tester struct {
	root    string        // of the project
	build   string        // folder of programs
	limit   time.Duration // of a package's short tests; the other rings have half of it
	modules string        // folder of the modules of the current mutant
}

// goBuild builds a program, or a package's tests, with files of the overlay in place of the
// project's.
func (t *tester) goBuild(program, pkg string, overlay string) error {
	arguments := []string{"build"}
	if !strings.HasPrefix(pkg, "./tools/") {
		arguments = []string{"test", "-c", "-vet=off"}
	}
	if overlay != "" {
		arguments = append(arguments, "-overlay", overlay)
	}
	if out, err := exec.Command("go", append(arguments, "-o", program, pkg)...).CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return nil
}

// overlay writes a list for the options -overlay of the go command: a file of the project and the
// text that replaces it.
func (t *tester) overlay(file, text string) (string, error) {
	replacement := filepath.Join(t.build, "replacement.go.txt")
	list := filepath.Join(t.build, "overlay.json")
	if err := os.WriteFile(replacement, []byte(text), 0o666); err != nil {
		return "", err
	}
	return list, os.WriteFile(list, fmt.Appendf(nil, `{"Replace": {%q: %q}}`, filepath.Join(t.root, file),
		replacement), 0o666)
}

// shaderPackages are the packages whose tests compare shaders with the reference.
var shaderPackages = []string{"aco/classic", "aco/merged"}

// buildShaderPrograms builds the programs that run mutants of shaders.
func (t *tester) buildShaderPrograms() error {
	overlay, err := t.overlay("shaders/planted.go", plantedFile)
	if err != nil {
		return err
	}
	for _, pkg := range append(slices.Clone(shaderPackages), "tools/mutants") {
		if err := t.goBuild(t.shaderProgram(pkg), "./"+pkg, overlay); err != nil {
			return err
		}
	}
	return nil
}

func (t *tester) shaderProgram(pkg string) string {
	return filepath.Join(t.build, strings.ReplaceAll(pkg, "/", "-")+"-modules")
}

// glslRings are the rings of a mutant that changes some modules, the cheapest first.
func (t *tester) glslRings(modules []string) []ring {
	var used, noSubgroups []string // modules with subgroup operations, or whose shader needs none; variants without
	for _, m := range modules {
		if strings.HasSuffix(m, "_no_subgroups") {
			noSubgroups = append(noSubgroups, m)
		} else {
			used = append(used, m)
		}
	}
	var rings []ring
	if len(used) > 0 {
		rings = append(rings, t.compare("conform, quick", used, "--quick"))
	}
	if len(noSubgroups) > 0 {
		rings = append(rings, t.compare("conform without subgroups, quick", noSubgroups, "--quick", "--no-subgroups"))
	}
	if len(used) == 0 {
		return append(rings, t.compare("conform without subgroups", noSubgroups, "--no-subgroups"))
	}
	for _, pkg := range shaderPackages {
		var stages []string
		for _, m := range used {
			if strings.HasPrefix(m, "merged_") == (pkg == "aco/merged") {
				stages = append(stages, stageTests(m))
			}
		}
		if len(stages) == 0 {
			continue
		}
		slices.Sort(stages)
		program := t.shaderProgram(pkg)
		rings = append(rings, ring{
			name: "short tests of the stage", dir: filepath.Join(t.root, pkg), program: program, mutated: program,
			limit: t.limit / 2,
			arguments: []string{"-test.short", "-test.failfast", "-test.run",
				strings.Join(slices.Compact(stages), "|")},
		})
	}
	return append(rings, t.compare("conform", used))
}

// compare returns the ring of the cases of conform that use these modules.
func (t *tester) compare(name string, modules []string, options ...string) ring {
	program := t.shaderProgram("tools/mutants")
	return ring{name: name, dir: t.root, program: program, mutated: program,
		arguments: slices.Concat([]string{"compare"}, options, modules), limit: t.limit / 2}
}

// stageTests returns a pattern for the tests that compare a module's stage with the reference.
func stageTests(module string) string {
	stage, variant, _ := strings.Cut(module, "_")
	also := ""
	switch {
	case stage == "merged":
		stage, _, _ = strings.Cut(variant, "_")
		also = "|^Test(Merges|Iterations|Haversine|DistancesInSpace)" // compare several stages
	case strings.HasPrefix(module, "construct_acs"):
		return "^TestACS"
	}
	return "^Test" + strings.ToUpper(stage[:1]) + stage[1:] + also
}

// goUsers lists the packages whose short tests run code of a folder, besides its own package and
// aco, whose tests are fast.
var goUsers = []struct{ folder, tests string }{
	{"aco/merged/", "aco/merged"},
	{"aco/engine/", "aco/classic"}, {"aco/classic/", "aco/classic"}, {"aco/distance/", "aco/classic"},
	{"aco/philox/", "aco/classic"}, {"vk/pipeline/", "aco/classic"},
}

// goRings returns the packages whose short tests may find a mutant, in the order in which they
// run.
func (t *tester) goRings(m mutant) []string {
	own := filepath.Dir(m.File)
	rings := []string{own}
	if own != "aco" {
		rings = append(rings, "aco")
	}
	for _, user := range goUsers {
		if strings.HasPrefix(m.File, user.folder) && user.tests != own {
			rings = append(rings, user.tests)
		}
	}
	return rings
}

// goRing builds the short tests of a package with the overlay's mutant, and without it if that was
// not done before.
func (t *tester) goRing(pkg, overlay string) (ring, error) {
	name := strings.ReplaceAll(pkg, "/", "-") + ".test"
	r := ring{
		name: "short tests of " + pkg, dir: filepath.Join(t.root, pkg), limit: t.limit,
		program: filepath.Join(t.build, name), mutated: filepath.Join(t.build, "mutated-"+name),
		arguments: []string{"-test.short", "-test.failfast"},
	}
	return r, t.goBuild(r.mutated, "./"+pkg, overlay)
}

// failedTest matches the name of a test that failed or, if a program hung, of one that was
// running.
var failedTest = regexp.MustCompile(`(?m)^(?:--- FAIL: |\t{1,2})(Test\w+)`)

// errControl says that a test failed with a mutant and without. Nothing is known about the mutant
// then, and it does not count.
var errControl = errors.New("a test fails without a mutant")

// finds runs a ring with the mutant and reports whether it fails. Without the mutant it has to
// pass.
func (t *tester) finds(ctx context.Context, r ring) (bool, error) {
	out, err := t.run(ctx, r, r.mutated, t.modules)
	if err == nil || ctx.Err() != nil {
		return false, ctx.Err()
	}
	if r.program != r.mutated {
		if _, err := os.Stat(r.program); err != nil {
			pkg, err := filepath.Rel(t.root, r.dir)
			if err == nil {
				err = t.goBuild(r.program, "./"+pkg, "")
			}
			if err != nil {
				return false, err
			}
		}
	}
	if found := failedTest.FindSubmatch(out); found != nil {
		r.arguments = []string{"-test.short", "-test.run", "^" + string(found[1]) + "$"}
	}
	if out, err := t.run(ctx, r, r.program, ""); err != nil && ctx.Err() == nil {
		log.Printf("%s %s fail without a mutant, too: %v\n%s", r.name, r.arguments, err, out[max(0, len(out)-2000):])
		return false, errControl
	}
	return true, ctx.Err()
}

// run runs a program of a ring, with modules in place of the embedded ones if the folder is not
// empty, and returns what it printed.
func (t *tester) run(ctx context.Context, r ring, program, modules string) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, r.limit+10*time.Second)
	defer stop()
	arguments := r.arguments
	if arguments[0] == "-test.short" {
		arguments = append([]string{"-test.timeout", r.limit.String()}, arguments...) // it names the test that hangs
	}
	command := exec.CommandContext(ctx, program, arguments...)
	command.Dir, command.Env = r.dir, append(os.Environ(), modulesVariable+"="+modules, "ACO_VK_TARGET=test-short")
	endWithGroup(command)
	command.WaitDelay = time.Second
	return command.CombinedOutput()
}
