package api

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// stuckDecoder is a decoder that never ends with a job of the name stuck.
type stuckDecoder struct{ InProcess }

func (d stuckDecoder) Decode(ctx context.Context, from Upload) (Decoded, error) {
	if strings.Contains(from.Query, "name=stuck") {
		<-ctx.Done()
		return Decoded{}, context.Cause(ctx)
	}
	return d.InProcess.Decode(ctx, from)
}

func (d stuckDecoder) Render(ctx context.Context, of Rendering) (Content, error) {
	if of.Job.Name == "stuck" {
		<-ctx.Done()
		return Content{}, context.Cause(ctx)
	}
	return d.InProcess.Render(ctx, of)
}

// request makes a request that can be cancelled, and returns its answer.
func request(ctx context.Context, h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, method, target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	h.ServeHTTP(w, r)
	return w
}

const smallBody = "x,y\n0,0\n0,10\n10,10\n"

// A client whose requests do not end keeps no other client waiting, nor its own small requests behind large
// ones, and the server is ready. What is more than its share is refused, until it ends a request.
func TestOneClientLeavesRoom(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		store := storetest.New(t)
		s := newService(store, Options{Decoder: stuckDecoder{}, Folder: t.TempDir(), Tokens: annAndBob(t)})
		h := s.handler()
		ask := func(ctx context.Context, secret, method, target, body string) *httptest.ResponseRecorder {
			return request(ctx, h, method, target, body, "Authorization", "Bearer "+secret)
		}
		ended := func(owner, name string, cities int) (path string) {
			digest := must.Get(store.Put(t.Context(), []byte(smallBody)))(t)
			j, _, err := store.Submit(t.Context(), job.Submission{Name: name, Owner: owner, Input: job.Input{Object: digest, Cities: cities}})
			if err != nil {
				t.Fatal(err)
			}
			finish(t, store, j.ID, 0, 1, 2)
			return "/v1/jobs/" + j.ID
		}
		bobs, stuck, huge := ended("bob", "", 3), ended("ann", "stuck", 3), ended("ann", "stuck", largeCities+1)
		waiting := ask(t.Context(), annSecret, "POST", "/v1/jobs", smallBody).Header().Get("Location")
		largeBody := "note,x,y\n" + strings.Repeat(strings.Repeat("n", 2000)+",0,0\n", smallContent/1000)
		in := &s.intake
		in.following.share = 4
		const more = 3 // requests than the share
		for _, c := range []struct {
			method, target, body string
			of                   *slots
			large                bool
		}{
			{"POST", "/v1/jobs?name=stuck", smallBody, in.decoding.small, false},
			{"POST", "/v1/jobs?name=stuck", zipped(smallBody), in.decoding.small, false},
			{"POST", "/v1/jobs?name=stuck", zipped(largeBody), in.decoding.large, true},
			{"POST", "/v1/jobs?name=stuck", largeBody, in.decoding.large, true},
			{"GET", stuck + "/tour.csv", "", in.answering.small, false},
			{"GET", huge + "/tour.csv", "", in.answering.large, true},
			{"GET", waiting + "/events", "", in.following, false},
			{"POST", "/v1/solve?wait=2m", smallBody, in.following, false},
		} {
			ctx, cancel := context.WithCancel(t.Context())
			answers := make(chan *httptest.ResponseRecorder, c.of.share+more)
			for range cap(answers) {
				go func() { answers <- ask(ctx, annSecret, c.method, c.target, c.body) }()
			}
			synctest.Wait()
			began := time.Now()
			for target, want := range map[string]int{
				"POST /v1/jobs": http.StatusAccepted, "POST /v1/solve?wait=0": http.StatusAccepted, "GET /v1/jobs": http.StatusOK,
				"GET " + bobs + "/tour.csv": http.StatusOK, "GET " + bobs + "/events": http.StatusOK, "GET /readyz": http.StatusNoContent,
			} {
				method, path, _ := strings.Cut(target, " ")
				if w := ask(t.Context(), bobSecret, method, path, smallBody); w.Code != want {
					t.Errorf("%s %s: bob's %s has status %d: %s", c.method, c.target, target, w.Code, w.Body)
				}
			}
			if c.large {
				decode[job.Job](t, ask(t.Context(), bobSecret, "POST", "/v1/jobs", largeBody), http.StatusAccepted)
				decode[job.Job](t, ask(t.Context(), annSecret, "POST", "/v1/jobs", smallBody), http.StatusAccepted)
			}
			if took := time.Since(began); took > 0 {
				t.Errorf("%s %s: bob waited %v", c.method, c.target, took)
			}
			time.Sleep(holdTime + workTime)
			if len(answers) != more {
				t.Errorf("%s %s: %d of ann's requests were refused", c.method, c.target, len(answers))
			}
			for range len(answers) {
				if p := decode[problem](t, <-answers, http.StatusTooManyRequests); p.Type != problemType+"busy" || !strings.Contains(p.Detail, "this client") {
					t.Errorf("%s %s: more than ann's share gets %+v", c.method, c.target, p)
				}
			}
			during := c.of.taken
			cancel()
			synctest.Wait()
			if during != c.of.share || c.of.taken > 0 {
				t.Errorf("%s %s: %d slots are taken, and then %d", c.method, c.target, during, c.of.taken)
			}
		}
		line := fmt.Sprintf("acovk_slots_refused_total{kind=\"decode_large\"} %d\n", 2*more)
		if text := call(t, h, "GET", "/metrics", "").Body.String(); !strings.Contains(text, line) {
			t.Errorf("there is no line %s in\n%s", line, text)
		}
	})
}

