package format_test

import (
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// TestColumnsComplete checks that given names and ids complete the coordinates that are detected.
func TestColumnsComplete(t *testing.T) {
	for text, columns := range map[string]format.Columns{
		"Tour;Halt;Breite;Länge\n7;A;48,1;7,8\n8;B;48,2;7,9\n9;C;48,3;7,7\n":             {format.ID: "Tour", format.Name: "Halt"},
		"7;A;48,1;7,8\n8;B;48,2;7,9\n9;C;48,3;7,7\n":                                     {format.ID: "1", format.Name: "2"},
		"Kunden-Nr.;Kunde;Ort;lat;lon\n7;A;U;48,1;7,8\n8;B;U;48,2;7,9\n9;C;U;48,3;7,7\n": nil,
	} {
		in := read(t, text, format.Options{Columns: columns}).Instance
		if in.Names[1] != "B" || in.IDs[1] != "8" {
			t.Errorf("%q: name %q, id %q", text, in.Names[1], in.IDs[1])
		}
		if in.UnitDistance(0, 1) <= 0 {
			t.Errorf("%q: distance %v", text, in.UnitDistance(0, 1))
		}
	}
}

// A column that is called name has the names, also behind others that may have them.
func TestOwnNameIsPreferred(t *testing.T) {
	for header, want := range map[string]string{
		"client,name,lat,lon": "Ann", "name,client,lat,lon": "17", "Client;Nom;lat;lon": "Ann", "name,nom,lat,lon": "17", "client,stop,lat,lon": "17",
	} {
		rows := "\n17,Ann,48,7.8\n18,Bea,48,7.9\n19,Cid,48.05,7.9\n"
		if strings.Contains(header, ";") {
			rows = strings.ReplaceAll(rows, ",", ";")
		}
		if names := read(t, header+rows, format.Options{}).Instance.Names; names[0] != want {
			t.Errorf("%s: names %q, want %s first", header, names, want)
		}
	}
}

// Coordinates are found beside other words, if no other columns have their plain names. Letters of a
// spreadsheet name columns that no header names.
func TestNamesOfCoordinates(t *testing.T) {
	const rows = "\nA;50,1;11,5\nB;50,2;11,6\nC;50,3;11,2\n"
	for header, want := range map[string]tsp.Metric{
		"Ort;GPS-Breite (°);GPS-Länge (°)":     tsp.Haversine,
		"Ort;nördl. Breite;östl. Länge":        tsp.Haversine,
		"Ort;Geo. Breite;Geo. Länge":           tsp.Haversine,
		"Ort;Breite N;Länge E":                 tsp.Haversine,
		"Ort;Latitude [deg];Longitude [deg]":   tsp.Haversine,
		"Ort;Y-Koordinate;X-Koordinate":        tsp.EUC2D,
		"Ort;Hochwert (m);Rechtswert (m)":      tsp.EUC2D,
		"Ort;Y (km);X (km)":                    tsp.EUC2D,
		"Ort;lat;lon":                          tsp.Haversine,
		"Ort;lat;lon;Breite (GPS);Länge (GPS)": tsp.Haversine, // the plain names count
		"Ort;x;y;Breite (GPS);Länge (GPS)":     tsp.EUC2D,
	} {
		text := header + rows
		if strings.Count(header, ";") > 2 {
			text = header + strings.ReplaceAll(rows, "\n", ";0;0\n")
			text = strings.Replace(text, header+";0;0", header, 1)
		}
		if got := read(t, text, format.Options{}).Instance.Metric; got != want {
			t.Errorf("%q: metric %s, want %s", header, got, want)
		}
	}
	in := read(t, "Kunde;Tel;Nord;Ost"+strings.ReplaceAll(rows, ";50", ";1;50"),
		format.Options{Columns: format.Columns{format.Latitude: "C", format.Longitude: "D"}}).Instance
	if in.Metric != tsp.Haversine || in.Names[2] != "C" {
		t.Errorf("metric %s, names %q", in.Metric, in.Names)
	}
}
