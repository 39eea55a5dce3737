package input

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Pairs are read as a table: with the numbers as they were given, and with the warnings of tables.
func TestCoordinatesAsGiven(t *testing.T) {
	for _, c := range []struct {
		text, metric string
		want         format.Table
		warning      string
	}{
		{
			"[[0.5,-0],[1e2,7.250]\n,[ 3 , 4 ],[3,4.0]]", "",
			format.Table{
				Header: []string{"x", "y"},
				Rows:   [][]string{{"0.5", "-0"}, {"1e2", "7.250"}, {"3", "4"}, {"3", "4.0"}},
			},
			"the same coordinates",
		},
		{
			"[[0,0],[51.5,-0.1],[48.9,2.4]]", "haversine",
			format.Table{
				Header: []string{"lat", "lon"},
				Rows:   [][]string{{"0", "0"}, {"51.5", "-0.1"}, {"48.9", "2.4"}},
			},
			"latitude 0, longitude 0",
		},
	} {
		in, err := Read(
			t.Context(),
			strings.NewReader(c.text),
			job.Input{Format: Coordinates, Metric: c.metric},
			format.Limits{},
		)
		must.Do(t, err)
		if diff := cmp.Diff(&c.want, in.Table, cmpopts.IgnoreUnexported(format.Table{})); diff != "" || in.Format != Coordinates ||
			in.Instance.Name != Unnamed {
			t.Errorf("format %s, name %s, table (-want +got):\n%s", in.Format, in.Instance.Name, diff)
		}
		if !strings.Contains(strings.Join(in.Warnings, "\n"), c.warning) {
			t.Errorf("warnings %q, want one of %q", in.Warnings, c.warning)
		}
	}
}

// What is no array of pairs of numbers is refused, with the number of the city.
func TestCoordinatesRefused(t *testing.T) {
	for text, want := range map[string]string{
		``:                           "there is no JSON value",
		`{"x":1}`:                    "an object where an array is expected",
		`null`:                       "null where an array is expected",
		`[]`:                         "there are no places",
		`[[0,0],[1,null],[2,2]]`:     "null where a number is expected, in cities 2, 2; give an array of pairs [x, y], of numbers alone",
		`[[0,0],[true,1],[2,2]]`:     "true where a number is expected, in cities 2, 1",
		`[[0,0],[1,1],["2",2]]`:      `the text "2" where a number is expected, in cities 3, 1`,
		`[[0,0],[1,1],[2]]`:          "there are fewer than two numbers, in cities 3",
		`[[],[1,1],[2,2]]`:           "there are fewer than two numbers, in cities 1",
		`[[0,0],[1,1],[2,2,2]]`:      "there are more than two numbers, in cities 3, 3",
		`[[0,0],[1,1],[2,[2]]]`:      "an array where a number is expected, in cities 3, 2",
		`[[0,0],null,[2,2]]`:         "null where an array is expected, in cities 2",
		`[[0,0],7,[2,2]]`:            "7 where an array is expected, in cities 2",
		`[[0,0],{"x":1,"y":1}]`:      "an object where an array is expected, in cities 2",
		`[[0,0],[1,1e309],[2,2]]`:    "1e309 is too large for a number of 64 bits, in cities 2, 2",
		`[[0,0],[1,1],[2,1e16]]`:     "city 3: coordinate Y 1e+16",
		`[[0,0],[1,1],[2,2]`:         "the JSON ends before it is complete, after cities 3",
		`[[0,0],[1,1],[2,2]] [3,3]`:  "there is more text after the end",
		`[[0,0],[1,1] [2,2]]`:        "after cities 2",
		`[[0,0],[1,NaN],[2,2]]`:      "after cities 2, 1",
		`[[0,0],[1,01],[2,2]]`:       "after cities 2, 2",
		`[[0,0],[1,1],[2,-2e15]]`:    "city 3: coordinate Y -2e+15 is outside",
		`[[0,0],[1,1],[2,2],]`:       "after cities 3",
		strings.Repeat("[", 100_000): "in cities 1, 1",
	} {
		_, err := Read(t.Context(), strings.NewReader(text), job.Input{Format: Coordinates}, format.Limits{})
		var refused *tsp.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: error %v, want one with %q", text, err, want)
		}
	}
}

// Latitude and longitude in the wrong order are refused where a number shows it, with a hint.
func TestCoordinatesSwapped(t *testing.T) {
	in := job.Input{Format: Coordinates, Metric: "haversine"}
	_, err := Read(t.Context(), strings.NewReader("[[-122.4,37.8],[-118.2,34.1],[-0.1,51.5]]"), in, format.Limits{})
	tsptest.RequireError(t, "swapped", err, "seem to be swapped")
}

// A reader stops at the limit of cities, and when its context ends.
func TestReadIsBounded(t *testing.T) {
	square := `[[0,0],[0,10],[10,10],[10,0]`
	for _, c := range []struct{ format, text string }{
		{Coordinates, square + "]"}, {Coordinates, square + strings.Repeat(",[1,1]", 1000)},
		{"json", "[[0,1,2,3],[1,0,4,5],[2,4,0,6],[3,5,6,0]]"},
		{"csv", "x,y\n0,0\n0,10\n10,10\n10,0\n"},
	} {
		for places, want := range map[int]string{3: "too-large", 4: ""} {
			if c.text[len(c.text)-2:] == "1]" {
				want = "too-large"
			}
			_, err := Read(
				t.Context(),
				strings.NewReader(c.text),
				job.Input{Format: c.format},
				format.Limits{Places: places},
			)
			if kind := Kind(err); kind != want || (err == nil) != (want == "") {
				t.Errorf("%s of at most %d cities: error %v", c.format, places, err)
			}
		}
		ctx, leave := context.WithCancel(t.Context())
		leave()
		if _, err := Read(ctx, strings.NewReader(c.text), job.Input{Format: c.format}, format.Limits{}); !errors.Is(
			err,
			context.Canceled,
		) {
			t.Errorf("%s: error %v after the client has left", c.format, err)
		}
	}
}

// What was accepted under the limits of a server is read again without any.
func TestReadAccepted(t *testing.T) {
	text := "[[0,0]" + strings.Repeat(",[1,1]", 100) + "]"
	in, err := Objects{Places: []byte(text)}.Read(t.Context(), job.Input{Format: Coordinates, Cities: 101}, Accepted)
	if err != nil || in.Instance.Dimension() != 101 {
		t.Errorf("error %v", err)
	}
	utf16 := []byte{0xff, 0xfe}
	for _, b := range []byte("x,y\n0,0\n0,10\n10,10\n") {
		utf16 = append(utf16, b, 0)
	}
	if _, err := (Objects{Places: utf16}).Read(t.Context(), job.Input{Format: "csv"}, Accepted); err != nil {
		t.Error(err)
	}
}
