package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/study/papers"
)

// generated matches a table that this command writes into a page. The first line names the file of
// rows, such as anytime, and instances. Without instances, the table has all of them, and also the
// ranges over the seeds and the goals; with the word summary it has a line for each time limit. The
// word claims alone asks for the numbers of the papers' claims by result, the name of a paper for its
// section, scaling for the ants a second of groups of devices, days and stopwatch for these reports.
var generated = regexp.MustCompile(`(?s)<!-- make figures: ([^\n]*?) -->\n.*?<!-- end -->`)

// updatePage rewrites the generated tables of a page.
func updatePage(name string, k *kept) error {
	before, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	after, err := withTables(string(before), k)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, []byte(after), 0o666)
}

// withTables returns the text of a page with its generated tables rewritten.
func withTables(page string, k *kept) (string, error) {
	var failed error
	after := generated.ReplaceAllStringFunc(page, func(old string) string {
		spec := generated.FindStringSubmatch(old)[1]
		table, ok := tableFor(strings.Fields(spec), k)
		if !ok {
			failed = fmt.Errorf("no report for the table %q", spec)
			return old
		}
		return fmt.Sprintf("<!-- make figures: %s -->\n%s<!-- end -->", spec, table)
	})
	return after, failed
}

// tableFor returns the table that the words of its first line ask for.
func tableFor(words []string, k *kept) (table string, ok bool) {
	switch {
	case slices.Equal(words, []string{"claims"}):
		return claimsTable(k), true
	case k.scaling == nil:
	case slices.Equal(words, []string{scalingName}):
		return k.scaling.table(), true
	case slices.Equal(words, []string{scalingName, "lengths"}):
		return k.scaling.lengths(), true
	}
	if len(words) == 1 && words[0] == stopwatchName && k.stopwatch != nil {
		return k.stopwatch.table(), true
	}
	if len(words) == 1 {
		if paper, err := papers.FindPaper(words[0]); err == nil {
			return paperSection(paper, k), true
		}
	}
	at := slices.IndexFunc(k.studies, func(s *study) bool { return len(words) > 0 && s.name == words[0] })
	if at < 0 {
		return "", false
	}
	return k.studies[at].table(words[1:]), true
}
