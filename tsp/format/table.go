package format

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"
)

// Table has the columns of an input, a row for each city.
type Table struct {
	Header []string   // names of the columns; nil if the input has none
	Rows   [][]string // as written in the input
}

// separators are the separators of CSV. The comma comes last, because it may also be in numbers and in text.
var separators = []rune{'\t', ';', '|', ','}

// grid is the content of a CSV file.
type grid struct {
	separator rune
	rows      [][]string
	lines     []int // by row: its line, counted from 1
}

// separatorOf returns the separator with which the first lines have the same number of columns, two or more.
func separatorOf(data []byte) rune {
	const sample = 20 // lines
	best, most := ',', 1
	for _, separator := range separators {
		r := newCSVReader(data, separator)
		columns := 0
		for line := 0; line < sample; line++ {
			record, err := r.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil || columns > 0 && len(record) != columns {
				columns = 0
				break
			}
			columns = len(record)
		}
		if columns > most {
			return separator
		}
	}
	return best
}

func newCSVReader(data []byte, separator rune) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = separator, -1, separator != '\t'
	return r
}

// readGrid reads a CSV file. It leaves out rows without any text.
func (s *source) readGrid() (*grid, error) {
	g := &grid{separator: separatorOf(s.data)}
	r := newCSVReader(s.data, g.separator)
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if syntax := (*csv.ParseError)(nil); errors.As(err, &syntax) {
			return nil, s.errorAt(syntax.Line, "%v", syntax.Err)
		}
		if err != nil {
			return nil, err
		}
		line, _ := r.FieldPos(0)
		empty := true
		for i := range record {
			record[i] = strings.TrimSpace(record[i])
			empty = empty && record[i] == ""
		}
		if !empty {
			g.rows, g.lines = append(g.rows, record), append(g.lines, line)
		}
	}
	if len(g.rows) == 0 {
		return nil, s.errorAt(1, "the file is empty")
	}
	return g, s.sameColumns(g)
}

// sameColumns returns an error if a row has another number of columns than the first. Empty columns at the end do not count.
func (s *source) sameColumns(g *grid) error {
	width := len(g.rows[0])
	for i, row := range g.rows {
		for len(row) > width && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if len(row) != width {
			return s.errorAt(g.lines[i], "number of columns: %d; the first line has %d (the columns are separated by %q)", len(row), width, g.separator)
		}
		g.rows[i] = row
	}
	return nil
}

// number parses a number. Except between commas, a comma is a decimal point.
func (g *grid) number(text string) (float64, bool) { return parseNumber(text, g.separator != ',') }

// parseNumber parses a decimal number, with a decimal comma if there may be one.
func parseNumber(text string, comma bool) (float64, bool) {
	if comma && strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	text = strings.Replace(text, "\u2212", "-", 1) // the minus sign of typography
	if text == "" || strings.ContainsAny(text, "xXpP_iInN") {
		return 0, false // what only Go takes as a number, and infinities
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}
