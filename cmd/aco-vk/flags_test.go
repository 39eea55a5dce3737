package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the flags in docs/command-line.md")

// The end of docs/command-line.md is made from the flags: go test ./cmd/aco-vk -run TestFlagsPage
// -update writes it.
func TestFlagsPage(t *testing.T) {
	const page = "../../docs/command-line.md"
	parser, err := newParser(true, console{out: io.Discard, messages: io.Discard}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(text), flagsHeading)
	if !found {
		t.Fatalf("%s has no heading %s", page, flagsHeading)
	}
	var want strings.Builder
	want.WriteString(before)
	flagsPage(&want, parser.Model)
	if *update {
		if err := os.WriteFile(page, []byte(want.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), string(got)); diff != "" {
		t.Errorf("the page differs from the flags; run the test with -update (-want +got):\n%s", diff)
	}
}

const flagsHeading = "## Commands and flags\n"

// flagsPage writes the reference of commands and flags as Markdown.
func flagsPage(out io.Writer, app *kong.Application) {
	fmt.Fprint(out, flagsHeading+
		"\n`go test ./cmd/aco-vk -run TestFlagsPage -update` makes this section from the program's table of flags. "+
		"`aco-vk man` prints\nthe same as a manual page. In parentheses: the algorithms that have a flag.\n")
	for _, command := range app.Leaves(true) {
		fmt.Fprintf(out, "\n## `aco-vk %s`\n\n%s\n", strings.TrimSuffix(command.Summary(), " [flags]"),
			markdown(command.Help))
		for i, argument := range command.Positional {
			if i == 0 {
				fmt.Fprint(out, "\n| argument | meaning |\n|---|---|\n")
			}
			fmt.Fprintf(out, "| `%s` | %s |\n", argument.Summary(), markdown(argument.Help))
		}
		for _, group := range flagGroups(command) {
			title := group.title
			if title == "" {
				title = "flag"
			}
			fmt.Fprintf(out, "\n| %s | meaning |\n|---|---|\n", markdown(title))
			for _, flag := range group.flags {
				fmt.Fprintf(out, "| `%s` | %s |\n", strings.ReplaceAll(flagText(flag), "|", `\|`), markdown(flag.Help))
			}
		}
	}
}

func markdown(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(text)
}
