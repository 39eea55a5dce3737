package format_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// workbook returns a file of Excel with the rows of each sheet.
func workbook(t testing.TB, sheets map[string][][]any, order ...string) *excelize.File {
	t.Helper()
	book := excelize.NewFile()
	for i, name := range order {
		var err error
		if i == 0 {
			err = book.SetSheetName("Sheet1", name)
		} else {
			_, err = book.NewSheet(name)
		}
		must.Do(t, err)
		for r, row := range sheets[name] {
			for c, value := range row {
				cell := must.Get(excelize.CoordinatesToCellName(c+1, r+1))(t)
				must.Do(t, book.SetCellValue(name, cell, value))
			}
		}
	}
	return book
}

func bytesOf(t testing.TB, book *excelize.File) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, book.Write(&b))
	return b.String()
}

// officeSheet is a sheet as an office has it, with its title above.
func officeSheet() [][]any {
	day := time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)
	return [][]any{
		{"Kunden in Köln"},
		{},
		{"Nr", "Ort", "Breite", "Länge", "seit", "Umsatz", "PLZ"},
		{"00123", "Köln, Dom", 50.9413, 6.9583, day, 1234.5, "01067"},
		{"00124", "Düren", 50.8, 6.4833, day.AddDate(0, 1, 3), 7, "79098"},
		{"00125", "Bonn", 50.735851, 7.1006600000000001, day.Add(6 * time.Hour), -0.25, "53111"},
		{"00126", "Aachen", 50.7753, 6.0839},
	}
}

// Numbers, ids, texts and dates of a workbook are those of the route's workbook.
func TestWorkbook(t *testing.T) {
	book := workbook(t, map[string][][]any{"Kunden": officeSheet(), "Lager": {{"x", "y"}, {0, 0}, {3, 0}, {3, 4}}}, "Kunden", "Lager")
	text := bytesOf(t, book)
	input := read(t, text, format.Options{})
	if input.Format != format.XLSX || input.Instance.Dimension() != 4 {
		t.Fatalf("%s, %d cities", input.Format, input.Instance.Dimension())
	}
	if want := []string{"00123", "Köln, Dom", "50.9413", "6.9583", "2026-11-28 00:00", "1234.5", "01067"}; !slices.Equal(input.Table.Rows[0][:4], want[:4]) ||
		!slices.Equal(input.Table.Rows[0][5:], want[5:]) || !strings.Contains(input.Table.Rows[0][4], "28") {
		t.Errorf("row %q, want %q", input.Table.Rows[0], want)
	}
	if notes := strings.Join(input.Notes, "\n"); !strings.Contains(notes, `the sheets are "Kunden", "Lager"`) ||
		!strings.Contains(notes, "the header is row 3 of the sheet") {
		t.Errorf("notes %s", notes)
	}
	b := routeText(t, format.NewRoute(input, tsp.Tour{0, 2, 1, 3}, false, 0), format.OutputXLSX)
	route := must.Get(excelize.OpenReader(strings.NewReader(b)))(t)
	defer route.Close()
	for cell, want := range map[string]struct {
		value string
		text  bool
	}{
		"A1": {"stop", true}, "A2": {"1", false}, "B3": {"6", false}, "C2": {"00123", true}, "D2": {"Köln, Dom", true},
		"E2": {"50.9413", false}, "F3": {"7.10066", false}, "G2": {"46354", false}, "G3": {"46354.25", false},
		"H2": {"1234.5", false}, "H3": {"-0.25", false}, "I2": {"01067", true}, "I3": {"53111", true}, "H5": {"", false},
	} {
		got, err := route.GetCellValue("Route", cell, excelize.Options{RawCellValue: true})
		kind, _ := route.GetCellType("Route", cell)
		if isText := kind == excelize.CellTypeInlineString || kind == excelize.CellTypeSharedString; err != nil ||
			got != want.value || isText != want.text {
			t.Errorf("cell %s: %q, type %d, %v, want %+v", cell, got, kind, err, want)
		}
	}
	checkWorkbookLengths(t, route)
	again := read(t, b, format.Options{})
	if !sameSet(again.Instance, input.Instance) || !slices.Equal(again.Table.Header, input.Table.Header) ||
		!slices.Equal(again.Table.Rows[0], input.Table.Rows[0]) {
		t.Errorf("%q %q read again, want %q %q", again.Table.Header, again.Table.Rows, input.Table.Header, input.Table.Rows)
	}
}

