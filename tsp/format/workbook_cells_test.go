package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// sheetOf returns a workbook of one sheet. change may edit it.
func sheetOf(t *testing.T, rows [][]any, change func(book *excelize.File) error) string {
	t.Helper()
	book := workbook(t, map[string][][]any{"S": rows}, "S")
	defer book.Close()
	if change != nil {
		must.Do(t, change(book))
	}
	return bytesOf(t, book)
}

// inSheet replaces texts in the XML of a workbook's first sheet.
func inSheet(t *testing.T, book string, oldNew ...string) string {
	t.Helper()
	parts := partsOf(t, book)
	changed := strings.NewReplacer(oldNew...).Replace(parts[firstSheet])
	if changed == parts[firstSheet] {
		t.Fatalf("%s has nothing of %q", changed, oldNew)
	}
	parts[firstSheet] = changed
	return archiveOf(t, parts)
}

// formulas sets formulas without values.
func formulas(cells ...string) func(*excelize.File) error {
	return func(book *excelize.File) error {
		for _, cell := range cells {
			if err := book.SetCellValue("S", cell, nil); err != nil {
				return err
			}
			if err := book.SetCellFormula("S", cell, "1+1"); err != nil {
				return err
			}
		}
		return nil
	}
}

func sixPlaces() [][]any {
	return [][]any{
		{"id", "name", "x", "y", "note"},
		{1, "A", 0, 0, ""}, {2, "B", 3, 0, ""}, {3, "C", 3, 4, ""}, {4, "D", 0, 4, ""}, {5, "E", 6, 4, ""}, {6, "F", 6, 0, ""},
	}
}

// Rows whose cells are formulas without a value do not vanish. Where no coordinate and no distance
// depends on such a cell, it is empty, and a warning names it.
func TestFormulasWithoutValues(t *testing.T) {
	for _, c := range map[string]struct{ text, want string }{
		"coordinates": {sheetOf(t, sixPlaces(), formulas("C3", "C6", "D6")),
			"f:3: the cell has a formula, and the workbook does not have its value; save it in a spreadsheet program; " +
				"2 such faults: B (row 3, id 2), E (row 6, id 5)"},
		"whole rows":   {sheetOf(t, sixPlaces()[:5], formulas("A6", "B6", "C6", "D6")), "f:6: the cell has a formula"},
		"a distance":   {sheetOf(t, [][]any{{0, 1, 2}, {1, 0, 3}, {2, 3, 0}}, formulas("B3")), "f:3: the distance from row 3 to row 2: the cell has a formula"},
		"a row's name": {sheetOf(t, [][]any{{"", "a", "b", "c"}, {"a", 0, 1, 2}, {"b", 1, 0, 3}, {"c", 2, 3, 0}}, formulas("A3")), "name 2 of the matrix: the cell has a formula"},
		"the header":   {sheetOf(t, sixPlaces(), formulas("C1")), "does not name columns x and y"},
	} {
		requireRefused(t, c.text, format.Options{}, c.want)
	}
	input := read(t, sheetOf(t, sixPlaces(), formulas("B4", "E2", "E9")), format.Options{}) // a name, a note, and a sum below
	const want = "number of cells with a formula whose value the workbook does not have: 3: E2, B4, E9; they are read as empty; " +
		"save the workbook in a spreadsheet program"
	if !slices.Equal(input.Instance.Names, []string{"A", "B", "", "D", "E", "F"}) || !slices.Equal(input.Warnings, []string{want}) {
		t.Errorf("%q, %q", input.Instance.Names, input.Warnings)
	}
	if diagonal := read(t, sheetOf(t, [][]any{{0, 1, 2}, {1, 0, 3}, {2, 3, 0}}, formulas("B2")), format.Options{}).Instance; diagonal.UnitDistance(0, 2) != 2 {
		t.Error("a formula on the diagonal")
	}
}

// A formula has the value that the workbook has, also an empty text and a text in its cell.
func TestFormulasWithValues(t *testing.T) {
	text := inSheet(t, sheetOf(t, sixPlaces(), formulas("C3", "E2", "E3")),
		`<c r="C3" t="str"><f>1+1</f></c>`, `<c r="C3"><f>1+2</f><v>3</v></c>`,
		`<c r="E2" t="str"><f>1+1</f></c>`, `<c r="E2" t="str"><f>A1&amp;""</f><v></v></c>`,
		`<c r="E3" t="str"><f>1+1</f></c>`, `<c r="E3" t="inlineStr"><f>A1</f><is><t>n</t></is></c>`)
	input := read(t, text, format.Options{})
	if len(input.Warnings) > 0 || input.Instance.UnitDistance(0, 1) != 3 || input.Table.Rows[1][4] != "n" {
		t.Errorf("%q, %q", input.Warnings, input.Table.Rows)
	}
	text = inSheet(t, sheetOf(t, [][]any{{"x", "y", "from"}, {0, 0.5, nil}, {3, 4, nil}}, formulas("C2", "C3")), `</f>`, `</f><v>8.30</v>`)
	route := routeText(t, format.NewRoute(read(t, text, format.Options{}), tsp.Tour{0, 1}, false, 0), format.OutputXLSX)
	if rows := read(t, route, format.Options{}).Table.Rows; rows[0][2] != "8.30" {
		t.Errorf("%q", rows)
	}
}

