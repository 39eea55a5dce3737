package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/aco-vk/aco-vk/internal/faults"
)

// noValue is the text of a cell with a formula whose value the workbook does not have. No text of XML
// has its first character.
const noValue = "\x00formula"

// cell is a row and a column of a sheet, from 1 on.
type cell struct{ row, column int }

// text returns the name of a cell, such as B3.
func (c cell) text() string {
	name, _ := excelize.CoordinatesToCellName(c.column, c.row) // no error: it is a cell of a sheet
	return name
}

// merge is a range of merged cells. Its rows below the first have the value of the first cell.
type merge struct {
	last  int // row
	value string
}

// sheetCells are the cells of a sheet that the rows of excelize do not tell.
type sheetCells struct {
	formulas map[cell]bool   // that have no value
	merges   map[cell]int    // by first cell: the last row
	long     map[string]bool // numbers of more digits than spreadsheets keep
	decimals map[int]bool    // by column: a number is not whole; nil: no text looks like one
}

// decimalText matches a text that looks like a number with a decimal point, and texts of formulas.
var decimalText = regexp.MustCompile(`<(\w+:)?t(\s[^>]*)?>\s*-?\d+\.\d+\s*<|\st="str"`)

// textColumns returns the columns of rows whose decimal points are all in texts, such as times and numbers
// of parts, except for some columns. It returns nil if there are none.
func (g *grid) textColumns(rows [][]string, columns ...int) []bool {
	if g.decimals == nil {
		return nil
	}
	texts := make([]bool, len(g.rows[0]))
	for column := range texts {
		texts[column] = !g.decimals[g.left+column+1] && !slices.Contains(columns, column) && slices.ContainsFunc(rows,
			func(row []string) bool {
				return strings.Contains(row[column], ".") && plainNumber.MatchString(row[column])
			})
	}
	return texts
}

// special matches the elements for which a sheet is read once more.
var special = regexp.MustCompile(`<(\w+:)?((f|mergeCell)[\s/>]|v>-?\d{16}|v>[-\d.]+[eE]\+)`)

// specialCells finds the special cells of a sheet.
func (s *source) specialCells(book *excelize.File, sheet string) (*sheetCells, error) {
	c := &sheetCells{formulas: map[cell]bool{}, merges: map[cell]int{}, long: map[string]bool{}}
	data := sheetData(book, sheet)
	if decimalText.Match(data) || decimalText.Match(partOf(book, "xl/sharedStrings.xml")) {
		c.decimals = map[int]bool{}
	} else if !special.Match(data) {
		return c, nil
	}
	tokens := xml.NewDecoder(bytes.NewReader(data))
	r := cellReader{sheetCells: c}
	for count := 1; ; count++ {
		if err := s.ended(count); err != nil {
			return nil, err
		}
		switch token, err := tokens.RawToken(); {
		case errors.Is(err, io.EOF):
			return c, nil
		case err != nil:
			return nil, refuse(s.name, "the workbook is damaged: %v", err)
		default:
			r.take(token)
		}
	}
}

// cellReader takes the elements of a sheet.
type cellReader struct {
	*sheetCells
	at                  cell
	kind, element       string // of the cell; the last one that began
	isFormula, hasValue bool
}

func (r *cellReader) take(token xml.Token) {
	switch t := token.(type) {
	case xml.StartElement:
		r.begin(t)
	case xml.CharData:
		if text := string(bytes.TrimSpace(t)); (r.element == "v" || r.element == "t") && text != "" {
			r.hasValue = true
			if r.kind != "" && r.kind != "n" {
				return
			}
			whole, ok := wholeNumber(text)
			switch {
			case !ok && r.decimals != nil:
				r.decimals[r.at.column] = true
			case ok && len(strings.TrimPrefix(whole, "-")) > mostDigits:
				r.long[whole] = true
			}
		}
	case xml.EndElement:
		if t.Name.Local == "c" && r.isFormula && !r.hasValue {
			r.formulas[r.at] = true
		}
		r.element = ""
	}
}

