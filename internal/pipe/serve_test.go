package pipe

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

// elements returns an array with so many columns; 0: of one dimension.
func elements[T float64 | int32](name, kind string, columns int, numbers []T) values {
	v := values{array: array{name, kind, []int{len(numbers)}}}
	if columns > 0 {
		v.Shape = []int{len(numbers) / columns, columns}
	}
	v.bytes, _ = binary.Append(nil, binary.LittleEndian, numbers) // of a fixed size
	return v
}

func floats(name string, columns int, numbers ...float64) values {
	return elements(name, "f8", columns, numbers)
}

func cities(name string, columns int, numbers ...int32) values {
	return elements(name, "i4", columns, numbers)
}

// fields are the header of a request.
type fields map[string]any

// frame returns a request as bytes.
func frame(t testing.TB, header fields, arrays ...values) []byte {
	t.Helper()
	var list []array
	for _, v := range arrays {
		list = append(list, v.array)
	}
	header["arrays"] = list
	var out bytes.Buffer
	must.Do(t, writeFrame(&out, header, arrays...))
	return out.Bytes()
}

// reply is a frame of the server with its arrays.
type reply struct {
	answer
	order  tsp.Tour
	report []byte
}

func readReply(r io.Reader) (a reply, err error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return a, err
	}
	header := make([]byte, binary.LittleEndian.Uint32(size[:]))
	if _, err := io.ReadFull(r, header); err != nil {
		return a, err
	}
	if err := json.Unmarshal(header, &a.answer); err != nil {
		return a, err
	}
	for _, described := range a.Arrays {
		switch described.Name {
		case "order":
			a.order = make(tsp.Tour, described.Shape[0])
			err = binary.Read(r, binary.LittleEndian, a.order)
		case "report":
			a.report = make([]byte, described.Shape[0])
			_, err = io.ReadFull(r, a.report)
		}
		if err != nil {
			return a, err
		}
	}
	return a, nil
}

// A run above the limit is refused, also if the client reads nothing yet, and nothing else ends.
func TestTooManyRuns(t *testing.T) {
	answers, out := io.Pipe()
	s := &server{open: map[int64]context.CancelFunc{}}
	s.out.Writer = out
	for id := range int64(maxOpen) {
		s.open[id] = func() { t.Error("a run was cancelled") }
	}
	err := s.handle(t.Context(), request{Op: opSolve, ID: maxOpen})
	a, unread := readReply(answers)
	if err != nil || unread != nil || a.Op != "error" || a.ID != maxOpen || a.Code != CodeFailure ||
		!strings.Contains(a.Text, "4096 runs are unfinished") || len(s.open) != maxOpen {
		t.Errorf("%+v, %v, %v, %d open runs", a.answer, err, unread, len(s.open))
	}
}

// options are of a server whose report is the tour as JSON.
var options = Options{Version: "test", Report: func(_ *tsp.Instance, _ []*aco.Device, r *aco.Result, _ int64) ([]byte, error) {
	return json.Marshal(r.Tour)
}}

// client is a client of a server that runs.
type client struct {
	t      testing.TB
	in     *io.PipeWriter
	out    *io.PipeReader
	served chan error
}

// newClient starts a server, whose input ends with the test.
func newClient(t testing.TB) *client {
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	c := &client{t, requests, answers, make(chan error, 1)}
	go func() {
		err := Serve(context.WithoutCancel(t.Context()), in, out, options) // until the input ends
		out.Close()
		c.served <- err
	}()
	if hello := c.read(); hello.Op != "hello" || hello.Protocol != Protocol || hello.Version != "test" {
		t.Fatalf("the first frame is %+v", hello.answer)
	}
	t.Cleanup(func() {
		c.in.Close()
		_, _ = io.Copy(io.Discard, c.out)
		if err := <-c.served; err != nil {
			t.Error(err)
		}
	})
	return c
}

