package figure

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// The file is XML with all texts of the chart.
func TestWrite(t *testing.T) {
	c := Chart{Title: "Title", X: "number of cities", Y: "time, ms", Series: []Series{
		{"measured", []Point{{198, 0.1}, {4461, 2000}}, 0, Marked}, {"published", []Point{{198, 1}}, 8, Dashed},
	}}
	var text bytes.Buffer
	must.Do(t, c.WriteSVG(&text))
	var words []string
	for decoder := xml.NewDecoder(&text); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok {
			words = append(words, string(data))
		}
	}
	all := strings.Join(words, "\n")
	for _, word := range []string{"Title", "number of cities", "time, ms", "measured", "published", "200", "5000", "1000"} {
		if !strings.Contains(all, word) {
			t.Errorf("%q is not in the figure", word)
		}
	}
}

// Ticks are within the range of the axis, in ascending order, and a few of them have labels,
// whatever the range.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		least, most float64
		labels      string
	}{
		{150, 5600, "200 500 1000 2000 5000"},
		{0.09, 12000, "0.1 1 10 100 1000 10000"},
		{0.3, 4, "0.5 1 2"},
	} {
		var labels []string
		before := math.Inf(-1)
		for _, tick := range ticks(c.least, c.most) {
			if tick.Value < c.least || tick.Value > c.most || tick.Value <= before {
				t.Errorf("%v to %v: %v after %v", c.least, c.most, tick.Value, before)
			}
			before = tick.Value
			if tick.Label != "" {
				labels = append(labels, tick.Label)
			}
		}
		if got := strings.Join(labels, " "); got != c.labels {
			t.Errorf("%v to %v: labels %s, want %s", c.least, c.most, got, c.labels)
		}
	}
}

// A chart of a column is as wide as the column, and the same chart is the same file.
func TestColumn(t *testing.T) {
	c := Chart{X: "seconds", Y: "share", Column: 84, LinearY: true, RangeY: [2]float64{0, 1}, Series: []Series{
		{"a", []Point{{1, 0}, {10, 1}}, 0, Line}, {"b", []Point{{1, 0}, {20, 1}}, 1, Line},
	}}
	if size := c.size(); math.Abs(size.X.Points()-84/25.4*72) > 1e-9 {
		t.Errorf("width %v", size.X)
	}
	var first, second bytes.Buffer
	must.Do(t, errors.Join(c.WritePDF(&first), c.WritePDF(&second)))
	if !bytes.HasPrefix(first.Bytes(), []byte("%PDF-")) || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("%d and %d bytes", first.Len(), second.Len())
	}
}
