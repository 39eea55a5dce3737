package roads_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/roads"
	"github.com/aco-vk/aco-vk/tsp/roads/roadstest"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// someplaces returns n places in a town, with six decimals.
func somePlaces(n int) []format.Location {
	places := make([]format.Location, n)
	for i := range places {
		places[i] = format.Location{
			Latitude:  math.Round((48+float64(i*37%101)/1000+float64(i)/1e5)*1e6) / 1e6,
			Longitude: math.Round((-7.8+float64(i*53%97)/1000)*1e6) / 1e6,
		}
	}
	return places
}

func start(t *testing.T) *roadstest.Server {
	s := roadstest.New()
	t.Cleanup(s.Close)
	return s
}

func parse(t *testing.T, address string) *roads.Server {
	t.Helper()
	return must.Get(roads.Parse(address))(t)
}

// noPause takes no time between tries, and counts them.
func noPause(count *atomic.Int64) func(time.Duration) <-chan time.Time {
	return func(time.Duration) <-chan time.Time {
		count.Add(1)
		ready := make(chan time.Time)
		close(ready)
		return ready
	}
}

// checkTable compares all legs and locations with the ways of the server.
func checkTable(t *testing.T, got *format.Roads, places []format.Location, want func(from, to roadstest.Place) float64) {
	t.Helper()
	at := func(i int) roadstest.Place {
		return roadstest.Place{Latitude: places[i].Latitude, Longitude: places[i].Longitude}
	}
	if len(got.Legs) != len(places) || len(got.At) != len(places) {
		t.Fatalf("%d rows and %d locations of %d places", len(got.Legs), len(got.At), len(places))
	}
	for i, row := range got.Legs {
		if snapped, off := roadstest.Snapped(at(i)); got.At[i] != (format.Location{Latitude: snapped.Latitude, Longitude: snapped.Longitude, Off: off}) {
			t.Fatalf("place %d is at %v", i, got.At[i])
		}
		for j, leg := range row {
			if leg != want(at(i), at(j)) {
				t.Fatalf("from %d to %d: %v, want %v", i, j, leg, want(at(i), at(j)))
			}
		}
	}
}

// Tables of both protocols and both measures have each leg in its place, whatever the server's
// limit is: of one part, of several equal ones, with a rest.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		path       string
		places     int
		most       int // of the server
		measure    format.Measure
		requests   int
		lengthUnit string
	}{
		{"", 7, 0, "", 1, "s"},
		{"", 7, 0, format.Distance, 1, "m"},
		{"", 100, 10_000, "", 1, "s"},
		{"", 101, 10_000, "", 3, "s"}, // the last place alone is no request
		{"/ors", 51, 2500, format.Distance, 3, "m"},
		{"", 230, 10_000, format.Distance, 9, "m"},
		{"/table/v1/bike", 60, 100, "", 3 + 64, "s"}, // 60, 30, 15 are too large
		{"/ors", 7, 0, "", 1, "s"},
		{"/ors", 120, 2500, format.Distance, 9, "m"},
		{"/ors/v2/matrix/driving-hgv", 9, 4, "", 2 + 9, "s"}, // 9, 5 and 3 are too large
	} {
		s := start(t)
		s.Most = c.most
		places := somePlaces(c.places)
		var last, all int
		got, err := parse(t, s.URL+c.path).Table(t.Context(), places, roads.Options{Measure: c.measure, Progress: func(done, parts int) {
			if done != last+1 && done != 0 || done > parts {
				t.Errorf("%v: progress %d of %d after %d", c, done, parts, last)
			}
			last, all = done, parts
		}})
		if err != nil {
			t.Errorf("%v: %v", c, err)
			continue
		}
		want := roadstest.Seconds
		if c.measure == format.Distance {
			want = roadstest.Metres
		}
		checkTable(t, got, places, want)
		if got.Unit != c.lengthUnit || !strings.Contains(got.Name, "127.0.0.1") {
			t.Errorf("%v: unit %s of %s", c, got.Unit, got.Name)
		}
		count, atOnce := s.Requests()
		if count != c.requests && c.most != 4 {
			t.Errorf("%v: %d requests", c, count)
		}
		if last != all || atOnce > 4 {
			t.Errorf("%v: progress ends at %d of %d, %d requests at once", c, last, all, atOnce)
		}
	}
}