func (c *client) send(header fields, arrays ...values) {
	c.t.Helper()
	if _, err := c.in.Write(frame(c.t, header, arrays...)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) read() reply {
	c.t.Helper()
	a, err := readReply(c.out)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

// ask sends a request and returns its answer.
func (c *client) ask(header fields, arrays ...values) reply {
	c.t.Helper()
	header["op"], header["id"] = opSolve, 1
	c.send(header, arrays...)
	return c.read()
}

// square is a square of four places, not in the order of its tour.
func square() values { return floats("points", 2, 0, 0, 3, 4, 3, 0, 0, 4) }

// Places and matrices are solved, and lengths are in the unit of the client.
func TestSolve(t *testing.T) {
	c := newClient(t)
	inf := math.Inf(1)
	line := floats("matrix", 4, 0, .1, 9, 9, 9, 0, .1, 9, 9, 9, 0, .1, .1, 9, 9, 0) // one way round
	for name, test := range map[string]struct {
		header fields
		arrays []values
		order  tsp.Tour
		length float64
	}{
		"points":            {fields{}, []values{square()}, tsp.Tour{0, 2, 1, 3}, 14},
		"manhattan":         {fields{"metric": "manhattan"}, []values{square()}, tsp.Tour{0, 2, 1, 3}, 14},
		"rounded":           {fields{"metric": "EUC_2D"}, []values{floats("points", 2, 0, 0, 0, .4, .4, .4)}, tsp.Tour{0, 1, 2}, 1},
		"path":              {fields{"path": []int{0, 3}}, []values{square()}, tsp.Tour{0, 2, 1, 3}, 10},
		"fixed":             {fields{}, []values{square(), cities("fixed", 2, 0, 1)}, tsp.Tour{0, 1, 3, 2}, 16},
		"forbidden":         {fields{}, []values{square(), cities("forbidden", 2, 0, 2)}, tsp.Tour{0, 1, 2, 3}, 18},
		"asymmetric":        {fields{}, []values{line}, tsp.Tour{0, 1, 2, 3}, .4},
		"a fraction":        {fields{}, []values{floats("matrix", 3, 0, .25, .5, .25, 0, 1, .5, 1, 0)}, tsp.Tour{0, 1, 2}, 1.75},
		"an edge less":      {fields{}, []values{floats("matrix", 4, 0, 1, inf, 1, 1, 0, 1, 9, inf, 1, 0, 1, 1, 9, 1, 0)}, tsp.Tour{0, 1, 2, 3}, 4},
		"kilometres":        {fields{"metric": "haversine", "unit": "km"}, []values{floats("points", 2, 0, 0, 0, 90, 0, 180)}, tsp.Tour{0, 1, 2}, 40030.2},
		"metres":            {fields{"metric": "haversine", "unit": "m"}, []values{floats("points", 2, 0, 0, 0, 90, 0, 180)}, tsp.Tour{0, 1, 2}, 40030228.9},
		"an earlier order":  {fields{"stay_close": 100}, []values{square(), cities("initial", 0, 0, -1, 1, 3, 2)}, tsp.Tour{0, 1, 3, 2}, 16},
		"an initial tour":   {fields{}, []values{square(), cities("initial", 0, 3, 2, 1, 0)}, tsp.Tour{0, 2, 1, 3}, 14},
		"a short one":       {fields{"target": 1e6, "seed": uint64(math.MaxUint64)}, []values{square()}, tsp.Tour{0, 2, 1, 3}, 14},
		"a one-way edge":    {fields{}, []values{line, cities("forbidden", 2, 1, 0)}, tsp.Tour{0, 1, 2, 3}, .4},
		"of its own method": {fields{"algorithm": "mmas", "iterations": 20, "device": "cpu"}, []values{square()}, tsp.Tour{0, 2, 1, 3}, 14},
	} {
		got := c.ask(test.header, test.arrays...)
		if got.Op != "result" || !slices.Equal(got.order, test.order) || math.Abs(got.Length-test.length) > 1e-6*test.length {
			t.Errorf("%s: %s %s, order %v, length %v; want %v, %v", name, got.Op, got.Text, got.order, got.Length,
				test.order, test.length)
		}
	}
}

// A result has what looks wrong with the data, and what helps to see whether it is right. Places count
// from 0.
func TestWarnings(t *testing.T) {
	c := newClient(t)
	for name, test := range map[string]struct {
		header          fields
		places          values
		warnings, notes []string
	}{
		"plain": {fields{}, square(), nil, nil},
		"at 0, 0": {fields{"metric": "haversine"}, floats("points", 2, 48, 7, 48.1, 7, 0, 0),
			[]string{"place 2 is at latitude 0, longitude 0: is a coordinate missing?"},
			[]string{"area: 0 to 48.1 N, 0 to 7 E: 711 × 5348 km"}},
		"twice": {fields{}, floats("points", 2, 0, 0, 3, 4, 3, 0, 0, 4, 3, 0, 9, 1, 8, 8, 1, 9, 5, 5, 7, 2, 2, 7, 6, 1),
			[]string{"1 of 12 places has the same coordinates as another one: place 2 and place 4", "1.5% of all distances are 0"}, nil},
		"far": {fields{}, floats("points", 2, 0, 0, 0, 1, 1, 0, 1, 1, 1000, 1000),
			[]string{"place 4 is 1412.8 from its nearest place; no other is farther than 1 from its own"}, nil},
		"zeros": {fields{}, floats("matrix", 3, 0, 0, 1, 0, 0, 2, 1, 2, 0), []string{"33.3% of all distances are 0"}, nil},
		"rounded": {fields{"metric": "EUC_2D"}, floats("points", 2, 0, 0, .1, 0, 0, .1, .2, .2),
			[]string{"metric EUC_2D rounds distances to whole numbers: 75% of the cities are as near to another one as a " +
				"distance of 1; multiply the coordinates, or give places as x and y in CSV, which have decimals"}, nil},
	} {
		test.header["iterations"], test.header["device"] = 2, "cpu"
		got := c.ask(test.header, test.places)
		if got.Op != "result" || !slices.Equal(got.Warnings, test.warnings) {
			t.Errorf("%s: %s %s, warnings %q, want %q", name, got.Op, got.Text, got.Warnings, test.warnings)
		}
		for _, note := range test.notes {
			if !slices.Contains(got.Notices, note) {
				t.Errorf("%s: notices %q lack %q", name, got.Notices, note)
			}
		}
	}
}

// What cannot be solved is refused with a code, in the names of the protocol, and the server goes on.
func TestRefused(t *testing.T) {
	c := newClient(t)
	nan := math.NaN()
	for name, test := range map[string]struct {
		header fields
		arrays []values
		code   Code
		text   string
	}{
		"nothing":           {fields{}, nil, CodeInstance, "give either points or a matrix"},
		"both":              {fields{}, []values{square(), floats("matrix", 3, make([]float64, 9)...)}, CodeInstance, "either"},
		"no number":         {fields{}, []values{floats("points", 2, 0, 0, 1, nan, 1, 1)}, CodeInstance, "place 1 has the coordinate NaN"},
		"three coordinates": {fields{}, []values{floats("points", 3, make([]float64, 12)...)}, CodeInstance, "3 coordinates"},
		"a wide matrix":     {fields{}, []values{floats("matrix", 4, make([]float64, 12)...)}, CodeInstance, "3 rows and 4 columns"},
		"a distance":        {fields{}, []values{floats("matrix", 3, 0, 1, 1, 1, 0, -2, 1, 1, 0)}, CodeInstance, "-2 from place 1 to place 2"},
		"a latitude":        {fields{"metric": "haversine"}, []values{floats("points", 2, 91, 0, 1, 1, 2, 2)}, CodeInstance, "91"},
		"a metric":          {fields{"metric": "cosine"}, []values{square()}, CodeOption, "metric: \"cosine\""},
		"a matrix's metric": {fields{"metric": "euclidean"}, []values{floats("matrix", 3, make([]float64, 9)...)}, CodeOption, "metric"},
		"miles":             {fields{"metric": "haversine", "unit": "mi"}, []values{square()}, CodeOption, "unit: \"mi\""},
		"a time":            {fields{"time_limit": -1}, []values{square()}, CodeOption, "time_limit: -1 s"},
		"iterations":        {fields{"iterations": -1}, []values{square()}, CodeOption, "iterations"},
		"a target":          {fields{"target": 0}, []values{square()}, CodeOption, "target: 0 is not a length above 0"},
		"a path":            {fields{"path": []int{0, 4}}, []values{square()}, CodeOption, "path: 4 is not a place in 0..3"},
		"a loop":            {fields{"path": []int{2, 2}}, []values{square()}, CodeOption, "path: it begins and ends at place 2"},
		"an edge":           {fields{}, []values{square(), cities("fixed", 2, 0, 4)}, CodeOption, "fixed: (0, 4)"},
		"edges":             {fields{}, []values{square(), cities("fixed", 2, 0, 1, 0, 2, 0, 3)}, CodeInstance, "fixed"},
		"an empty order":    {fields{}, []values{square(), cities("initial", 0, -1)}, CodeOption, "initial: it has none of the places 0..3"},
		"a price alone":     {fields{"stay_close": 2}, []values{square()}, CodeOption, "stay_close: there is no earlier tour"},
		"a price below 0":   {fields{"stay_close": -2}, []values{square(), cities("initial", 0, 0, 1, 2)}, CodeOption, "stay_close: -2 is not a length above 0"},
		"a small price": {fields{"stay_close": .5, "metric": "EUC_2D"}, []values{square(), cities("initial", 0, 0, 1, 2)}, CodeOption,
			"stay_close: 0.5 is less than 1, a step of the distances"},
		"a small target": {fields{"target": 1e-9, "metric": "haversine", "unit": "km"}, []values{square()}, CodeOption,
			"target: 0.000000001 km is less than 0."},
		"an order":     {fields{}, []values{square(), cities("initial", 0, 0, 1, 2, 2)}, CodeOption, "initial: place 2 is in it twice"},
		"an algorithm": {fields{"algorithm": "magic"}, []values{square()}, CodeOption, "algorithm: \"magic\""},
		"a device":     {fields{"device": "no such GPU"}, []values{square()}, CodeDevice, "no such GPU"},
		"no tour":      {fields{}, []values{square(), cities("forbidden", 2, 0, 1, 0, 2)}, CodeInstance, "too few edges of place 0"},
	} {
		got := c.ask(test.header, test.arrays...)
		if got.Op != "error" || got.ID != 1 || got.Code != test.code || !strings.Contains(got.Text, test.text) {
			t.Errorf("%s: %s %q, %q; want %q with %q", name, got.Op, got.Code, got.Text, test.code, test.text)
		}
	}
}

// Runs are open at the same time, and a frame of cancel ends the one with its id.
func TestCancel(t *testing.T) {
	c := newClient(t)
	places := make([]float64, 0, 602)
	for i := range 301 { // too many for a proof
		places = append(places, float64(i*i%97), float64(i*7%89))
	}
	for id := 1; id <= 2; id++ {
		c.send(fields{"op": opSolve, "id": id, "progress": true, "device": "cpu", "time_limit": 1e6, "idle": 1e6},
			floats("points", 2, places...))
	}
	var sent sync.WaitGroup
	cancelled, ended := map[int64]bool{}, map[int64]bool{}
	for len(ended) < 2 {
		got := c.read()
		switch {
		case got.Op == "progress" && got.Length > 0 && !cancelled[got.ID]:
			cancelled[got.ID] = true
			sent.Go(func() { c.send(fields{"op": opCancel, "id": got.ID}) })
		case got.Op == "result" && cancelled[got.ID] && got.StopReason == aco.StopInterrupted && len(got.order) == 301:
			ended[got.ID] = true
		case got.Op != "progress":
			t.Fatalf("%+v", got.answer)
		}
	}
	sent.Wait()
	c.send(fields{"op": opCancel, "id": 7}) // not open
}

// The end of the input ends open runs.
func TestEnd(t *testing.T) {
	c := newClient(t)
	c.send(fields{"op": opSolve, "id": 1, "progress": true, "device": "cpu", "time_limit": 1e6},
		floats("points", 2, make([]float64, 80)...), cities("fixed", 2, 0, 1))
	c.read()
}

// A frame that cannot be read ends the server with an error of id 0.
func TestWrongFrames(t *testing.T) {
	header := func(text string) []byte {
		return append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
	}
	for want, input := range map[string][]byte{
		"ends in the length":       {1, 2},
		"bytes; at most":           {0, 0, 0, 0x7f},
		"ends in a header":         {9, 0, 0, 0, '{'},
		"no JSON object":           header("[]"),
		"unknown field":            header(`{"op":"solve","id":1,"sed":1}`),
		"give 1 or more":           header(`{"op":"solve"}`),
		`the operation "stop"`:     header(`{"op":"stop","id":1}`),
		"has type":                 header(`{"op":"solve","id":1,"arrays":[{"name":"points","type":"f4","shape":[1,2]}]}`),
		"dimensions":               header(`{"op":"solve","id":1,"arrays":[{"name":"points","type":"f8","shape":[1,2,3]}]}`),
		"at most 2147483647":       header(`{"op":"solve","id":1,"arrays":[{"name":"points","type":"f8","shape":[2147483647,2]}]}`),
		"shape [-1]":               header(`{"op":"solve","id":1,"arrays":[{"name":"points","type":"f8","shape":[-1]}]}`),
		"ends in array":            header(`{"op":"solve","id":1,"arrays":[{"name":"points","type":"f8","shape":[1000000000,2]}]}`),
		"two arrays":               append(header(`{"arrays":[{"name":"a","type":"i4","shape":[1]},{"name":"a","type":"i4","shape":[1]}]}`), 0, 0, 0, 0),
		"arrays; at most":          header(`{"arrays":[` + strings.Repeat(`{},`, 8) + `{}]}`),
		`array "colours" of`:       header(`{"op":"solve","id":1,"arrays":[{"name":"colours","type":"f8","shape":[0,2]}]}`),
		`array "points" of`:        header(`{"op":"solve","id":1,"arrays":[{"name":"points","type":"f8","shape":[0]}]}`),
		"cannot unmarshal number ": header(`{"op":"solve","id":1,"seed":-1}`),
	} {
		var out bytes.Buffer
		err := Serve(t.Context(), bytes.NewReader(input), &out, options)
		var wrong *FrameError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v", want, err)
		}
		_, _ = readReply(&out)
		if got, err := readReply(&out); err != nil || got.Op != "error" || got.ID != 0 || got.Code != CodeFrame {
			t.Errorf("%q: answer %+v, error %v", want, got.answer, err)
		}
	}
}

// Whatever the frames are, they are read or refused.
func FuzzFrames(f *testing.F) {
	f.Add(frame(f, fields{"op": opSolve, "id": 1, "iterations": 1}, square()))
	f.Add(frame(f, fields{"op": opSolve, "id": 1, "path": []int{0, -1}},
		floats("matrix", 3, 0, 1, 2, 1, 0, 3, 2, 3, 0), cities("fixed", 2, 0, 1), cities("forbidden", 2, 1, 2), cities("initial", 0, 0, 1, 2)))
	f.Add(frame(f, fields{"op": opCancel, "id": 1}))
	f.Fuzz(func(t *testing.T, input []byte) {
		r := bytes.NewReader(input)
		for {
			header, arrays, err := readFrame(r)
			if err != nil {
				return
			}
			request, err := readRequest(header, arrays)
			if err != nil {
				return
			}
			in, err := request.instance(t.Context())
			if err != nil {
				continue
			}
			must.Do(t, in.Validate())
			_, _ = request.options(t.Context(), in)
		}
	})
}
