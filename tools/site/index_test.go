package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The index has every command and every flag of the reference, and each entry leads to the place
// that has it.
func TestFlagsInIndex(t *testing.T) {
	source, err := os.ReadFile("../../" + flagsPage)
	if err != nil {
		t.Fatal(err)
	}
	files := buildRepository(t)
	index := string(files[indexOutput])
	ids, _ := idsAndLinks(t, string(files[pageOutput(flagsPage)]))
	command, flags := "", 0
	check := func(text, anchor string) {
		if !strings.Contains(index, "<code>"+text+"</code>") ||
			!strings.Contains(index, `href="docs/command-line.html#`+anchor+`"`) || !ids[anchor] {
			t.Errorf("%s of %s: the index or the page lacks it or its anchor %s", text, command, anchor)
		}
	}
	head, row := regexp.MustCompile("^## `aco-vk ([a-z ]*[a-z])"), regexp.MustCompile("^\\| `((?:-., )?--([^=` ]+))")
	_, reference, _ := strings.Cut(string(source), "## Commands and flags\n")
	for line := range strings.Lines(reference) {
		if match := head.FindStringSubmatch(line); match != nil {
			command = match[1]
			check("aco-vk "+command, anchorOf(strings.Trim(strings.TrimSpace(line), "#` ")))
		}
		if match := row.FindStringSubmatch(line); match != nil {
			check(match[1], strings.ReplaceAll(command, " ", "-")+"--"+match[2])
			flags++
		}
	}
	if all := strings.Count(reference, "\n| `-"); all == 0 || flags != all {
		t.Errorf("found %d of %d flags", flags, all)
	}
}

// Entries are in alphabetical order, whatever their form, and an entry with several places occurs
// once.
func TestIndexOrder(t *testing.T) {
	s := &site{pages: []*page{
		newPage("docs/one.md", []byte("# Zebra\n\n## 2-opt\n\n## Ants\n\n## `code`\n")),
		newPage(flagsPage,
			[]byte(
				"# Flags\n\n## `aco-vk bound <file>`\n\n| flag | meaning |\n|---|---|\n| `-o, --output=FILE` | |\n\n"+
					"## `aco-vk tour check --x <file>`\n\n| flag | meaning |\n|---|---|\n| `--all=a\\|b` | |\n| `-o, --output=FILE` | |\n\n## Ants\n")),
	}}
	var got []string
	for _, letter := range s.index() {
		for _, e := range letter.Entries {
			one := letter.Letter + ": " + e.Text
			for _, p := range e.Places {
				one += " " + p.Address
			}
			got = append(got, one)
		}
	}
	want := []string{
		"0–9: 2-opt docs/one.html#2-opt",
		"A: --all docs/command-line.html#tour-check--all",
		"A: Ants docs/one.html#ants docs/command-line.html#ants",
		"B: aco-vk bound docs/command-line.html#aco-vk-bound-file",
		"C: code docs/one.html#code",
		"F: Flags docs/command-line.html#flags",
		"O: -o, --output docs/command-line.html#bound--output docs/command-line.html#tour-check--output",
		"T: aco-vk tour check docs/command-line.html#aco-vk-tour-check---x-file",
		"Z: Zebra docs/one.html#zebra",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("index (-want +got):\n%s", diff)
	}
}
