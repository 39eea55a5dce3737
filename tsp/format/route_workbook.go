package format

import (
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// writeWorkbook writes the table of [Route.writeCSV] as the sheet of a workbook, with numbers where
// all of a column are numbers.
func (r *Route) writeWorkbook(w io.Writer) error {
	const sheet = "Route"
	book := excelize.NewFile()
	defer book.Close()
	if err := book.SetSheetName(book.GetSheetName(0), sheet); err != nil {
		return err
	}
	out, err := book.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	t := r.table()
	cells, err := newWorkbookCells(book, r.Input, t)
	if err != nil {
		return err
	}
	header := make([]any, 0, len(t.Header)+4)
	for at, name := range r.columns(t) {
		header = append(header, excelize.Cell{StyleID: cells.header, Value: name})
		if err := out.SetColWidth(at+1, at+1, columnWidth(name, t, at-ownColumns)); err != nil {
			return err
		}
	}
	if err := setRow(out, 1, header); err != nil {
		return err
	}
	for v := range r.Stops {
		row := append(make([]any, 0, len(header)), v.Number, r.row(v.City))
		for column, text := range t.Rows[v.City] {
			row = append(row, cells.value(column, text))
		}
		if err := setRow(out, v.Number+1, append(row, cells.length(r.units(v.Leg)), cells.length(r.units(v.Length)))); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return book.Write(w)
}

// columnWidth returns the width of a column in characters: as wide as its longest text, within bounds. Columns
// of the route have no texts in the table: column is outside.
func columnWidth(name string, t *Table, column int) float64 {
	const least, most, margin = 8, 50, 2
	longest := utf8.RuneCountInString(name)
	if column >= 0 && column < len(t.Header) {
		for _, row := range t.Rows {
			longest = max(longest, utf8.RuneCountInString(row[column]))
		}
	}
	return float64(min(max(longest, least), most) + margin)
}

func setRow(out *excelize.StreamWriter, number int, row []any) error {
	return out.SetRow("A"+strconv.Itoa(number), row)
}

// length returns the cell of a length. One with decimals is shown with two, and keeps all.
func (c *workbookCells) length(text string) any {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return text
	case v == math.Trunc(v):
		return v
	}
	return excelize.Cell{StyleID: c.decimals, Value: v}
}

// typedCells finds what are no texts in a table without types.
type typedCells struct {
	input    *Input
	numbers  []bool // by column: all are numbers or dates
	booleans []bool // by column: all are true or false, in a workbook
}

// workbookCells makes cells of the texts of a table.
type workbookCells struct {
	*typedCells
	header              int // style
	date, clock, moment int // styles: a date, a time of day, both
	decimals            int // style: two decimals
}

// plainNumber matches a number as a spreadsheet shows it. Others, such as 00123 and +49, are texts.
var plainNumber = regexp.MustCompile(`^-?(0|[1-9]\d*)([.,]\d+)?$`)

const mostDigits = 15 // of a number in a spreadsheet

// Formats of cells in every country's own way (ECMA-376, part 1, 18.8.30).
const (
	shortDate   = 14
	hourMinute  = 20
	dateTime    = 22
	twoDecimals = 4
)

func newTypedCells(input *Input, t *Table) *typedCells {
	c := &typedCells{input: input, numbers: make([]bool, len(t.Header)), booleans: make([]bool, len(t.Header))}
	for column := range t.Header {
		c.numbers[column], c.booleans[column] = t.texts == nil || !t.texts[column], input.Format == XLSX
		for _, row := range t.Rows {
			text := row[column]
			if text == "" {
				continue
			}
			_, isDate := input.dates[text]
			_, isNumber := c.number(text)
			c.numbers[column] = c.numbers[column] && (isNumber || isDate)
			c.booleans[column] = c.booleans[column] && isBoolean(text)
			if !c.numbers[column] && !c.booleans[column] {
				break
			}
		}
	}
	return c
}

// isBoolean reports whether a text is what a workbook shows for true or false.
func isBoolean(text string) bool { return text == workbookTrue || text == "FALSE" }

const workbookTrue = "TRUE"

func newWorkbookCells(book *excelize.File, input *Input, t *Table) (*workbookCells, error) {
	c := &workbookCells{typedCells: newTypedCells(input, t)}
	for _, style := range []struct {
		id    *int
		style excelize.Style
	}{
		{&c.header, excelize.Style{Font: &excelize.Font{Bold: true}}}, {&c.date, excelize.Style{NumFmt: shortDate}},
		{&c.clock, excelize.Style{NumFmt: hourMinute}}, {&c.moment, excelize.Style{NumFmt: dateTime}},
		{&c.decimals, excelize.Style{NumFmt: twoDecimals}},
	} {
		var err error
		if *style.id, err = book.NewStyle(&style.style); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// number returns the number that a text is in a cell.
func (c *typedCells) number(text string) (float64, bool) {
	if strings.Contains(text, ",") {
		if !c.input.dialect.comma {
			return 0, false
		}
		text = strings.Replace(text, ",", ".", 1)
	}
	if !plainNumber.MatchString(text) || len(strings.Trim(text, "-.0"))-strings.Count(text, ".") > mostDigits {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}

// value returns the value of a cell: a date of the input, a number or a text.
func (c *workbookCells) value(column int, text string) any {
	if v, ok := c.input.dates[text]; ok {
		style := c.moment
		switch {
		case v < 1:
			style = c.clock
		case v == float64(int64(v)):
			style = c.date
		}
		return excelize.Cell{StyleID: style, Value: v}
	}
	return c.typedCells.value(column, text)
}

// value returns a number, true, false, a text or nil for an empty cell.
func (c *typedCells) value(column int, text string) any {
	if c.booleans[column] && isBoolean(text) {
		return text == workbookTrue
	}
	if v, ok := c.number(text); ok && c.numbers[column] {
		return v
	}
	if text == "" {
		return nil
	}
	return text
}