// Workbooks that count days from 1904 have the same dates.
func TestDatesOf1904(t *testing.T) {
	book := workbook(t, map[string][][]any{"A": {{"x", "y", "day"}, {1, 2}, {3, 4}, {5, 7}}}, "A")
	style := must.Get(book.NewStyle(&excelize.Style{NumFmt: 14}))(t)
	yes, day := true, 46354.0 // 2026-11-28
	for _, err := range []error{book.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &yes}),
		book.SetCellValue("A", "C2", day-1462), book.SetCellStyle("A", "C2", "C2", style)} {
		must.Do(t, err)
	}
	input := read(t, bytesOf(t, book), format.Options{})
	if got := input.Table.Rows[0][2]; got != "2026-11-28" {
		t.Errorf("day %s", got)
	}
	b := routeText(t, format.NewRoute(input, tsp.Tour{0, 1, 2}, false, 0), format.OutputXLSX)
	if got := read(t, b, format.Options{}).Table.Rows[0][2]; got != "2026-11-28" {
		t.Errorf("day %s of the route", got)
	}
}

// checkWorkbookLengths computes the lengths of a route from the coordinates in its cells.
func checkWorkbookLengths(t *testing.T, route *excelize.File) {
	t.Helper()
	number := func(column string, row int) float64 {
		cell := must.Get(excelize.JoinCellName(column, row))(t)
		text := must.Get(route.GetCellValue("Route", cell, excelize.Options{RawCellValue: true}))(t)
		return parse(t, text)
	}
	sum := 0.0
	for row := 3; row <= 6; row++ {
		leg := haversine(number("E", row-1), number("F", row-1), number("E", row), number("F", row))
		if sum += leg; math.Abs(number("J", row)-leg) > 0.01 || math.Abs(number("K", row)-sum) > 0.02 {
			t.Errorf("row %d: leg %f, length %f, want %f, %f", row, number("J", row), number("K", row), leg, sum)
		}
	}
	shown, err := route.GetCellValue("Route", "K6")
	if _, decimals, _ := strings.Cut(shown, "."); err != nil || len(decimals) != 2 {
		t.Errorf("length %q, %v, want two decimals", shown, err)
	}
	for column, want := range map[string]float64{"A": 10, "D": 11, "J": 10} { // the least, "Köln, Dom", the least
		if width, err := route.GetColWidth("Route", column); err != nil || width != want {
			t.Errorf("column %s: width %v, %v, want %v", column, width, err, want)
		}
	}
}

// A sheet is chosen by its name, and matrices and tables without a header are read as in CSV.
func TestSheets(t *testing.T) {
	text := bytesOf(t, workbook(t, map[string][][]any{
		"Notes": {{"nothing here"}}, "Lager": {{"x", "y"}, {0, 0}, {3, 0}, {3, 4}},
		"Wege": {{"", "A", "B", "C"}, {"A", 0, 1.5, 2}, {"B", 1.5, 0, 2.5}, {"C", 2, 2.5, 0}}, "leer": nil,
	}, "Notes", "Lager", "Wege", "leer"))
	if in := read(t, text, format.Options{Sheet: "lager"}).Instance; in.UnitDistance(0, 2) != 5 {
		t.Errorf("distance %v", in.UnitDistance(0, 2))
	}
	if in := read(t, text, format.Options{Sheet: "Wege"}).Instance; in.UnitDistance(1, 2) != 2.5 || in.Names[2] != "C" {
		t.Errorf("distance %v, names %q", in.UnitDistance(1, 2), in.Names)
	}
	for sheet, want := range map[string]string{
		"":       `or which sheet: the first sheet is read; the sheets are "Notes", "Lager", "Wege", "leer"`,
		"leer":   `sheet "leer" is empty`,
		"Kunden": `the workbook has no sheet "Kunden"; its sheets are "Notes", "Lager", "Wege", "leer"`,
	} {
		requireRefused(t, text, format.Options{Sheet: sheet}, want)
	}
	requireRefused(t, "x,y\n1,2\n", format.Options{Sheet: "A"}, "only workbooks (xlsx) have sheets")
}

