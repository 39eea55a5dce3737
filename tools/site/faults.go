package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// fault is an error in a line of a page.
type fault struct {
	source string
	line   int
	text   string
}

// faults are the errors of all pages.
type faults []fault

// Error returns a line for each fault.
func (f faults) Error() string {
	lines := []string{fmt.Sprintf("%d faults; correct these lines:", len(f))}
	for _, one := range f {
		lines = append(lines, fmt.Sprintf("%s:%d: %s", one.source, one.line, one.text))
	}
	return strings.Join(lines, "\n")
}

// sorted returns the faults by file and line. Equal faults of a line, such as both tags of an
// element, are one.
func (f faults) sorted() faults {
	return slices.Compact(slices.SortedStableFunc(slices.Values(f), func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.line, b.line))
	}))
}

// fault adds an error of a page.
func (s *site) fault(p *page, line int, text string) {
	s.faults = append(s.faults, fault{p.source, line, text})
}
