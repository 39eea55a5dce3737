package main

import (
	compare "cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
)

var update = flag.Bool("update", false, "write the flags in docs/command-line.md")

// The end of docs/command-line.md is made from the flags: go test ./cmd/aco-vk -run TestFlagsPage
// -update writes it.
func TestFlagsPage(t *testing.T) {
	const page = "../../docs/command-line.md"
	text := read(t, page)
	before, _, found := strings.Cut(string(text), flagsHeading)
	if !found {
		t.Fatalf("%s has no heading %s", page, flagsHeading)
	}
	var want strings.Builder
	want.WriteString(before)
	flagsPage(&want, commandParser(t).Model)
	if *update {
		must.Do(t, os.WriteFile(page, []byte(want.String()), 0o666))
	}
	got := read(t, page)
	if diff := cmp.Diff(want.String(), string(got)); diff != "" {
		t.Errorf("the page differs from the flags; run the test with -update (-want +got):\n%s", diff)
	}
}

const flagsHeading = "## Commands and flags\n"

// flagsPage writes the overview of commands and flags as Markdown: how help begins. Flags that say the
// same as those of solve have no row of their own.
func flagsPage(out io.Writer, app *kong.Application) {
	fmt.Fprint(out, flagsHeading+
		"\n`go test ./cmd/aco-vk -run TestFlagsPage -update` makes this overview from the program's table of flags. "+
		"`aco-vk COMMAND --help`\n(of `solve`, `--help=all`) and `aco-vk man` explain arguments, flags, values and defaults. "+
		"In parentheses: the algorithms that have a flag.\n")
	ofSolve := map[string]string{}
	for _, command := range app.Leaves(true) {
		fmt.Fprintf(out, "\n## `aco-vk %s`\n\n%s\n", strings.TrimSuffix(command.Summary(), " [flags]"),
			markdown(command.Help))
		var shared []string
		for _, group := range flagGroups(command) {
			var rows strings.Builder
			for _, flag := range group.flags {
				text := flagText(flag)
				switch whole := text + flag.Help; {
				case command.Name == "solve":
					ofSolve[flag.Name] = whole
				case ofSolve[flag.Name] == whole:
					shared = append(shared, "`--"+flag.Name+"`")
					continue
				}
				fmt.Fprintf(&rows, "| `%s` | %s |\n", strings.ReplaceAll(text, "|", `\|`), markdown(firstClause(flag.Help)))
			}
			if rows.Len() > 0 {
				fmt.Fprintf(out, "\n| %s | meaning |\n|---|---|\n%s", markdown(compare.Or(group.title, "flag")), &rows)
			}
		}
		if shared != nil {
			fmt.Fprintf(out, "\nAs for `solve`: %s.\n", strings.Join(shared, ", "))
		}
	}
}

var (
	algorithmsOfFlag = regexp.MustCompile(` \((?:as|mmas|acs|merged|chained)(?:, (?:as|mmas|acs|merged|chained))*\)$`)
	inBrackets       = regexp.MustCompile(` \([^()]*\)`)
	where            = regexp.MustCompile(`^(?:With|Papers|Tables) [^:]*: `)
	endOfClause      = regexp.MustCompile(`[.;:] |, for example|, such as|, described|\.$`)
)

// firstClause returns how the help of a flag begins: where it applies, and what it is in two words or
// more. The algorithms that have the flag follow.
func firstClause(help string) string {
	algorithms := algorithmsOfFlag.FindString(help)
	help = inBrackets.ReplaceAllString(strings.TrimSuffix(help, algorithms), "")
	begin := len(where.FindString(help))
	for _, end := range endOfClause.FindAllStringIndex(help[begin:], -1) {
		if clause := help[:begin+end[0]]; strings.Contains(clause[begin:], " ") {
			return clause + algorithms
		}
	}
	return help + algorithms
}

func markdown(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(text)
}
