package main

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/aco-vk/aco-vk/internal/must"
)

// solveToReport runs solve with arguments and returns the report's file.
func solveToReport(t *testing.T, arguments ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.json")
	mustRun(t, append([]string{"solve", "--device", "cpu", "--quiet", "--json", file}, arguments...)...)
	return file
}

// commandOfPage returns the first command of the page of a report.
func commandOfPage(t *testing.T, report, instance string) string {
	t.Helper()
	root := must.Get(html.Parse(strings.NewReader(mustRun(t, "report", report, "--instance", instance, "--output", "-"))))(t)
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data == "code" {
			return n.Data
		}
	}
	t.Fatal("the page has no command")
	return ""
}

// The command on the page finds the tour of the report, for every algorithm.
func TestPageRepeatsRuns(t *testing.T) {
	const instance = "gen:uniform:40:1"
	for _, arguments := range []string{
		"--algorithm as --iterations 2 --seed 3",
		"--algorithm mmas --iterations 2 --local-search 3opt --seeds 2",
		"--algorithm acs --iterations 2 --synchronous --q0 0.7",
		"--algorithm merged --iterations 3 --seeds 2",
		"--algorithm merged --iterations 3 --open --start 4",
		"--preset uchida2014-hybrid --iterations 2",
	} {
		t.Run(arguments, func(t *testing.T) {
			first := solveToReport(t, append([]string{instance}, strings.Fields(arguments)...)...)
			command := commandOfPage(t, first, instance)
			words := strings.Fields(command)
			if len(words) < 3 || words[0] != "aco-vk" || words[1] != "solve" {
				t.Fatalf("command %q", command)
			}
			if got, want := tourOf(t, solveToReport(t, words[2:]...)), tourOf(t, first); got != want {
				t.Errorf("%s finds another tour", command)
			}
		})
	}
}

func TestQuoted(t *testing.T) {
	if got, want := quoted([]string{"a-b_c=1.5", "my file", "it's", ""}), `a-b_c=1.5 'my file' 'it'\''s' ''`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