// Texts with a decimal comma beside numbers are numbers, unless they or others may have thousands.
func TestWorkbookTextsAsNumbers(t *testing.T) {
	sheet := func(rows ...[]any) string {
		return bytesOf(t, workbook(t, map[string][][]any{"A": rows}, "A"))
	}
	plane, globe := []any{"x", "y"}, []any{"lat", "lon"}
	for name, c := range map[string]struct {
		text string
		want float64 // distance of the first two places
	}{
		"plane":  {sheet(plane, []any{"48,1", 0}, []any{50.6, 0}, []any{51.25, 0}), 2.5},
		"globe":  {sheet(globe, []any{"48,125", 7}, []any{48.125, "7,5"}, []any{48.5, 8}), haversine(48.125, 7, 48.125, 7.5)},
		"matrix": {sheet([]any{0, "1,5", 2.5}, []any{"1,5", 0, 2}, []any{2.5, 2, 0}), 1.5},
	} {
		if got := read(t, c.text, format.Options{}).Instance.UnitDistance(0, 1); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	for text, want := range map[string]string{
		sheet(plane, []any{"1,234", 0}, []any{50.6, 0}, []any{51, 0}):     `"1,234" may be 1234 or 1.234`,
		sheet(plane, []any{"48,1", 0}, []any{"416.829", 0}, []any{51, 0}): `"416.829" may be 416829 or 416.829, because other cells such as "48,1" are texts`,
		sheet(plane, []any{"48,1", 0}, []any{"1.416,8", 0}, []any{51, 0}): `f:3: "1.416,8" is not a number`,
		sheet([]any{0, "1,5", 2}, []any{"1,5", 0, 2.125}, []any{2, 2, 0}): `"2.125" may be 2125 or 2.125`,
	} {
		requireRefused(t, text, format.Options{}, want)
	}
}

// archive returns a zip archive of files: names and texts in turn.
func archive(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = io.WriteString(f, files[i+1])
		}
		must.Do(t, err)
	}
	must.Do(t, w.Close())
	return b.String()
}

// What is not read says what it is, and what to do.
func TestForeignFiles(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"old Excel":  {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600), "an Excel workbook of the old format (.xls), or one with a password: save it as .xlsx"},
		"PDF":        {"%PDF-1.7\n%\xe2\xe3", "a PDF document"},
		"PNG":        {"\x89PNG\r\n\x1a\n\x00\x00", "an image (PNG)"},
		"JPEG":       {"\xff\xd8\xff\xe0\x00\x10JFIF", "an image (JPEG)"},
		"web page":   {"\ufeff<!DOCTYPE html>\n<html lang=\"de\">", "a web page (HTML)"},
		"web page 2": {"<?xml version=\"1.0\"?>\n<html xmlns=\"x\">", "a web page (HTML)"},
		"zip":        {archive(t, "places.csv", "x,y\n"), "a zip archive: unpack it"},
		"ods":        {archive(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", "<x/>"), "an OpenDocument spreadsheet (.ods): save it as .xlsx or .csv"},
		"odt":        {archive(t, "mimetype", "application/vnd.oasis.opendocument.text"), "an OpenDocument file"},
		"xlsb":       {archive(t, "xl/workbook.bin", ""), "a binary Excel workbook (.xlsb)"},
		"docx":       {archive(t, "word/document.xml", ""), "a Word document"},
		"damaged":    {archive(t, "xl/workbook.xml", "")[:40], "the file is damaged"},
		"no sheets":  {archive(t, "xl/workbook.xml", "<workbook/>"), "the workbook"},
		"binary":     {"\x01\x02\x00\x03", "no text"},
		"xz":         {"\xfd7zXZ\x00\x00", "compressed by xz"},
	} {
		for _, text := range []string{c.text, zipped(t, c.text)} {
			_, err := format.Read(t.Context(), strings.NewReader(text), "f", format.Options{})
			var refused *tsp.Error
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
		}
		if format.IsTSPLIB([]byte(c.text)) {
			t.Errorf("%s is TSPLIB", name)
		}
		if _, err := format.ReadTour(t.Context(), strings.NewReader(c.text), "f", read(t, five, format.Options{}).Instance); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s as a tour: %v, want %q", name, err, c.want)
		}
	}
}

