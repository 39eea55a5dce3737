package format_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// listRows returns the texts of the cells of a list, row by row, and its first paragraph.
func listRows(t *testing.T, route *format.Route) (rows [][]string, summary string) {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, route.WriteList(&b))
	page := must.Get(html.Parse(&b))(t)
	for n := range page.Descendants() {
		text := ""
		for d := range n.Descendants() {
			if d.Type == html.TextNode {
				text += d.Data
			}
		}
		switch n.Data {
		case "tr":
			rows = append(rows, nil)
		case "td", "th":
			rows[len(rows)-1] = append(rows[len(rows)-1], text)
		case "p":
			summary = text
		}
	}
	return rows, summary
}

// A list has every stop with its number, the columns that help to find it, and the distance at the
// arrival; its numbers are those of its reader's country.
func TestList(t *testing.T) {
	const text = "No;Customer;lat;lon;Phone;empty\n7;Depot <Nord>;48,0;7,8;0761 1;\n8;Apotheke;48,0;7,9;;\n9;Café;48,05;7,9;0761 3;\n"
	input := read(t, text, format.Options{})
	rows, summary := listRows(t, format.NewRoute(input, tsp.Tour{1, 2, 0}, false, 0))
	want := [][]string{
		{"", "stop", "place", "No", "Phone", "from the stop before", "at the arrival"},
		{"", "1", "Depot <Nord>", "7", "0761 1", "", "0 m"},
		{"", "2", "Apotheke", "8", "", "7,44 km", "7,44 km"},
		{"", "3", "Café", "9", "0761 3", "5,56 km", "13,00 km"},
		{"", "4", "Depot <Nord>", "7", "0761 1", "9,29 km", "22,29 km"},
	}
	if !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("%q, want %q", rows, want)
	}
	if want := "3 stops, 22,29 km (great-circle distances), from Depot <Nord> and back"; summary != want {
		t.Errorf("%q, want %q", summary, want)
	}
	rows, summary = listRows(t, format.NewRoute(input, tsp.Tour{1, 2, 0}, true, 0))
	if len(rows) != 4 || rows[3][2] != "Depot <Nord>" || !strings.HasSuffix(summary, ", from Apotheke to Depot <Nord>") {
		t.Errorf("%q: %q", summary, rows)
	}
}

// Words, kinds of distances and decimal marks are of the language that the header is in. A header of no
// language, or of two, has English ones. So has a header with words of another language that are English, too.
func TestListInLanguageOfHeader(t *testing.T) {
	const legs, english = "from the stop before at the arrival", "3 stops, 22.29 km (great-circle distances), from A and back"
	for header, want := range map[string]struct{ language, columns, last, summary string }{
		"Kunde,Breite,Länge,PLZ": {"de", "Stopp Name PLZ vom Stopp davor bei Ankunft", "22,29 km", "3 Stopps, 22,29 km (Luftlinie), von A und zurück"},
		"nom,lat,lon,téléphone": {"fr", "arrêt nom téléphone depuis l’arrêt précédent à l’arrivée", "22,29 km",
			"3 arrêts, 22,29 km (à vol d’oiseau), aller-retour depuis A"},
		"nombre,latitud,longitud,calle": {"es", "parada nombre calle desde la parada anterior a la llegada", "22,29 km",
			"3 paradas, 22,29 km (en línea recta), ida y vuelta desde A"},
		"nome,latitudine,longitudine,cap": {"it", "tappa nome cap dalla tappa precedente all’arrivo", "22,29 km",
			"3 tappe, 22,29 km (in linea d’aria), da A e ritorno"},
		"naam,breedtegraad,lengtegraad,straat": {"nl", "stop naam straat vanaf de vorige stop bij aankomst", "22,29 km",
			"3 stops, 22,29 km (hemelsbreed), vanaf A en terug"},
		"name,lat,lon,fax":         {"en", "stop place fax " + legs, "22.29 km", english},
		"customer,lat,lon,PLZ":     {"en", "stop place PLZ " + legs, "22.29 km", english},
		"name,lat,lon,note":        {"en", "stop place note " + legs, "22.29 km", english},
		"id,lat,lon,Delivery Note": {"en", "stop place Delivery Note " + legs, "22.29 km", english},
		"name,lat,lon,cap":         {"en", "stop place cap " + legs, "22.29 km", english},
		"client,lat,lon,fax":       {"en", "stop place fax " + legs, "22.29 km", english},
	} {
		list := format.NewRoute(read(t, header+"\nA,48,7.8,1\nB,48,7.9,2\nC,48.05,7.9,3\n", format.Options{}), tsp.Tour{0, 1, 2}, false, 0).List()
		columns := strings.Join(slices.Concat([]string{list.Words.Stop, list.Words.Place}, list.Columns, []string{list.Words.Leg, list.Words.Arrival}), " ")
		if string(list.Language) != want.language || columns != want.columns || list.Stops[3].Length != want.last || list.Summary != want.summary {
			t.Errorf("%s: %s, %q, %q, %q", header, list.Language, columns, list.Stops[3].Length, list.Summary)
		}
	}
}

// A language without words has the list of English.
func TestListInUnknownLanguage(t *testing.T) {
	input := read(t, "name,lat,lon\nA,48,7.8\nB,48,7.9\nC,48.05,7.9\n", format.Options{})
	input.Language = "sv"
	list := format.NewRoute(input, tsp.Tour{0, 1, 2}, false, 0).List()
	if list.Language != format.English || list.Words.Stop != "stop" || list.Stops[3].Length != "22.29 km" {
		t.Errorf("%s, %+v, %q", list.Language, list.Words, list.Stops[3].Length)
	}
}

// A place without a name is its row, and a matrix of times has the unit of times.
func TestListWithoutNames(t *testing.T) {
	rows, _ := listRows(t, format.NewRoute(read(t, "x,y\n0,0\n3,0\n3,4\n", format.Options{}), tsp.Tour{0, 1, 2}, false, 0))
	if last := rows[4]; !slices.Equal(last, []string{"", "4", "row 2", "5", "12"}) {
		t.Errorf("%q", last)
	}
	rows, _ = listRows(t, format.NewRoute(read(t, `{"durations":[[0,60,9],[61,0,3600],[7,8,0]]}`, format.Options{}), tsp.Tour{0, 1, 2}, true, 0))
	if second := rows[2]; second[3] != "1 min" || rows[1][4] != "0 s" {
		t.Errorf("%q", rows)
	}
	if last := rows[3]; !slices.Equal(last, []string{"", "3", "city 3", "1 h 00 min", "1 h 01 min"}) {
		t.Errorf("%q", last)
	}
}
