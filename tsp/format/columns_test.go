package format_test

import (
	"testing"

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
