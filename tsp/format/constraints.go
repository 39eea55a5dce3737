package format

import (
	"slices"
	"strings"
)

// constraint is what columns of a table may ask for and no tour of this program has.
type constraint struct {
	list    string // of names in columns.txt
	meaning string
}

// constraints lists what is said once if the table of an input has it.
var constraints = []constraint{
	{"times", "the tour may reach places at other times"},
	{"priorities", "places are visited in the order of the shortest tour, and none is left out"},
	{"loads", "one tour visits all places, whatever they take"},
	{"services", "lengths have no time at the places"},
	{"skills", "one tour visits all places"},
	{"zones", "all coordinates are taken as having one origin"},
}

// folding removes accents, and writes ö as o, whether a file has ö or oe.
var folding = strings.NewReplacer("ä", "a", "ae", "a", "ö", "o", "oe", "o", "ü", "u", "ue", "u", "ß", "ss", "é", "e", "è", "e",
	"ê", "e", "ë", "e", "à", "a", "â", "a", "á", "a", "ç", "c", "î", "i", "ï", "i", "í", "i", "ì", "i", "ô", "o", "ò", "o",
	"ó", "o", "ù", "u", "û", "u", "ú", "u", "ñ", "n")

// asksFor reports whether the name of a column is one of the constraint, also beside qualifiers and
// without accents, as in "Zeitfenster von", "Gewicht (kg)" and "priorite".
func (c *constraint) asksFor(name string) bool {
	words := wordsOf(name)
	bare := withoutWords(slices.Clone(words), columnWords["beside constraints"])
	for _, parts := range [][]string{words, bare} {
		folded := folding.Replace(strings.Join(parts, ""))
		if slices.ContainsFunc(columnWords[c.list], func(own string) bool { return folding.Replace(own) == folded }) {
			return true
		}
	}
	return false
}

// unusedConstraints returns a warning for each kind of constraint that columns ask for.
func unusedConstraints(header []string) (warnings []string) {
	for _, c := range constraints {
		var found []string
		for _, name := range header {
			if c.asksFor(name) {
				found = append(found, quote(name))
			}
		}
		if len(found) > 0 {
			warnings = append(warnings, notUsed("column", len(found), strings.Join(found, ", "), c.meaning))
		}
	}
	return warnings
}
