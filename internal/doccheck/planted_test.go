package doccheck

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aco-vk/aco-vk/internal/must"
)

// planted is a small project. Each line of its pages and comments with !! has one fault, the
// others have none.
var planted = fstest.MapFS{
	"Makefile":                {Data: []byte("figures: ## draw\n\ttrue\n")},
	"docs/command-line.md":    {Data: []byte(plantedReference)},
	"docs/figures/a.svg":      {},
	"aco/aco.go":              {Data: []byte(plantedGo)},
	"aco/aco_test.go":         {Data: []byte("package aco\n\nimport \"testing\"\n\nfunc TestSolve(t *testing.T) {}\n")},
	"shaders/include/a.glsl":  {Data: []byte("int a; // see b.glsl !!\n// Go: aco/aco.go\nint b;\n")},
	"cmd/aco-vk/main.go":      {Data: []byte("package main\n\nimport _ \"github.com/aco-vk/aco-vk/aco\"\n")},
	"internal/lost/lost.go":   {Data: []byte("package lost\n\nimport _ \"github.com/aco-vk/aco-vk/aco\"\n")},
	"docs/page.md":            {Data: []byte(plantedPage)},
	"internal/lost/README.md": {Data: []byte("`lost.go` and `aco.go` in `aco`, `main.go` !!\n")},
}

const plantedReference = `## ` + "`aco-vk solve <file>`" + `

| flag | meaning |
|---|---|
| ` + "`-o, --output=FILE`" + ` | Without --open !! |

## ` + "`aco-vk tour check <file>`" + `

| ` + "`--fix=FILE`" + ` | As solve --output. |

As for ` + "`solve`: `--quiet`, `--output`" + `.
`

const plantedGo = `package aco

// Options of [Solve], not of [Solved]. !!
type Options struct{ Seed int }

// Solve uses Options.Seed and aco.Options.Seed, and not Options.Speed. !!
//
// It was SolveAll, which JavaScript has not. !!
//
// It passes --fix to aco-vk tour check, but never --fixed. !!
//
// TestSolve tests it; TestSolved does not. !!
func Solve() string { return "ACO_VK_SET" }
`

const plantedPage = `# Page

[link](figures/a.svg)
[link](figures/b.svg) !!

## Two ` + "`words`" + `, here

[this page](#two-words-here), [another one](command-line.md#aco-vk-solve-file)

[this page](#three-words) !!

[another one](command-line.md#aco-vk-solve) !!

Run ` + "`make figures`" + `, not ` + "`make figure`" + `. !!

- ` + "`aco.Solve`, `aco.Options.Seed`, `context.Context`" + `
- ` + "`aco.Solved`" + ` !!
- ` + "`aco.Options.Speed`" + ` !!
- ` + "`solveAll()`" + ` !!
- ` + "`Solve`, `Options` and `Seed` in `aco/aco.go`" + `
- ` + "`Solve` and `ruled` in `aco/aco.go`" + ` !!
- ` + "`Speed` in `aco/aco.go`, `aco/aco_test.go`" + ` !!
- ` + "`aco/*.go`, `build/any.go`, `shaders/include/NAME.glsl`" + `
- ` + "`aco/none.go`" + ` !!
- ` + "`ACO_VK_SET=1` or `ACO_VK_UNSET=1`" + ` !!
- ` + "`aco-vk solve --output x`, `tour check --fix x`, `other --flag`" + `
- ` + "`aco-vk solves x`" + ` !!
- ` + "`solve --fix x`" + ` !!
- ` + "`tour check --output x`" + `
- ` + "`go test -run TestSol`, `go test -run Solve`" + `
- ` + "`go test -run Solved`" + ` !!
- As ` + "`tour check`" + ` does, give ` + "`--fix`" + `

    bin/aco-vk solve x --output y | other --flag # --remark
    go run ./cmd/aco-vk solve x --fix y !!
`

func TestPlantedFaults(t *testing.T) {
	p := must.Get(readProject(planted))(t)
	faults, _, err := p.faults()
	if err != nil {
		t.Fatal(err)
	}
	found := map[passage]int{}
	for _, one := range faults {
		if found[one.passage]++; !strings.Contains(one.passage.text, "!!") {
			t.Error(one)
		}
	}
	for _, file := range p.texts {
		passages := must.Get(passagesOf(file, planted[file].Data))(t)
		for _, one := range passages {
			if strings.Contains(one.text, "!!") && found[one] != 1 {
				t.Errorf("%s:%d: %d faults found in %q", one.file, one.line, found[one], one.text)
			}
		}
	}
}

func TestPlantedTable(t *testing.T) {
	p := must.Get(readProject(planted))(t)
	page := "# Map\n\n## Packages\n\n| package |\n|---|\n| `aco`, `gone` | x |\n| `cmd` | x |\n"
	faults := strings.Join(p.tableFaults(firstColumn("ARCHITECTURE.md", page, "Packages")), "\n")
	want := "no folder gone\ncmd/aco-vk imports aco, which stands above it\nthe table lacks internal/lost"
	if faults != want {
		t.Errorf("faults %q, want %q", faults, want)
	}
}
