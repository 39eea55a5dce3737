package format

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// workbookOptions make dates readable in every country, and keep all of a workbook in memory.
var workbookOptions = excelize.Options{
	UnzipSizeLimit: largestArchive, UnzipXMLSizeLimit: largestArchive,
	ShortDatePattern: "yyyy-mm-dd", LongDatePattern: "yyyy-mm-dd", LongTimePattern: "hh:mm:ss",
}

// readWorkbook reads places or a matrix of a sheet.
func (s *source) readWorkbook() (input *Input, err error) {
	g, notes, err := s.readSheet()
	if err != nil {
		return nil, err
	}
	if input, err = s.readRows(g); err != nil {
		return nil, err
	}
	input.Format = XLSX
	input.dates = g.dates
	input.Notes = append(input.Notes, notes...)
	return input, nil
}

// readSheet reads the rows of the sheet that the options name, else of the first one.
func (s *source) readSheet() (g *grid, notes []string, err error) {
	defer func() {
		// A library that reads what anybody sends must not end the program.
		if fault := recover(); fault != nil {
			g, notes, err = nil, nil, refuse(s.name, "the workbook is damaged")
		}
	}()
	book, err := excelize.OpenReader(bytes.NewReader(s.data), workbookOptions)
	if err != nil {
		return nil, nil, refuse(s.name, "the workbook is damaged: %v", err)
	}
	defer book.Close()
	sheet, notes, err := s.sheetOf(book)
	if err != nil {
		return nil, nil, err
	}
	hidden := s.hiddenSheet(book, sheet)
	r, err := s.sheetRows(book, sheet)
	if err != nil {
		return nil, nil, err
	}
	if g, err = r.grid(); err != nil {
		return nil, nil, err
	}
	g.among, g.sheets, g.warnings = strings.Join(notes, ""), book.GetSheetList(), hidden
	if r.hidden > 0 {
		notes = append(notes, fmt.Sprintf("number of hidden rows in the sheet: %d; they are read as all others", r.hidden))
	}
	return g, append(notes, r.notes...), nil
}

// sheetOf returns the name of the sheet to read, and a note if there are others.
func (s *source) sheetOf(book *excelize.File) (sheet string, notes []string, err error) {
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		return "", nil, refuse(s.name, "the workbook has no sheet")
	}
	sheet = sheets[0]
	if want := s.options.Sheet; want != "" {
		at := slices.IndexFunc(sheets, func(name string) bool { return strings.EqualFold(name, want) })
		switch {
		case at >= 0:
			return sheets[at], nil, nil
		case !s.isTour: // the sheet is that of the instance's file
			return "", nil, refuse(s.name, "the workbook has no sheet %s; its sheets are %s", quote(want),
				sheetNames(book))
		}
	}
	if len(sheets) > 1 {
		notes = []string{"the first sheet is read; the sheets are " + sheetNames(book)}
	}
	return sheet, notes, nil
}

// hiddenSheet returns a warning if a sheet that was not asked for is hidden.
func (s *source) hiddenSheet(book *excelize.File, sheet string) []string {
	isVisible := func(name string) bool { visible, err := book.GetSheetVisible(name); return visible || err != nil }
	if strings.EqualFold(sheet, s.options.Sheet) || isVisible(sheet) {
		return nil
	}
	text := "the sheet that is read, " + quote(sheet) + ", is hidden"
	sheets := book.GetSheetList()
	if other := slices.IndexFunc(sheets, isVisible); other >= 0 {
		text += "; for the first visible one give sheet " + quote(sheets[other])
	}
	return []string{text}
}

// sheetNames lists the sheets of a workbook.
func sheetNames(book *excelize.File) string {
	var quoted []string
	for _, name := range book.GetSheetList() {
		quoted = append(quoted, quote(name))
	}
	return strings.Join(quoted, ", ")
}

// sheetReader collects the rows of a sheet.
type sheetReader struct {
	*source
	rows   [][]string
	lines  []int // by row: its number in the sheet
	bytes  int64
	width  int
	hidden int // rows
	merged int // cells below the first row of merged ones
	dates  map[string]float64
	base   float64 // days from 1899-12-30 to the first day of the workbook
	notes  []string
	cells  *sheetCells
	merges map[int]merge // by column: merged cells that begin above
}

// sheetRows reads the rows that have any text. Two passes side by side give each cell as it is
// stored and as it is shown.
func (s *source) sheetRows(book *excelize.File, sheet string) (*sheetReader, error) {
	r := &sheetReader{source: s, dates: map[string]float64{}, merges: map[int]merge{}}
	if props, err := book.GetWorkbookProps(); err == nil && props.Date1904 != nil && *props.Date1904 {
		const days = 1462 // until 1904-01-01
		r.base = days
	}
	var err error
	if r.cells, err = s.specialCells(book, sheet); err != nil {
		return nil, err
	}
	stored, err := book.Rows(sheet)
	if err != nil {
		return nil, refuse(s.name, "sheet %s: %v", quote(sheet), err)
	}
	shown, err := book.Rows(sheet)
	if err != nil {
		return nil, refuse(s.name, "sheet %s: %v", quote(sheet), err)
	}
	for number := 1; stored.Next() && shown.Next(); number++ {
		if err := s.ended(number); err != nil {
			return nil, err
		}
		raw, err := stored.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, s.errorAt(number, "%v", err)
		}
		text, err := shown.Columns()
		if err != nil {
			return nil, s.errorAt(number, "%v", err)
		}
		if shown.GetRowOpts().Hidden {
			r.hidden++
		}
		if err := r.add(raw, text, number); err != nil {
			return nil, err
		}
	}
	if r.merged > 0 {
		r.notes = append(r.notes, fmt.Sprintf("number of cells that are merged with one above and have its value: %d", r.merged))
	}
	if len(r.rows) == 0 {
		return nil, refuse(s.name, "sheet %s is empty; its workbook has the sheets %s", quote(sheet), sheetNames(book))
	}
	return r, nil
}