// A small archive that stands for much is refused, and takes little memory.
func TestArchivesAreBounded(t *testing.T) {
	zeros := strings.Repeat("0", 64<<20)
	cells := strings.Repeat("<c/>", 12<<20)
	for name, c := range map[string]struct{ text, want string }{
		"workbook": {archive(t, "xl/workbook.xml", zeros), "save the table as .csv"},
		"elements": {archive(t, "xl/workbook.xml", "", "xl/worksheets/sheet1.xml", cells), "save the table as .csv"},
		"KMZ":      {archive(t, "doc.kml", zeros), "unpack it and give the .kml file in it"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := format.Read(t.Context(), strings.NewReader(c.text), "f", format.Options{})
		runtime.ReadMemStats(&after)
		var limit *tsp.LimitError
		if !errors.As(err, &limit) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v is no error of a limit, or has no %q", name, err, c.want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%s: %d MiB for a file of %d KiB", name, used>>20, len(c.text)>>10)
		}
	}
}

// Few cells at the end of wide rows are refused before the rows take memory.
func TestWideSheetsAreRefused(t *testing.T) {
	rows := [][]any{{"x", "y"}, {1, 2}, {3, 4}, {5, 7}}
	rows[2] = append(rows[2], make([]any, 1000)...)
	rows[2][1001] = 1
	_, err := format.Read(t.Context(), strings.NewReader(bytesOf(t, workbook(t, map[string][][]any{"A": rows}, "A"))), "f", format.Options{})
	var limit *tsp.LimitError
	if !errors.As(err, &limit) || !strings.Contains(err.Error(), "f:3: the sheet has 1002 columns, more than the limit of 1000") {
		t.Error(err)
	}
}

// firstSheet is the part of a workbook that has its first sheet.
const firstSheet = "xl/worksheets/sheet1.xml"

// partsOf returns the texts of the files of an archive by their names.
func partsOf(t testing.TB, text string) map[string]string {
	t.Helper()
	parts := map[string]string{}
	files := must.Get(zip.NewReader(strings.NewReader(text), int64(len(text))))(t)
	for _, file := range files.File {
		r := must.Get(file.Open())(t)
		text := must.Get(io.ReadAll(r))(t)
		parts[file.Name] = string(text)
	}
	return parts
}

// archiveOf returns the archive of texts by their names.
func archiveOf(t testing.TB, parts map[string]string) string {
	t.Helper()
	var list []string
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		list = append(list, name, parts[name])
	}
	return archive(t, list...)
}

// FuzzArchive reads a workbook whose parts are any texts: a sheet and the shared texts.
func FuzzArchive(f *testing.F) {
	const sharedTexts = "xl/sharedStrings.xml"
	parts := partsOf(f, bytesOf(f, workbook(f, map[string][][]any{"A": {{"name", "lat", "lon"}, {"a", 1.5, 2}, {"b", 2, "3,5"}, {"c", 3, 4}}}, "A")))
	sheet, texts := parts[firstSheet], parts[sharedTexts]
	f.Add(sheet, texts)
	f.Add(strings.Replace(sheet, `r="A1"`, `r="XFD1"`, 1), texts)
	f.Add(strings.Replace(sheet, `r="2"`, `r="1048576"`, 1), strings.Replace(texts, "<t>", "", 1))
	f.Fuzz(func(t *testing.T, sheet, texts string) {
		parts := maps.Clone(parts)
		parts[firstSheet], parts[sharedTexts] = sheet, texts
		requireValid(t, []byte(archiveOf(t, parts)))
	})
}