// Fewer than two places need no server.
func TestFewPlaces(t *testing.T) {
	s := start(t)
	for n := range 2 {
		got, err := parse(t, s.URL).Table(t.Context(), somePlaces(n), roads.Options{})
		if err != nil || len(got.Legs) != n || len(got.At) != n || n == 1 && got.Legs[0][0] != 0 {
			t.Errorf("%d places: %v, %v", n, got, err)
		}
	}
	if count, _ := s.Requests(); count != 0 {
		t.Errorf("%d requests", count)
	}
}

// Requests are sent again to a server that is busy or fails now and then, and not for ever.
func TestTries(t *testing.T) {
	for _, status := range []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusInternalServerError} {
		s := start(t)
		s.Failure = func(request int) int {
			if request%3 > 0 {
				return status
			}
			return 0
		}
		var pauses atomic.Int64
		places := somePlaces(50)
		got, err := parse(t, s.URL).Table(t.Context(), places, roads.Options{Pause: noPause(&pauses)})
		if err != nil || pauses.Load() != 2 {
			t.Fatalf("%d: %v, %d pauses", status, err, pauses.Load())
		}
		checkTable(t, got, places, roadstest.Seconds)
		s.Failure = func(int) int { return status }
		_, err = parse(t, s.URL).Table(t.Context(), places, roads.Options{Pause: noPause(&pauses)})
		var refused *roads.Error
		if !errors.As(err, &refused) || refused.Kind != roads.Refused || refused.Status != status {
			t.Errorf("%d: %v", status, err)
		}
		if count, _ := s.Requests(); count != 3+4 {
			t.Errorf("%d: %d requests", status, count)
		}
	}
}

// The pause that a server asks for is kept.
func TestRetryAfter(t *testing.T) {
	first := true
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if first {
			first = false
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		fmt.Fprint(w, `{"code":"Ok","durations":[[0,1,2],[1,0,2],[1,2,0]]}`)
	}))
	defer s.Close()
	var asked time.Duration
	_, err := parse(t, s.URL).Table(t.Context(), somePlaces(3), roads.Options{Pause: func(d time.Duration) <-chan time.Time {
		asked = d
		return time.After(0)
	}})
	if err != nil || asked != 7*time.Second {
		t.Errorf("%v, a pause of %v", err, asked)
	}
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		path    string
		prepare func(*roadstest.Server)
		kind    roads.Kind
		place   int
		text    string
	}{
		"no road": {"", func(s *roadstest.Server) {
			s.Roadless = func(p roadstest.Place) bool { return p.Latitude == somePlaces(5)[3].Latitude }
		}, roads.NoRoad, 3, "there is no road near place 4"},
		"outside": {"/ors", func(s *roadstest.Server) {
			s.Outside = func(p roadstest.Place) bool { return p.Latitude == somePlaces(5)[3].Latitude }
		}, roads.NoRoad, 3, "there is no road near place 4: 6010: Source point(s) [3] out of bounds"},
		"too large": {"", func(s *roadstest.Server) { s.Most = -1 }, roads.TooLarge, -1, "too many places for it: TooBig"},
		"too large by status": {"/ors", func(s *roadstest.Server) {
			s.Failure = func(int) int { return http.StatusRequestEntityTooLarge }
		}, roads.TooLarge, -1, "Request Entity Too Large"},
		"another service": {"/elsewhere", func(*roadstest.Server) {}, roads.NoProtocol, -1, "none of its table service"},
		"forbidden": {"", func(s *roadstest.Server) { s.Failure = func(int) int { return http.StatusForbidden } },
			roads.Refused, -1, "status 403: Forbidden"},
	} {
		s := start(t)
		c.prepare(s)
		_, err := parse(t, s.URL+c.path).Table(t.Context(), somePlaces(5), roads.Options{})
		var got *roads.Error
		if !errors.As(err, &got) || got.Kind != c.kind || got.Place != c.place || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v (%+v)", name, err, got)
		}
	}
}

