package page

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/xuri/excelize/v2"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/page/pagetest"
)

// writeCustomers writes a workbook whose second sheet, Tour, has customers of one town.
func writeCustomers(t *testing.T, name string, count int) {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	_, err := book.NewSheet("Tour")
	rows := [][]any{{"Kdnr", "Kunde", "Breite", "Länge", "PLZ", "Ort", "Straße", "Bemerkung"},
		{"K-000", "Depot Nord", 48.01, 7.85, "07745", "Jena", "Große Bahnhofstraße 12", "bitte am Hintereingang klingeln"}}
	for i := range count - 1 {
		rows = append(rows, []any{fmt.Sprintf("K-%03d", i+1), fmt.Sprintf("Kunde %c%d", 'A'+i%26, i+1),
			47.96 + float64(i*37%100)/1250, 7.78 + float64(i*61%100)/800, "07745", "Jena", "Große Bahnhofstraße 12",
			"bitte am Hintereingang klingeln"})
	}
	for i, row := range rows {
		if err == nil {
			err = book.SetSheetRow("Tour", fmt.Sprintf("A%d", i+1), &row)
		}
	}
	if err == nil {
		err = book.SaveAs(name)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A visitor uploads a workbook with its sheet and the ends of an open route by name and id, sees
// the stops with names, and gets a workbook and a list for paper.
func TestPageOfOffice(t *testing.T) {
	server := newServer(t)
	ctx, downloads := pagetest.NewBrowser(t)
	file := filepath.Join(t.TempDir(), "kunden.xlsx")
	writeCustomers(t, file, 40)
	var rows [][]string
	var header string
	var length, notes, said string
	err := chromedp.Run(ctx,
		chromedp.Navigate(server.URL), chromedp.WaitVisible("#submit"),
		chromedp.SetUploadFiles("#file", []string{file}), chromedp.SetValue("#time", "1"),
		chromedp.SetValue("#start", "Depot Sud"), chromedp.SetValue("#end", "K-007"),
		chromedp.SetValue("#sheet", "Tour"), chromedp.Click("#submit button"),
		pagetest.Until(`document.getElementById("status").className === "failed"`), chromedp.Text("#status", &said),
		chromedp.SetValue("#start", "Depot Nord"), chromedp.Click("#submit button"),
		pagetest.State("done"), pagetest.Until(`!document.getElementById("paper").hidden`),
		chromedp.Evaluate(`[...document.querySelectorAll("#stop-rows tr")].map((row) => [...row.cells].map((cell) => cell.textContent))`, &rows),
		chromedp.Evaluate(`document.getElementById("stop-header").textContent`, &header), chromedp.Text("#length", &length), chromedp.Text("#notes", &notes),
	)
	if err != nil {
		t.Fatal(err)
	}
	if want := `start: "Depot Sud" is neither a name, an id nor a row in 2..41`; said != want {
		t.Errorf("the page says %q, want %q", said, want)
	}
	if !strings.HasSuffix(length, " km") || !strings.Contains(notes, "47.96 to 48.0392 N") {
		t.Errorf("length %q, notes %q", length, notes)
	}
	if header != "StoppNameKdnrPLZOrtStraßeBemerkungvom Stopp davorbei Ankunft" {
		t.Errorf("header %q", header)
	}
	if len(rows) != 40 || !slices.Equal(rows[0][:6], []string{"☐", "1", "Depot Nord", "K-000", "07745", "Jena"}) ||
		rows[39][3] != "K-007" || strings.Replace(rows[39][9], ",", ".", 1)[:4] != length[:4] {
		t.Errorf("%d rows: %q", len(rows), rows)
	}
	pagetest.Screenshots(t, ctx, "office")
	must.Do(t, chromedp.Run(ctx, pagetest.Choose("download", "xlsx")))
	route := pagetest.Downloaded(t, downloads, "*.xlsx")
	book := must.Get(excelize.OpenReader(bytes.NewReader(route)))(t)
	defer book.Close()
	if written, err := book.GetRows(book.GetSheetName(0)); err != nil || len(written) != 41 || written[1][3] != "Depot Nord" {
		t.Errorf("the workbook has %d rows, error %v", len(written), err)
	}
	// Nothing is wider than a small screen.
	err = chromedp.Run(ctx, chromedp.EmulateViewport(400, 800),
		pagetest.Until(`document.documentElement.scrollWidth <= 400`))
	if err != nil {
		t.Errorf("the page is wider than 400 pixels: %v", err)
	}
	onPaper(t, ctx)
	secondDay(t, ctx, route)
}

// secondDay checks that the next day begins with a route, and says what has changed.
func secondDay(t *testing.T, ctx context.Context, route []byte) {
	t.Helper()
	folder, notes := t.TempDir(), ""
	today, earlier := filepath.Join(folder, "today.xlsx"), filepath.Join(folder, "earlier.xlsx")
	writeCustomers(t, today, 42)
	must.Do(t, os.WriteFile(earlier, route, 0o600))
	err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithMedia("screen"),
		chromedp.SetUploadFiles("#file", []string{today}), chromedp.SetUploadFiles("#earlier", []string{earlier}),
		chromedp.Click("#submit summary"), chromedp.SetValue("#stay_close", "200 m"), chromedp.Click("#submit button"),
		pagetest.Until(`document.getElementById("notes").textContent.includes("since the earlier")`),
		pagetest.State("done"), chromedp.Text("#notes", &notes))
	if want := "since the earlier route: 40 places kept, 2 new, 0 gone, 0 moved"; err != nil || !strings.Contains(notes, want) {
		t.Errorf("notes %q, want %q; error %v", notes, want, err)
	}
}

// onPaper checks what is printed: the name, the length, the picture and the stops.
func onPaper(t *testing.T, ctx context.Context) {
	t.Helper()
	var shown map[string]bool
	err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithMedia("print"), chromedp.Evaluate(
		`Object.fromEntries(["name", "summary", "paper", "stops", "submit", "status", "tour", "plot", "stop"].map(
			(id) => [id, document.getElementById(id).offsetHeight > 0]))`, &shown))
	if err != nil {
		t.Fatal(err)
	}
	var broken []string // words of the list on a sheet of 180 mm
	err = chromedp.Run(ctx, chromedp.EmulateViewport(680, 1000), chromedp.Evaluate(
		`[...document.querySelectorAll("#stop-rows td")].filter((cell) => ["07745", "Jena"].includes(cell.textContent)).filter((cell) => {
			const range = document.createRange();
			range.selectNodeContents(cell);
			return range.getClientRects().length > 1;
		}).map((cell) => cell.textContent)`, &broken))
	if err != nil || len(broken) > 0 {
		t.Errorf("words are broken: %q, error %v", broken, err)
	}
	for id, is := range shown {
		if want := slices.Contains([]string{"name", "summary", "paper", "stops"}, id); is != want {
			t.Errorf("%s is printed: %v", id, is)
		}
	}
}