// requireValid reads a file, which gives a valid instance, or nil and an error of package tsp.
func requireValid(t *testing.T, data []byte) *format.Input {
	input, err := format.Read(t.Context(), bytes.NewReader(data), "f", format.Options{})
	var syntax *tsp.SyntaxError
	var refused *tsp.Error
	switch {
	case err != nil && !errors.As(err, &syntax) && !errors.As(err, &refused):
		t.Fatalf("%T: %v", err, err)
	case err != nil:
		return nil
	}
	must.Do(t, input.Instance.Validate())
	return input
}

// The CSV of a route of a German workbook opens in a German Excel: with a mark of UTF-8, semicolons and decimal
// commas. Dates, and texts such as 1.5a and the time 8.30, stay, also where a column of numbers has the same
// value. Coordinates that are texts are numbers all the same. It is read again as the same places.
func TestCSVOfGermanWorkbook(t *testing.T) {
	book := workbook(t, map[string][][]any{"Tabelle1": {
		{"Kunde", "Breite", "Länge", "Stand", "Teil", "ab", "bis", "Menge", "2.5"},
		{"Köln", "50.9413", 6.958300000000001, "28.11.2026", "1.5", "8.30", nil, 1.5, 7}, {"Düren", "50.8", 6.4833, "29.11.2026", "1.5a", "9.15", "", 3, 8},
		{"Bonn", "50.7", 7.1, "", "", "", "", "", 9},
	}}, "Tabelle1")
	must.Do(t, book.SetCellFormula("Tabelle1", "G2", `TEXT(0.4,"h.mm")`))
	text := inSheet(t, bytesOf(t, book), "</f>", "</f><v>9.36</v>")
	input := read(t, text, format.Options{})
	var b bytes.Buffer
	must.Do(t, format.NewRoute(input, tsp.Tour{0, 1, 2}, true, 0).Write(&b, format.OutputCSV))
	begin := "\ufeffstop;row;Kunde;Breite;Länge;Stand;Teil;ab;bis;Menge;2.5;leg_m;length_m\r\n1;2;Köln;50,9413;6,9583;28.11.2026;1.5;8.30;9.36;1,5;7;0;0\r\n" +
		"2;3;Düren;50,8;6,4833;29.11.2026;1.5a;9.15;;3;8;36"
	if !strings.HasPrefix(b.String(), begin) {
		t.Errorf("%q, want %q", b.String(), begin)
	}
	sheet := read(t, routeText(t, format.NewRoute(input, tsp.Tour{0, 1, 2}, true, 0), format.OutputXLSX), format.Options{})
	if row := sheet.Table.Rows[0]; row[5] != "8.30" || row[6] != "9.36" || row[7] != "1.5" {
		t.Errorf("the workbook of the route has %q", row)
	}
	b.Reset() // the columns of the route come before those of the places
	if err := format.NewRoute(sheet, tsp.Tour{0, 1, 2}, true, 0).Write(&b, format.OutputCSV); err != nil || !strings.HasPrefix(b.String(), begin) {
		t.Errorf("%v: the route of the route is %q, want %q", err, b.String(), begin)
	}
	again := read(t, b.String(), format.Options{})
	for city := range 3 {
		latitude, longitude := input.Instance.Degrees(city)
		if also, too := again.Instance.Degrees(city); also != latitude || too != longitude {
			t.Errorf("city %d at %v %v, before %v %v", city, also, too, latitude, longitude)
		}
	}
}
