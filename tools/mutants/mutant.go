package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

// mutant is a bug planted in one line of a source file. All fields but Line identify it, so that a
// reason stays when other lines change.
type mutant struct {
	File   string `json:"file"`
	Rule   string `json:"rule"`
	Before string `json:"before"` // the line without surrounding spaces
	After  string `json:"after"`
	Line   int    `json:"line"`
}

// key identifies the mutant in the list of reasons.
func (m mutant) key() mutant {
	m.Line = 0
	return m
}

// plant returns the file's text with the mutant.
func (m mutant) plant(text string) string {
	lines := strings.Split(text, "\n")
	line := lines[m.Line-1]
	lines[m.Line-1] = line[:len(line)-len(strings.TrimLeft(line, "\t "))] + m.After
	return strings.Join(lines, "\n")
}

// sample returns the mutants in a random order that depends on the seed and on each mutant, not on
// the others. It takes one mutant of each rule in turn: otherwise the rule that fits most lines
// would fill the sample.
func sample(all []mutant, seed uint64) []mutant {
	hash := func(m mutant) string {
		return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%d %q %q %q %q", seed, m.File, m.Rule, m.Before, m.After)))
	}
	slices.SortStableFunc(all, func(a, b mutant) int { return cmp.Compare(hash(a), hash(b)) })
	byRule := map[string][]mutant{}
	var rules []string
	for _, m := range all {
		if byRule[m.Rule] == nil {
			rules = append(rules, m.Rule)
		}
		byRule[m.Rule] = append(byRule[m.Rule], m)
	}
	slices.Sort(rules)
	order := make([]mutant, 0, len(all))
	for len(order) < len(all) {
		for _, rule := range rules {
			if rest := byRule[rule]; len(rest) > 0 {
				order, byRule[rule] = append(order, rest[0]), rest[1:]
			}
		}
	}
	return order
}
