package format

import (
	"bytes"
	"regexp"
	"strings"
)

// blanks stands for one or several blanks and tabs between columns.
const blanks = ' '

// tabbed replaces the blanks between columns by a tab. Those in quotes remain.
func tabbed(data []byte) []byte {
	out := make([]byte, 0, len(data))
	quoted, pending, begun := false, false, false
	for _, b := range data {
		switch {
		case !quoted && (b == ' ' || b == '\t'):
			pending = begun
			continue
		case !quoted && (b == '\n' || b == '\r'):
			begun, pending = false, false
			out = append(out, b)
			continue
		case b == '"':
			quoted = !quoted
		}
		if pending {
			out = append(out, '\t')
		}
		begun, pending = true, false
		out = append(out, b)
	}
	return out
}

// sampleFields returns the fields between blanks of the first lines that are not empty.
func sampleFields(begin []byte, lines int) (fields [][]string) {
	for line := range bytes.Lines(begin) {
		names := strings.FieldsFunc(string(bytes.TrimSpace(tabbed(line))), func(r rune) bool { return r == '\t' })
		if len(names) > 0 {
			fields = append(fields, names)
		}
		if len(fields) == lines {
			break
		}
	}
	return fields
}

// decimalComma matches a number that has a decimal comma for certain, if it is a whole field.
var decimalComma = regexp.MustCompile(`^[-+]?\d+,\d+$`)

// blankColumns returns how many columns the first lines have between blanks, 0 if not equally many.
// sure is true if all lines but the first have two numbers with decimal commas.
func blankColumns(begin []byte, lines int) (columns int, sure bool) {
	sample := sampleFields(begin, lines)
	sure = len(sample) > 1
	for i, fields := range sample {
		if columns = len(fields); columns != len(sample[0]) {
			return 0, false
		}
		commas := 0
		for _, field := range fields {
			if decimalComma.MatchString(field) {
				commas++
			}
		}
		sure = sure && (commas >= 2 || i == 0)
	}
	return columns, sure
}

// isBlankTable reports whether a text that has no other separator is a table: its first line names
// the coordinates of places or has two numbers, as the second one has.
func isBlankTable(begin []byte) bool {
	_, table := cutPreamble(begin)
	if keyword.Match(firstLine(table)) {
		return false
	}
	if len(begin) == peekBytes {
		table = table[:bytes.LastIndexByte(table, '\n')+1]
	}
	sample := sampleFields(table, 2)
	if len(sample) < 2 {
		return false
	}
	numbers := func(fields []string) (count int) {
		for _, field := range fields {
			if _, ok := parseNumber(field, true); ok {
				count++
			}
		}
		return count
	}
	isTable := namesPlaces(sample[0]) || numbers(sample[0]) >= 2 && len(sample[0]) == len(sample[1])
	return isTable && numbers(sample[1]) >= 2
}