// A place is named also if another part than the first has it, as a source or as a destination.
func TestPlaceOfLaterPart(t *testing.T) {
	places := somePlaces(230)
	for _, at := range []int{0, 57, 101, 229} {
		is := func(p roadstest.Place) bool {
			return p.Latitude == places[at].Latitude && p.Longitude == places[at].Longitude
		}
		for _, path := range []string{"", "/ors"} {
			s := start(t)
			s.Roadless, s.Outside = is, is
			_, err := parse(t, s.URL+path).Table(t.Context(), places, roads.Options{})
			var got *roads.Error
			if !errors.As(err, &got) || got.Kind != roads.NoRoad || got.Place != at {
				t.Errorf("place %d%s: %v", at, path, err)
			}
		}
	}
}

// openrouteservice has no way to a place without a road, and no location of it.
func TestRoadless(t *testing.T) {
	s := start(t)
	places := somePlaces(4)
	s.Roadless = func(p roadstest.Place) bool { return p.Latitude == places[2].Latitude }
	got, err := parse(t, s.URL+"/ors").Table(t.Context(), places, roads.Options{})
	if err != nil || !math.IsInf(got.Legs[0][2], 1) || !math.IsInf(got.Legs[2][2], 1) || math.IsInf(got.Legs[3][1], 1) ||
		got.At[1].Off < 0 || got.At[2] != (format.Location{Latitude: places[2].Latitude, Longitude: places[2].Longitude, Off: -1}) {
		t.Errorf("%v, %v", got, err)
	}
}