func (r *cellReader) begin(e xml.StartElement) {
	r.element = e.Name.Local
	switch r.element {
	case "row":
		r.at = cell{r.at.row + 1, 0}
		if number, err := strconv.Atoi(attribute(e, "r")); err == nil {
			r.at.row = number
		}
	case "c":
		r.at.column++
		if column, _, err := excelize.CellNameToCoordinates(attribute(e, "r")); err == nil {
			r.at.column = column
		}
		r.kind, r.isFormula, r.hasValue = attribute(e, "t"), false, false
	case "f":
		r.isFormula = true
	case "v":
		r.hasValue = r.kind == "str" // whose text may be empty
	case "mergeCell":
		r.addMerge(attribute(e, "ref"))
	}
}

// mostWhole is the largest number that is written with all its digits.
const mostWhole = 1e21

// wholeNumber returns a whole number with all its digits, and whether a text is one.
func wholeNumber(text string) (digits string, ok bool) {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || v != math.Trunc(v) || math.Abs(v) > mostWhole:
		return "", false
	case strings.ContainsAny(text, ".eE"):
		return decimal(v), true
	}
	return text, true
}

// addMerge adds merged cells such as A2:A5.
func (c *sheetCells) addMerge(ref string) {
	first, last, _ := strings.Cut(ref, ":")
	column, row, err := excelize.CellNameToCoordinates(first)
	_, end, also := excelize.CellNameToCoordinates(last)
	if err == nil && also == nil && end > row {
		c.merges[cell{row, column}] = end
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// partOf returns a part of a workbook, nil if there is none.
func partOf(book *excelize.File, name string) []byte {
	content, _ := book.Pkg.Load(name)
	data, _ := content.([]byte)
	return data
}

// sheetData returns the XML of a sheet, nil if it is not found.
func sheetData(book *excelize.File, sheet string) []byte {
	var relations struct {
		Relationship []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		}
	}
	if xml.Unmarshal(partOf(book, "xl/_rels/workbook.xml.rels"), &relations) != nil {
		return nil
	}
	for _, own := range book.WorkBook.Sheets.Sheet {
		for _, r := range relations.Relationship {
			if own.Name == sheet && own.ID == r.ID {
				if target, isAbsolute := strings.CutPrefix(r.Target, "/"); isAbsolute {
					return partOf(book, target)
				}
				return partOf(book, path.Join("xl", r.Target))
			}
		}
	}
	return nil
}

// withoutFormulas empties the cells of formulas without values, except for some columns, and adds them to
// the warnings. It leaves out rows that had nothing else.
func (g *grid) withoutFormulas(columns ...int) {
	var found faults.List
	lines := g.lines[:0:0]
	rows := g.rows[:0:0]
	for i, row := range g.rows {
		for column, text := range row {
			if text == noValue && !slices.Contains(columns, column) {
				row[column] = ""
				found.Add(nil, cell{g.lines[i], column + 1}.text())
			}
		}
		if slices.ContainsFunc(row, isText) {
			rows, lines = append(rows, row), append(lines, g.lines[i])
		}
	}
	if found.Count > 0 {
		g.rows, g.lines = rows, lines
		g.warnings = append(g.warnings, fmt.Sprintf("number of cells with a formula whose value the workbook does not have: %d: %s; "+
			"they are read as empty; save the workbook in a spreadsheet program", found.Count, &found))
	}
}

// checkDigits adds a warning if names or ids are numbers with more digits than spreadsheets keep.
func (g *grid) checkDigits(p *places) {
	var long faults.List
	for city := range p.table.Rows {
		if p.names != nil && g.long[p.names[city]] || p.ids != nil && g.long[p.ids[city]] {
			long.Add(nil, p.text(city))
		}
	}
	if long.Count > 0 {
		g.warnings = append(g.warnings, fmt.Sprintf("number of places whose name or id is a number of more than %d digits: %d: %s; "+
			"spreadsheets round such numbers: write them as texts", mostDigits, long.Count, &long))
	}
}
