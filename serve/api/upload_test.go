package api

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// customers are places as an office has them.
var customers = [][]any{
	{"Kdnr", "Kunde", "Breite", "Länge", "Umsatz"},
	{17, "Depot", 48.1, 7.8, 0}, {23, "Bäckerei Süß", 48.15, 7.85, 3}, {4, "Weingut", 48.05, 7.9, 1}, {9, "Hotel", 48, 7.7, 2},
}

// workbook returns a workbook whose second sheet, Touren, has rows.
func workbook(rows [][]any) string {
	book := excelize.NewFile()
	defer book.Close()
	_, err := book.NewSheet("Touren")
	for i, row := range rows {
		if err == nil {
			err = book.SetSheetRow("Touren", "A"+strconv.Itoa(i+1), &row)
		}
	}
	var b bytes.Buffer
	if err == nil {
		err = book.Write(&b)
	}
	if err != nil {
		panic(err)
	}
	return b.String()
}

// archive returns a zip archive of one file.
func archive(name, text string) string { return archiveOf([2]string{name, text}) }

// archiveOf returns a zip archive of files, each a name and a text.
func archiveOf(files ...[2]string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f[0])
		if err == nil {
			_, err = w.Write([]byte(f[1]))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

// A workbook is uploaded as it is, with sheet, columns and ends by name or id, and its route comes
// back as a workbook and as CSV.
func TestUploadOfWorkbook(t *testing.T) {
	store, h := newHandler(t)
	body := workbook(customers)
	query := "?sheet=touren&columns=name%3DKunde&start=Depot&end=4&open=true&name=kunden.xlsx"
	j := posted(t, h, query, body, "Content-Type", mediaTypes[3].media)
	if in := j.Input; in.Format != "xlsx" || in.Sheet != "touren" || in.Columns != "name=Kunde" || !in.Open || in.Cities != 4 {
		t.Errorf("input %+v", in)
	}
	if len(j.Notes) == 0 || !strings.Contains(strings.Join(j.Notes, "\n"), "48.15") {
		t.Errorf("notes %q", j.Notes)
	}
	finish(t, store, j.ID, 0, 1, 3, 2)
	var route struct {
		Name   string
		Closed bool
		Stops  []struct{ Name string }
	}
	must.Do(t, json.Unmarshal(call(t, h, "GET", "/v1/jobs/"+j.ID+"/tour.json", "").Body.Bytes(), &route))
	if n := len(route.Stops); n != 4 || route.Name != "kunden" || route.Closed || route.Stops[0].Name != "Depot" || route.Stops[n-1].Name != "Weingut" {
		t.Errorf("route %+v", route)
	}
	file := call(t, h, "GET", "/v1/jobs/"+j.ID+"/tour.xlsx", "").Body
	book := must.Get(excelize.OpenReader(file))(t)
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil || len(rows) != 5 || rows[2][3] != "Bäckerei Süß" {
		t.Errorf("rows %q, error %v", rows, err)
	}
	for query, want := range map[string]string{
		"":                                     `has the sheets \"Sheet1\", \"Touren\"`,
		"?sheet=Mai":                           `has no sheet \"Mai\"`,
		"?sheet=Touren&start=8":                `start: \"8\" is neither a name, an id nor a row in 2..5`,
		"?sheet=Touren&columns=name%3DFirma":   `there is no column`,
		"?sheet=Touren&crs=EPSG:25832":         "EPSG:25832",
		"?sheet=Touren&format=csv&metric=fast": "metric",
	} {
		w := call(t, h, "POST", "/v1/jobs"+query, body)
		if !strings.Contains(w.Body.String(), want) || w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d: %s", query, w.Code, w.Body)
		}
	}
}

// Coordinates of a map's plane become places of the globe with their reference system.
func TestUploadWithReferenceSystem(t *testing.T) {
	store, h := newHandler(t)
	body := "x,y\n413000,5317000\n414000,5318000\n415000,5316000\n"
	j := posted(t, h, "?crs=EPSG:25832", body)
	finish(t, store, j.ID, 0, 1, 2)
	if w := call(t, h, "GET", "/v1/jobs/"+j.ID+"/tour.gpx", ""); !strings.Contains(w.Body.String(), `lat="47.99`) {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// A small file that stands for much is refused, whatever the archive.
func TestUploadOfBombs(t *testing.T) {
	h := New(storetest.New(t), Options{MaxBody: 2 << 20})
	zeros := strings.Repeat("0", 3<<20)
	for name, body := range map[string]string{
		"KMZ":      archive("doc.kml", "<kml><Document><description>"+zeros),
		"workbook": archive("xl/workbook.xml", "<workbook><sheets><!-- "+zeros),
	} {
		t.Logf("%s of %d bytes", name, len(body))
		refused(t, call(t, h, "POST", "/v1/jobs", body), http.StatusUnprocessableEntity, "too-large", "")
	}
	for name, body := range map[string]string{
		"damaged": workbook(customers)[:4000], "other archive": archive("a.txt", "a"), "PDF": "%PDF-1.7\n",
		"old Excel": "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600),
	} {
		w := call(t, h, "POST", "/v1/jobs", body)
		if p := decode[problem](t, w, http.StatusUnprocessableEntity); p.Detail == "" || strings.ContainsRune(p.Detail, '\x00') {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