// Packed bodies count as what they are when they are unpacked, and as large if that is not known.
func TestPackedBodies(t *testing.T) {
	many := strings.Repeat("0,0\n", smallContent/4)
	form := "--b\r\nContent-Disposition: form-data; name=\"places\"\r\n\r\n"
	for _, c := range []struct {
		media, body string
		large       bool
	}{
		{"", many, false}, {"", zipped(many), false}, {"", zipped(many + "\n"), true}, {"", zipped(zipped(many)), true},
		{"", zipped(many)[:20], true}, {"", archive("doc.kml", many), false}, {"", archive("doc.kml", many+"\n"), true},
		{"", zipped(archive("doc.kml", many)), false}, {"", zipped(archive("doc.kml", many+"\n")), true},
		{"", "PK\x03\x04", true}, {formType, form + smallBody, false}, {formType, form + zipped(smallBody), true},
		{formType, form + archive("doc.kml", "<kml/>"), true},
	} {
		if large := (Content{Bytes: []byte(c.body)}).isLarge(c.media); large != c.large {
			t.Errorf("%s %.40q: large %t", c.media, c.body, large)
		}
	}
}

// listen serves on a network in memory, in a bubble.
func listen(t *testing.T, server *http.Server) *jobtest.Network {
	network := jobtest.NewNetwork(t)
	go server.Serve(network)
	t.Cleanup(func() { server.Shutdown(context.Background()) })
	return network
}

// connect opens a connection and sends the begin of a request.
func connect(t *testing.T, network *jobtest.Network, request string) net.Conn {
	t.Helper()
	conn := must.Get(network.DialContext(t.Context(), "", ""))(t)
	t.Cleanup(func() { conn.Close() })
	send(t, conn, request)
	return conn
}

func send(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
}

// statusOf reads the head of an answer.
func statusOf(t *testing.T, conn net.Conn) int {
	t.Helper()
	answer := must.Get(http.ReadResponse(bufio.NewReader(conn), nil))(t)
	return answer.StatusCode
}

// A body that arrives too slowly is refused, and a large one gives its slot back. More large ones
// than a client may have are refused before they are read.
func TestSlowBodies(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := newService(storetest.New(t), Options{Folder: t.TempDir()})
		s.intake.uploads = newSlots(2, 1, "large uploads", holdTime)
		network := listen(t, NewServer(s.handler()))
		began := time.Now()
		begin := func(bytes int) net.Conn {
			head := "POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
			return connect(t, network, head+strings.Repeat("x", bytes))
		}
		first := begin(smallContent + 1)
		synctest.Wait() // it has the slot
		second, small := begin(smallContent+1), begin(10)
		if got := statusOf(t, second); got != http.StatusTooManyRequests || time.Since(began) != holdTime {
			t.Errorf("the second large body of the client gets status %d after %v", got, time.Since(began))
		}
		for _, c := range []struct {
			name  string
			conn  net.Conn
			bytes time.Duration
		}{{"small", small, 10}, {"large", first, smallContent + 1}} {
			got, after := statusOf(t, c.conn), time.Since(began)
			if want := bodyGrace + c.bytes*time.Second/leastRate; got != http.StatusRequestTimeout || after != want {
				t.Errorf("the slow %s body gets status %d after %v, want %v", c.name, got, after, want)
			}
		}
		if s.intake.uploads.taken > 0 {
			t.Error("the slot is not free")
		}
	})
}