// add adds a row unless it is empty.
func (r *sheetReader) add(stored, shown []string, line int) error {
	row := make([]string, len(stored))
	end := 0
	for i, raw := range stored {
		text := raw
		if i < len(shown) {
			text = shown[i]
		}
		row[i] = r.cell(strings.TrimSpace(raw), strings.TrimSpace(text))
		if r.cells.formulas[cell{line, i + 1}] {
			row[i] = noValue
		}
		if row[i] != "" {
			end = i + 1
		}
	}
	if row, end = r.fillMerged(row, end, line); end == 0 {
		return nil
	}
	for _, text := range row {
		r.bytes += int64(len(text))
	}
	r.rows, r.lines = append(r.rows, row[:end:end]), append(r.lines, line)
	r.width = max(r.width, end)
	cells := min(r.limits.Cells, mostElements) // also empty ones, of which the file has nothing
	switch {
	case r.width > r.limits.Columns+1: // of a matrix with names
		return overLimit(r.errorAt(line, "the sheet has %d columns, more than the limit of %d; remove columns, "+
			"or save the table as .csv", r.width, r.limits.Columns))
	case r.width*len(r.rows) > cells || r.bytes > r.limits.Bytes:
		return overLimit(r.errorAt(line, "the sheet has more than the limit of %d cells or of bytes; "+
			"save the table as .csv", cells))
	}
	return nil
}

// fillMerged gives a row of some cells, if it has any text, the values of merged cells that begin above.
func (r *sheetReader) fillMerged(row []string, end, line int) (filled []string, width int) {
	for column, m := range r.merges {
		if line > m.last {
			delete(r.merges, column)
			continue
		}
		if end == 0 || column < end && row[column] != "" {
			continue
		}
		for len(row) <= column {
			row = append(row, "")
		}
		row[column], width = m.value, max(width, column+1)
		r.merged++
	}
	for column, text := range row[:end] {
		if last, found := r.cells.merges[cell{line, column + 1}]; found && text != "" {
			r.merges[column] = merge{last, text}
		}
	}
	return row, max(width, end)
}

// dateText matches what a date or a time is shown as.
var dateText = regexp.MustCompile(`\d[-./ ]\pL*\d*\pL*[-./ ]\d|\d:\d\d|\d[-./ ]\pL{3,}`)

// cell returns the text of a cell: a number as it is stored, a date as it is shown.
func (r *sheetReader) cell(stored, shown string) string {
	v, err := strconv.ParseFloat(stored, 64)
	switch {
	case shown == stored || shown == "":
		return stored
	case err != nil: // a text, or TRUE for 1
		return shown
	case shown == "TRUE" || shown == "FALSE":
		return shown
	case dateText.MatchString(shown):
		r.dates[shown] = r.base + v
		return shown
	}
	if whole, ok := wholeNumber(stored); ok {
		return whole
	}
	if v, err = strconv.ParseFloat(strconv.FormatFloat(v, 'g', mostDigits, 64), 64); err != nil {
		return stored
	}
	return plain(v)
}

// grid returns the table of the rows, which have equal widths then. Rows above a header that names
// coordinates are left out: a title, or who has made the table.
func (r *sheetReader) grid() (*grid, error) {
	const titles = 20 // rows in which a header is looked for
	first := 0
	if !namesPlaces(r.rows[0]) && len(r.options.Columns) == 0 {
		if at := slices.IndexFunc(r.rows[:min(len(r.rows), titles)], namesPlaces); at > 0 {
			first = at
			r.notes = append(r.notes, fmt.Sprintf("the header is row %d of the sheet; the rows above are left out", r.lines[at]))
		}
	}
	g := &grid{dialect: dialect{separator: ','}, isWorkbook: true, rows: r.rows[first:], lines: r.lines[first:],
		dates: r.dates, long: r.cells.long, decimals: r.cells.decimals}
	if len(g.rows) > r.limits.Places+1 {
		return nil, overLimit(r.errorAt(g.lines[len(g.lines)-1],
			"the sheet has more than the limit of %d places; give fewer", r.limits.Places))
	}
	for i, row := range g.rows {
		if err := r.ended(i); err != nil {
			return nil, err
		}
		for len(row) < r.width {
			row = append(row, "")
		}
		g.rows[i] = row
	}
	return g, nil
}
