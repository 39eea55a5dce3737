package draw

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"slices"
	"testing"
	"unicode/utf16"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

// A page of PDF has names beyond the characters of Western European languages, and question marks
// for characters that the font does not have.
func TestNamesInPDF(t *testing.T) {
	in := &tsp.Instance{
		Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 100, 200, 0}, Y: []float64{0, 100, 200, 200},
		Names: []string{"Łódź", "Αθήνα", "Київ", "東京😀"},
	}
	var page bytes.Buffer
	must.Do(t, (&Picture{Instance: in}).Write(&page, PDF))
	content := streams(t, page.Bytes())
	for _, text := range []string{"Łódź", "Αθήνα", "Київ", "???"} {
		units := must.Get(binary.Append(nil, binary.BigEndian, utf16.Encode([]rune(text))))(t)
		if !bytes.Contains(content, slices.Concat([]byte("("), units, []byte(") Tj"))) {
			t.Errorf("the page does not have the text %q", text)
		}
	}
	if page.Len() > 100_000 {
		t.Errorf("%d bytes: the page has the whole font", page.Len())
	}
}

// streams returns the compressed streams of a page.
func streams(t *testing.T, page []byte) (content []byte) {
	t.Helper()
	for _, part := range bytes.Split(page, []byte("stream\n"))[1:] {
		if r, err := zlib.NewReader(bytes.NewReader(part)); err == nil {
			text := must.Get(io.ReadAll(r))(t)
			content = append(content, text...)
		}
	}
	return content
}