// Answers that are not of the protocol are refused, not used.
func TestNoProtocol(t *testing.T) {
	for _, body := range []string{
		"", "<html>", "[]", `{"code":"Ok"}`, `{"code":"Ok","distances":[[0,1,2],[1,0,2],[1,2,0]]}`,
		`{"code":"Ok","durations":[[0,1],[1,0]]}`, `{"code":"Ok","durations":[[0,1,2],[1,0,2],[1,2]]}`,
		`{"code":"Ok","durations":[[0,1,2],[1,0,-2],[1,2,0]]}`, `{"code":"Ok","durations":[[0,1,2],[1,0,"2"],[1,2,0]]}`,
		`{"code":"Ok","durations":[[0,1,1e999],[1,0,2],[1,2,0]]}`,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, body) }))
		_, err := parse(t, s.URL).Table(t.Context(), somePlaces(3), roads.Options{})
		var got *roads.Error
		if !errors.As(err, &got) || got.Kind != roads.NoProtocol {
			t.Errorf("%q: %v", body, err)
		}
		s.Close()
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"code":"InvalidValue","message":"no profile"}`)
	}))
	defer s.Close()
	_, err := parse(t, s.URL).Table(t.Context(), somePlaces(3), roads.Options{})
	tsptest.RequireError(t, "table", err, "InvalidValue: no profile")
}

func TestNoServer(t *testing.T) {
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := listener.Addr().String()
	listener.Close()
	var pauses atomic.Int64
	_, err := parse(t, "http://user:secret@"+address+"?key=secret").Table(t.Context(), somePlaces(3), roads.Options{Pause: noPause(&pauses)})
	var got *roads.Error
	if !errors.As(err, &got) || got.Kind != roads.NoServer || pauses.Load() != 0 ||
		!strings.Contains(err.Error(), "http://"+address+"/table/v1/driving: no server answers") || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v after %d pauses", err, pauses.Load())
	}
}

// A server has a time for each request, and a context ends them all.
func TestTimeout(t *testing.T) {
	hanging, cause := make(chan struct{}), errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		cancel(cause)
		<-hanging
	}))
	defer s.Close()
	defer close(hanging)
	var pauses atomic.Int64
	o := roads.Options{Timeout: time.Nanosecond, Pause: noPause(&pauses)}
	_, err := parse(t, s.URL).Table(t.Context(), somePlaces(3), o)
	var got *roads.Error
	if !errors.As(err, &got) || got.Kind != roads.TooSlow || pauses.Load() != 3 {
		t.Errorf("%v after %d pauses", err, pauses.Load())
	}
	if _, err := parse(t, s.URL).Table(ctx, somePlaces(3), roads.Options{}); !errors.Is(err, cause) {
		t.Error(err)
	}
}

// Requests go to no other host than the one that is named.
func TestRedirects(t *testing.T) {
	other := start(t)
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere+r.URL.Path, http.StatusFound)
	}))
	defer s.Close()
	_, err := parse(t, s.URL).Table(t.Context(), somePlaces(3), roads.Options{})
	refused := (*roads.Error)(nil)
	if count, _ := other.Requests(); !errors.As(err, &refused) || refused.Kind != roads.InvalidAddress || count != 0 ||
		!strings.Contains(err.Error(), "it redirects to localhost") {
		t.Errorf("%v, %d requests", err, count)
	}
}

// The cache has the answer of the same server, measure and places, and no other.
func TestCache(t *testing.T) {
	s := start(t)
	folder := t.TempDir()
	places := somePlaces(20)
	table := func(path string, places []format.Location, measure format.Measure) {
		t.Helper()
		got := must.Get(parse(t, s.URL+path).Table(t.Context(), places, roads.Options{Cache: folder, Measure: measure}))(t)
		want := roadstest.Seconds
		if measure == format.Distance {
			want = roadstest.Metres
		}
		checkTable(t, got, places, want)
	}
	requests := func(want int) {
		t.Helper()
		if count, _ := s.Requests(); count != want {
			t.Errorf("%d requests, want %d", count, want)
		}
	}
	table("", places, "")
	table("", places, format.Duration)
	requests(1)
	table("", places, format.Distance)
	table("/table/v1/foot", places, "")
	table("", places[:19], "")
	moved := append([]format.Location{{Latitude: 1, Longitude: 2}}, places[1:]...)
	table("", moved, "")
	requests(5)
	table("", moved, "")
	requests(5)

	files, err := filepath.Glob(filepath.Join(folder, "roads-*"))
	if err != nil || len(files) != 5 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		data := must.Get(os.ReadFile(file))(t)
		data[len(data)/2] ^= 1 // damaged
		must.Do(t, os.WriteFile(file, data, 0o600))
	}
	table("", places, "")
	requests(6)
	table("", places, "")
	requests(6)
	for _, file := range files {
		old := time.Now().Add(-25 * time.Hour)
		must.Do(t, os.Chtimes(file, old, old))
	}
	table("", places, "")
	requests(7)
}

// A cache that cannot be written does not stop the run.
func TestNoCache(t *testing.T) {
	s := start(t)
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	if _, err := parse(t, s.URL).Table(t.Context(), somePlaces(3), roads.Options{Cache: file}); err != nil {
		t.Error(err)
	}
}

func TestParse(t *testing.T) {
	for address, want := range map[string]string{
		"http://localhost:5000":                           "http://localhost:5000/table/v1/driving",
		"http://localhost:5000/":                          "http://localhost:5000/table/v1/driving",
		"https://h/osrm":                                  "https://h/osrm/table/v1/driving",
		"http://h/table/v1/":                              "http://h/table/v1/driving",
		"http://h/table/v1/bike":                          "http://h/table/v1/bike",
		"http://h:8080/ors":                               "http://h:8080/ors/v2/matrix/driving-car",
		"http://h:8080/ors/v2/matrix":                     "http://h:8080/ors/v2/matrix/driving-car",
		"http://h:8080/ors/v2/matrix/driving-hgv":         "http://h:8080/ors/v2/matrix/driving-hgv",
		"https://me:secret@h/v2/matrix/foot?api_key=abcd": "https://h/v2/matrix/foot",
	} {
		if got := parse(t, address).String(); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	for address, want := range map[string]string{
		"localhost:5000": "write http://localhost:5000", "127.0.0.1:5000": "write http://127.0.0.1:5000", "ftp://h": "scheme ftp",
		"http://": "it has no host", "http://h:port": "it is no URL", "": "it has no scheme",
	} {
		var refused *roads.Error
		if _, err := roads.Parse(address); !errors.As(err, &refused) || refused.Kind != roads.InvalidAddress || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// Ways that there are not are +Inf.
func TestNoWay(t *testing.T) {
	s := start(t)
	places := somePlaces(4)
	s.IsIsland = func(p roadstest.Place) bool { return p.Latitude == places[2].Latitude }
	got, err := parse(t, s.URL).Table(t.Context(), places, roads.Options{})
	if err != nil || !math.IsInf(got.Legs[0][2], 1) || !math.IsInf(got.Legs[2][1], 1) || math.IsInf(got.Legs[0][1], 1) {
		t.Errorf("%v, %v", got, err)
	}
}