// Merged cells have their value in every row that has other cells, and make no places of the others.
func TestMergedCells(t *testing.T) {
	merged := func(ranges ...string) func(*excelize.File) error {
		return func(book *excelize.File) error {
			for _, r := range ranges {
				from, to, _ := strings.Cut(r, ":")
				if err := book.MergeCell("S", from, to); err != nil {
					return err
				}
			}
			return nil
		}
	}
	rows := [][]any{
		{"name", "x", "y", "depot"},
		{"A", 0, 0, "K"}, {"", 3, 0, ""}, {"", 3, "", "L"}, {"D", 6, 4, ""}, {"", "", "", ""}, {"E", 9, 4, ""},
	}
	input := read(t, sheetOf(t, rows, merged("A2:A4", "C3:C4", "D2:D3", "A5:A6", "B5:B6", "C5:C6", "D5:D6")), format.Options{})
	in := input.Instance
	if want := []string{"A", "A", "A", "D", "E"}; !slices.Equal(in.Names, want) || input.Table.Rows[1][3] != "K" || in.UnitDistance(0, 2) != 3 {
		t.Errorf("%q of %q", input.Table.Rows, want)
	}
	if notes := strings.Join(input.Notes, "\n"); !strings.Contains(notes, "number of cells that are merged with one above and have its value: 4") {
		t.Error(notes)
	}
	// The title above, over several rows and columns, is no value of the table.
	titled := append([][]any{{"Title", "", ""}, {"", "", ""}}, rows[:4]...)
	titled[5][2] = 4
	if got := read(t, sheetOf(t, titled, merged("A1:C2")), format.Options{}).Instance; got.Dimension() != 3 {
		t.Errorf("%d places", got.Dimension())
	}
}

// A hidden sheet that nobody asked for is read with a warning, which names the first visible one.
func TestHiddenSheet(t *testing.T) {
	for _, veryHidden := range []bool{false, true} {
		book := workbook(t, map[string][][]any{"Old": sixPlaces(), "New": sixPlaces()}, "Old", "New")
		book.SetActiveSheet(1)
		must.Do(t, book.SetSheetVisible("Old", false, veryHidden))
		text := bytesOf(t, book)
		const want = `the sheet that is read, "Old", is hidden; for the first visible one give sheet "New"`
		if got := read(t, text, format.Options{}).Warnings; !slices.Equal(got, []string{want}) {
			t.Errorf("%q", got)
		}
		for _, sheet := range []string{"Old", "New"} {
			if got := read(t, text, format.Options{Sheet: sheet}).Warnings; len(got) > 0 {
				t.Errorf("sheet %s: %q", sheet, got)
			}
		}
	}
}

// Whole numbers keep all their digits. Ids and names with more than spreadsheets keep are said, and texts
// are not.
func TestLongIDs(t *testing.T) {
	rows := [][]any{
		{"id", "x", "y", "ean"},
		{1234567890123456, 0, 0, 4006381333931}, {"1234567890123457", 3, 0, 1234567890123455}, {17, 3, 4, 0.1},
		{int64(9007199254740993), 0, 4, 48.1000000000000014},
	}
	text := inSheet(t, sheetOf(t, rows, nil), "<v>17</v>", "<v>1.2345678901234568E+17</v>")
	input := read(t, text, format.Options{})
	if want := []string{"1234567890123456", "1234567890123457", "123456789012345680", "9007199254740993"}; !slices.Equal(input.Instance.Names, want) {
		t.Errorf("ids %q, want %q", input.Instance.Names, want)
	}
	if input.Table.Rows[0][3] != "4006381333931" || input.Table.Rows[1][3] != "1234567890123455" || input.Table.Rows[3][3] != "48.1" {
		t.Errorf("%q", input.Table.Rows)
	}
	const want = "number of places whose name or id is a number of more than 15 digits: 3: 1234567890123456 (row 2), " +
		"123456789012345680 (row 4), 9007199254740993 (row 5); spreadsheets round such numbers: write them as texts"
	if !slices.Equal(input.Warnings, []string{want}) {
		t.Errorf("%q", input.Warnings)
	}
	b := routeText(t, format.NewRoute(input, tsp.Tour{0, 1, 2, 3}, false, 0), format.OutputXLSX)
	if again := read(t, b, format.Options{}); !slices.Equal(again.Instance.Names, input.Instance.Names) {
		t.Errorf("the route has %q", again.Instance.Names)
	}
}
