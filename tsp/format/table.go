package format

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/internal/memory"
)

// Table has the columns of an input, a row for each city.
type Table struct {
	Header []string   // names of the columns; nil if the input has none
	Rows   [][]string // as written in the input

	// literal marks the cells that are no texts in JSON: numbers, true, false, objects and arrays as
	// written, and "" for null. It is nil unless the input is GeoJSON.
	literal [][]bool
	texts   []bool // of a workbook: columns whose decimal points are all in texts; nil: none
}

// drop removes columns, which are in ascending order.
func (t *Table) drop(columns []int) {
	t.Header = cut(t.Header, columns)
	for n, row := range t.Rows {
		t.Rows[n] = cut(row, columns)
	}
	for n, row := range t.literal {
		t.literal[n] = cut(row, columns)
	}
}

// cut returns a row without some columns, which are in ascending order. It changes the row.
func cut[T any](row []T, columns []int) []T {
	for _, column := range slices.Backward(columns) {
		row = slices.Delete(row, column, column+1)
	}
	return row
}

// separators are the separators of CSV. The comma comes last, because it may also be in numbers
// and in text.
var separators = []rune{'\t', ';', '|', ','}

// grid is the content of a CSV file.
type grid struct {
	dialect
	isWorkbook bool
	isRoute    bool            // that this program has written: commas and points of its coordinates are decimal
	warnings   []string        // of a workbook
	long       map[string]bool // of a workbook: numbers with more digits than spreadsheets keep
	decimals   map[int]bool    // of a workbook: as [sheetCells] has them
	left       int             // number of columns that dropRoute has removed on the left

	rows   [][]string
	note   string             // about lines that are left out
	sheets []string           // of a workbook
	among  string             // of a workbook's first sheet: which sheets there are; "" if it is the only one
	lines  []int              // by row: its line, counted from 1
	dates  map[string]float64 // of a workbook: by text, days since 1899-12-30
	widths faults.List        // rows with more or fewer columns than the first
}

// separatorOf returns the separator that divides the first lines into equally many columns, two or
// more.
func separatorOf(data []byte) rune {
	const sample = 20 // lines
	begin := beginOf(data)
	between, sure := blankColumns(begin, sample)
	for _, separator := range separators {
		r := newCSVReader(bytes.NewReader(begin), separator)
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
		if columns > 1 && !(separator == ',' && sure) {
			return separator
		}
	}
	if between > 1 || isBlankTable(begin) {
		return blanks
	}
	return ','
}

// beginOf returns the first lines of a text, which are enough to tell its separator.
func beginOf(data []byte) []byte {
	const enough = 4 * maxLine
	if len(data) <= enough {
		return data
	}
	return data[:bytes.LastIndexByte(data[:enough], '\n')+1]
}

func newCSVReader(text io.Reader, separator rune) *csv.Reader {
	r := csv.NewReader(text)
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = separator, -1, separator != '\t'
	return r
}

// readGrid reads a CSV file. It leaves out rows without any text.
func (s *source) readGrid() (*grid, error) {
	before, table := cutPreamble(s.data)
	table = before.cutTitles(table)
	g := &grid{dialect: dialect{encoding: s.encoding, separator: before.separator, named: before.separator != 0,
		crlf: bytes.HasSuffix(firstLine(s.data), []byte("\r"))}}
	if g.separator == 0 {
		g.separator = separatorOf(table)
	}
	if before.titles > 0 {
		g.note = fmt.Sprintf("the header is line %d; the lines above are left out", before.lines+1)
	}
	separator := g.separator
	if separator == blanks {
		table, separator = tabbed(table), '\t'
	}
	r := newCSVReader(endingReader(s.ctx, table), separator)
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if syntax := (*csv.ParseError)(nil); errors.As(err, &syntax) {
			return nil, s.errorAt(before.lines+syntax.Line,
				"%v; write a quote twice and its field in quotes, and coordinates as decimal degrees", syntax.Err)
		}
		if err != nil {
			return nil, err
		}
		line, _ := r.FieldPos(0)
		if len(g.rows) == 0 {
			if err := s.addHeader(g, before, len(record)); err != nil {
				return nil, err
			}
		}
		if err := s.addRow(g, record, before.lines+line); err != nil {
			return nil, err
		}
	}
	if len(g.rows) == 0 {
		return nil, s.errorAt(1, "the file is empty")
	}
	return g, g.widths.Err()
}

// addHeader adds the names of columns of a comment before a table of a width, if it has them.
func (s *source) addHeader(g *grid, before preamble, width int) error {
	header := before.header(g.separator, width)
	if header == nil {
		return nil
	}
	return s.addRow(g, header, before.lines)
}

// addRow adds a row unless it is empty, or has another number of columns than the first, not counting
// empty columns at the end. It returns an error if the grid is then larger than the limits.
func (s *source) addRow(g *grid, row []string, line int) error {
	empty := true
	for i := range row {
		row[i] = strings.TrimSpace(row[i])
		empty = empty && row[i] == ""
	}
	if empty {
		return nil
	}
	if len(g.rows) == 0 {
		if err := s.checkWidth(len(row), line); err != nil {
			return err
		}
	} else {
		width := len(g.rows[0])
		for len(row) > width && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if len(row) != width {
			how := fmt.Sprintf(" (the columns are separated by %q)", g.separator)
			if g.separator == blanks {
				how = "; write names with blanks in quotes"
			}
			g.widths.Add(s.errorAt(line, "number of columns: %d; the first line has %d%s", len(row), width, how),
				g.rowText(row, line))
			return nil
		}
		if width > s.limits.Columns && len(g.rows) > width {
			return s.tooWide(width, line)
		}
	}
	if cells := (len(g.rows) + 1) * len(row); len(row) <= s.limits.Columns && cells > s.limits.Cells {
		return overLimit(s.errorAt(line, "the table has more than the limit of %d cells; "+
			"remove columns, or give fewer places", s.limits.Cells))
	}
	if len(g.rows) > s.limits.Places { // with a header
		return overLimit(s.errorAt(line, "the file has more than the limit of %d places; give fewer",
			s.limits.Places))
	}
	g.rows, g.lines = append(g.rows, row), append(g.lines, line)
	return nil
}

// rowText names a row that may have any number of columns.
func (g *grid) rowText(row []string, line int) string {
	name := ""
	if at, found := namingColumns(g.rows[0]).index[Name]; found && at < len(row) {
		name = row[at]
	}
	return faults.Named(name, fmt.Sprintf("row %d", line))
}

// checkWidth returns an error for a first row that begins neither a table nor a matrix within the
// limits and the memory of the machine.
func (s *source) checkWidth(width, line int) error {
	if width <= s.limits.Columns {
		return nil
	}
	const cellBytes = 16 + 8 + 8 + 8 + 4 // a string with its text, a float64, an int and a weight
	cells := int64(width-1) * int64(width-1)
	if cells > s.limits.Distances {
		return s.tooWide(width, line)
	}
	if lack := memory.Lack(uint64(cells) * cellBytes); lack != "" {
		return s.errorAt(line, "a matrix of %d columns is too large: %s", width, lack)
	}
	return nil
}

func (s *source) tooWide(width, line int) error {
	return overLimit(s.errorAt(line, "the file has %d columns; the limits are %d columns of a table "+
		"and %d distances of a square matrix; remove columns, or give fewer places", width, s.limits.Columns,
		s.limits.Distances))
}

// number parses a number, which may have a decimal comma: between commas it is in quotes.
func (g *grid) number(text string) (float64, bool) { return parseNumber(text, true) }