// The time for an answer begins when the body has arrived.
func TestAnswerAfterLongBody(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		server := NewServer(New(storetest.New(t), Options{Folder: t.TempDir()}))
		server.WriteTimeout = bodyGrace / 4
		head := fmt.Sprintf("POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n", len(smallBody))
		conn := connect(t, listen(t, server), head+smallBody[:10])
		time.Sleep(2 * server.WriteTimeout)
		send(t, conn, smallBody[10:])
		time.Sleep(2 * server.WriteTimeout)
		if got := statusOf(t, conn); got != http.StatusAccepted {
			t.Errorf("status %d", got)
		}
	})
}

// A free slot goes to the client with the fewest, and then to the one that waits longest. No client has more
// than its share.
func TestSlotsGoRound(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s, got := newSlots(3, 2, "inputs", workTime), make(chan string, 20)
		releases := map[string]chan func(){}
		for _, client := range []string{"ann", "ann", "ann", "ann", "bob", "carl", "bob", "dora"} {
			if releases[client] == nil {
				releases[client] = make(chan func(), 4)
			}
			go func() {
				release, err := s.acquire(of(t.Context(), client))
				if err != nil {
					t.Error(err)
					return
				}
				got <- client
				releases[client] <- release
			}()
			synctest.Wait()
		}
		order := ""
		for _, client := range []string{"ann", "bob", "carl", "ann", "dora", "ann", "bob", "ann"} {
			(<-releases[client])()
			synctest.Wait()
			for len(got) > 0 {
				order += <-got + " "
			}
		}
		if want := "ann ann bob carl bob dora ann ann "; order != want {
			t.Errorf("the slots go to %s, want %s", order, want)
		}
		if len(s.held) > 0 || s.taken > 0 {
			t.Errorf("clients %v have %d slots", s.held, s.taken)
		}
	})
}

// of returns a request of a client.
func of(ctx context.Context, client string) *http.Request {
	return httptest.NewRequestWithContext(context.WithValue(ctx, identityKey{}, &identity{client: client}), "GET", "/", nil)
}

// An upload of many bytes and few cities, such as a matrix, is a large answer: it needs a slot that
// bounds files.
func TestLargeMatrixIsLargeAnswer(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		store := storetest.New(t)
		s := newService(store, Options{Folder: t.TempDir()})
		s.intake.sending = newSlots(1, 1, "large answers", holdTime)
		h := s.handler()
		digest := must.Get(store.Put(t.Context(), make([]byte, largeBytes+1)))(t)
		for _, c := range []struct {
			bytes int64
			taken int // slots of others
			want  int
		}{{largeBytes + 1, 0, http.StatusOK}, {largeBytes + 1, 1, http.StatusServiceUnavailable}, {largeBytes, 1, http.StatusOK}} {
			j, _, err := store.Submit(t.Context(), job.Submission{Input: job.Input{Object: digest, Cities: 4}, Bytes: c.bytes})
			if err != nil {
				t.Fatal(err)
			}
			s.intake.sending.taken = c.taken
			if w := call(t, h, "GET", "/v1/jobs/"+j.ID+"/instance", ""); w.Code != c.want {
				t.Errorf("%d bytes with %d slots taken: status %d: %.200s", c.bytes, c.taken, w.Code, w.Body)
			}
		}
	})
}

// A list of many bytes needs a slot, too: clients that read it slowly hold no memory. Lists are made in
// slots, which they leave.
func TestLargeListHasSlot(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := newService(storetest.New(t), Options{Folder: t.TempDir()})
		s.intake.sending = newSlots(1, 1, "large answers", holdTime)
		h := s.handler()
		for range smallContent/maxText + 1 {
			posted(t, h, "?name="+strings.Repeat("n", maxText), smallBody)
		}
		for _, c := range []struct {
			limit string
			taken int // slots of others
			want  int
		}{{"500", 0, http.StatusOK}, {"500", 1, http.StatusServiceUnavailable}, {"5", 1, http.StatusOK}} {
			s.intake.sending.taken = c.taken
			w := call(t, h, "GET", "/v1/jobs?limit="+c.limit, "")
			if w.Code != c.want || w.Code == http.StatusOK && !strings.HasSuffix(w.Body.String(), "]}\n") {
				t.Errorf("limit %s with %d slots taken: status %d: %.200s", c.limit, c.taken, w.Code, w.Body)
			}
		}
		if n := s.intake.answering.small.taken; n != 0 {
			t.Errorf("%d slots are taken", n)
		}
		s.intake.answering.small = newSlots(0, 1, "other answers", workTime)
		for _, query := range []string{"", "?include=tour"} {
			if w := call(t, h, "GET", "/v1/jobs"+query, ""); w.Code != http.StatusServiceUnavailable {
				t.Errorf("a list without a slot: status %d", w.Code)
			}
		}
	})
}
