package tsplib

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// Write writes the instance in the format of TSPLIB95, a matrix as FULL_MATRIX. [Read] reads it
// back unchanged, except for control characters and blanks at the ends of lines in the name and
// the comment, and for the unit and the names of cities. An invalid instance and one of a metric
// that TSPLIB does not have, such as [tsp.Haversine], are an [*tsp.Error].
func Write(w io.Writer, in *tsp.Instance) error {
	if err := in.Validate(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if in.Forbidden != 0 {
		return tsp.Errorf("write instance "+parse.Quote(in.Name), "TSPLIB has no forbidden edges beside weights")
	}
	if !in.Metric.InTSPLIB() {
		return tsp.Errorf("write "+parse.Quote(in.Name), "TSPLIB does not have %s (metric %s)",
			in.Metric.Description(), in.Metric)
	}
	b := bufio.NewWriter(w) // Flush returns the first error
	writeHeader(b, in.Name, in.Comment, string(in.Kind), in.Dimension())
	fmt.Fprintf(b, "EDGE_WEIGHT_TYPE: %s\n", in.Metric)
	if in.Metric == tsp.Explicit {
		writeWeights(b, in)
	} else {
		writeCoordinates(b, in)
	}
	writeFixed(b, in)
	b.WriteString("EOF\n")
	return b.Flush()
}

// WriteTour writes the tour in the format of TSPLIB95 (TYPE: TOUR), with a name and a comment of
// any number of lines. It first checks that the tour visits each of the cities 0..len(t)-1 once.
func WriteTour(w io.Writer, t tsp.Tour, name, comment string) error {
	if err := t.Validate(len(t)); err != nil {
		return fmt.Errorf("write tour %s: %w", parse.Quote(name), err)
	}
	b := bufio.NewWriter(w) // Flush returns the first error
	writeHeader(b, name, comment, "TOUR", len(t))
	b.WriteString("TOUR_SECTION\n")
	for _, city := range t {
		b.Write(append(strconv.AppendInt(b.AvailableBuffer(), int64(city)+1, 10), '\n'))
	}
	b.WriteString("-1\nEOF\n")
	return b.Flush()
}

func writeHeader(b *bufio.Writer, name, comment, kind string, n int) {
	fmt.Fprintf(b, "NAME: %s\nTYPE: %s\n", printable(name), kind)
	if comment != "" {
		for line := range strings.SplitSeq(comment, "\n") {
			fmt.Fprintf(b, "COMMENT: %s\n", printable(line))
		}
	}
	fmt.Fprintf(b, "DIMENSION: %d\n", n)
}

// printable replaces control characters by blanks, so that text stays on its line.
func printable(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text))
}

func writeCoordinates(b *bufio.Writer, in *tsp.Instance) {
	b.WriteString("NODE_COORD_SECTION\n")
	axes := [][]float64{in.X, in.Y, in.Z}[:in.Metric.Axes()]
	var line []byte
	for city := range in.Dimension() {
		line = strconv.AppendInt(line[:0], int64(city)+1, 10)
		for _, values := range axes {
			line = appendDecimal(append(line, ' '), values[city])
		}
		b.Write(append(line, '\n'))
	}
}

// appendDecimal appends the shortest decimal number that is read back as v, with an exponent only
// if v is tiny.
func appendDecimal(line []byte, v float64) []byte {
	format := byte('f')
	if math.Abs(v) < 1e-6 {
		format = 'g'
	}
	return strconv.AppendFloat(line, v, format, -1, 64)
}

func writeWeights(b *bufio.Writer, in *tsp.Instance) {
	b.WriteString("EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n")
	n := in.Dimension()
	var line []byte
	for i := range n {
		line = line[:0]
		for _, w := range in.Weights[i*n : (i+1)*n] {
			line = strconv.AppendInt(append(line, ' '), int64(w), 10)
		}
		b.Write(append(line, '\n'))
	}
}
