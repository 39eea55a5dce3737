package input

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		input      job.Input
		refused    bool
	}{
		{name: "coordinates", text: "[[0,0],[3,4],[6,0]]", input: job.Input{Format: Coordinates}},
		{name: "Manhattan", text: "[[0,0],[2,3],[6,0]]", input: job.Input{Format: Coordinates, Metric: "manhattan"}},
		{name: "degrees", text: "[[50,8],[51,9],[52,7]]", input: job.Input{Format: Coordinates, Metric: "haversine"}},
		{name: "matrix", text: "[[0,5,6],[5,0,5],[6,5,0]]", input: job.Input{Format: "json"}},
		{name: "CSV by content", text: "x,y\n0,0\n3,4\n6,0\n"},
		{name: "triples", text: "[[0,0,0],[3,4,0]]", input: job.Input{Format: Coordinates}, refused: true},
		{name: "half an array", text: "[[0,0],[3", input: job.Input{Format: Coordinates}, refused: true},
		{name: "unknown metric", text: "[[0,0],[3,4],[6,0]]", input: job.Input{Format: Coordinates, Metric: "chess"},
			refused: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := Read(t.Context(), strings.NewReader(c.text), c.input, format.Limits{})
			if c.refused != (err != nil) {
				t.Fatalf("error is %v", err)
			}
			if err == nil && in.Instance.Dimension() != 3 {
				t.Errorf("%d cities", in.Instance.Dimension())
			}
		})
	}
}

func TestRouteOf(t *testing.T) {
	in, err := format.Read(t.Context(), strings.NewReader("id,name,x,y\n7,Depot,0,0\nA9,Baker,3,4\nA9,Smith,6,0\n12,Depot,1,1\n"),
		"places.csv", format.Options{})
	must.Do(t, err)
	in.Ends, in.Start = &tsp.Ends{1, 2}, 1
	for options, want := range map[job.Options]Route{
		{}:                                        {&tsp.Ends{1, 2}, 1},
		{Start: job.Place{Text: "4"}}:             {nil, 2},
		{Start: job.Place{Text: "Baker"}}:         {nil, 1},
		{Start: job.Place{Text: "12"}}:            {nil, 3},
		{Start: job.Place{Number: 4}}:             {nil, 3},
		{Open: true}:                              {&tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}, 0},
		{Open: true, Start: job.Place{Text: "7"}}: {&tsp.Ends{0, tsp.FreeEnd}, 0},
		{Open: true, End: job.Place{Text: "2"}}:   {&tsp.Ends{tsp.FreeEnd, 0}, 0},
		{Start: job.Place{Text: "2"}, End: job.Place{Text: "Smith"}}:         {&tsp.Ends{0, 2}, 0},
		{Open: true, Start: job.Place{Text: "5"}, End: job.Place{Text: "3"}}: {&tsp.Ends{3, 1}, 0},
	} {
		got, err := RouteOf(options, in)
		if difference := cmp.Diff(want, got); difference != "" || err != nil {
			t.Errorf("%+v: error %v, %s", options, err, difference)
		}
	}
	for options, want := range map[job.Options]string{
		{Start: job.Place{Text: "Bakery"}}:                       `start: "Bakery" is neither a name, an id nor a row in 2..5`,
		{Start: job.Place{Text: "A9"}}:                           "is the name of several",
		{Start: job.Place{Text: "Depot"}}:                        "give an id or a row",
		{Start: job.Place{Number: 5}}:                            "5 is not the number of a place in 1..4",
		{End: job.Place{Text: "Baker"}}:                          "set open for a path",
		{Start: job.Place{Text: "7"}, End: job.Place{Text: "2"}}: "two different ends",
		{Open: true, Start: job.Place{Text: "-1"}}:               `"-1" is neither`,
		{Open: true, Start: job.Place{Text: "0"}}:                `"0" is neither`,
	} {
		_, err := RouteOf(options, in)
		if option := (*aco.OptionError)(nil); !errors.As(err, &option) || !strings.Contains(Text(err), want) {
			t.Errorf("%+v: error %v, want one with %q", options, err, want)
		}
	}
}

func TestCheck(t *testing.T) {
	text := strings.NewReader("[[0,0],[3,4],[6,0],[5,5],[1,2],[2,1],[4,4],[9,9]]")
	in := must.Get(Read(t.Context(), text, job.Input{Format: Coordinates}, format.Limits{}))(t)
	if err := Check(t.Context(), job.Options{Seed: new(uint64(1))}, in, nil); err != nil {
		t.Error(err)
	}
	replay := job.Digest(strings.Repeat("0a", 32))
	for _, options := range []job.Options{{Machines: 4}, {Machines: 2, Algorithm: "merged", Bound: true}, {Replay: replay}, {Replay: replay, Start: job.Place{Text: "2"}}} {
		if err := Check(t.Context(), options, in, nil); err != nil {
			t.Errorf("%+v: %v", options, err)
		}
	}
	for _, options := range []job.Options{
		{Algorithm: "swarm"}, {Ants: -1}, {Start: job.Place{Text: "9"}}, {Open: true, End: job.Place{Text: "-1"}}, {TimeLimit: -1}, {Preset: "none"},
		{Machines: -1}, {Machines: job.MaxMachines + 1}, {Machines: 2, Algorithm: "mmas"}, {Replay: "0a"},
		{Replay: replay, Ants: 3}, {Replay: replay, Machines: 2},
	} {
		err := Check(t.Context(), options, in, nil)
		var option *aco.OptionError
		var parameter *aco.ParameterError
		if !errors.As(err, &option) && !errors.As(err, &parameter) {
			t.Errorf("%+v: error is %v", options, err)
		}
	}
}
