package tsplib

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
)

// The size of blocks does not affect the lines of a file.
func TestLinesOfAnyLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []string
		for i := range rapid.IntRange(0, 5).Draw(t, "lines") {
			length := rapid.SampledFrom([]int{0, 1, 100, blockBytes - 2, blockBytes - 1, blockBytes, 3 * blockBytes,
				maxLine - 1}).
				Draw(t, "length")
			want = append(want, strings.Repeat(string(rune('a'+i)), length))
		}
		text := strings.Join(want, "\n") + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		want = strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })

		l := newLines(t.Context(), strings.NewReader(text), "f")
		var got []string
		for l.next() {
			got = append(got, l.text)
		}
		if l.err != nil {
			t.Fatal(l.err)
		}
		if !slices.Equal(want, got) {
			t.Fatal("the lines differ")
		}
	})
}

// largeFileCities is the number of cities of largeFile, enough for four blocks.
const largeFileCities = 60_000

// largeFile returns a TSPLIB file of several blocks. Some cities have another text instead of
// their line.
func largeFile(change map[int]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "TYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\n\nNODE_COORD_SECTION\n", largeFileCities)
	for i := 1; i <= largeFileCities; i++ {
		if text, ok := change[i]; ok {
			b.WriteString(text)
		} else {
			fmt.Fprintf(&b, "%d %d.5 -%d\n", i, 2*i, i)
		}
	}
	return b.String()
}

// Blocks are parsed in parallel, but the error is the first one of the file, with its line.
func TestFaultsBeyondTheFirstBlock(t *testing.T) {
	if len(largeFile(nil)) < 4*blockBytes {
		t.Fatal("the file has too few blocks")
	}
	for name, c := range map[string]struct {
		change map[int]string
		want   string
	}{
		"two faults": {map[int]string{50_000: "50000 x 1\n", 59_999: "0 0 0\n"},
			`f:50005: "x" is not a number`},
		"blank lines first": {map[int]string{1: "\n\n1 1 1\n", 59_999: "0 0 0\n"},
			`f:60006: "0" is not a city number`},
		"twice": {map[int]string{58_000: "500 0 0\n"},
			"f:58005: city 500 is given twice, first on line 505"},
		"one missing": {map[int]string{40_000: "\n"},
			"f:60005: NODE_COORD_SECTION ends after 59999 of 60000 cities"},
		"one too many": {map[int]string{40_000: "40000 1 1\n1 1 1\n"},
			"f:60006: NODE_COORD_SECTION has more than the 60000"},
		"one more, wrong": {map[int]string{60_000: "60000 1 1\n0 0 0\n"},
			"f:60006: NODE_COORD_SECTION has more than"},
		"keyword": {map[int]string{45_000: "EOF\n"},
			"f:45005: NODE_COORD_SECTION ends after 44999 of 60000 cities"},
		"long line": {map[int]string{45_000: strings.Repeat("1", maxLine+1)},
			"f:45005: the line is longer than 1048576 bytes"},
	} {
		_, err := Read(strings.NewReader(largeFile(c.change)), "f")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// Numbers with blanks, exponents or signs take the slow path. The text after a section is read
// wherever it begins.
func TestOtherSpellingsBeyondTheFirstBlock(t *testing.T) {
	var picture strings.Builder
	picture.WriteString("DISPLAY_DATA_SECTION\n")
	for i := range largeFileCities {
		fmt.Fprintf(&picture, "%d 1 1\n", largeFileCities-i)
	}
	want := must.Get(Read(strings.NewReader(largeFile(nil)), "f"))(t)
	for _, r := range []io.Reader{
		strings.NewReader(strings.ReplaceAll(largeFile(nil), ".5 -", "5e-1\u00a0 -0") + picture.String() + "EOF\n \n"),
		iotest.HalfReader(strings.NewReader(strings.ReplaceAll(largeFile(nil), "\n", " \r\n"))),
	} {
		got := must.Get(Read(r, "f"))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal("the instances differ")
		}
	}
}
