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

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// stuckDecoder is a decoder that never ends with large work.
type stuckDecoder struct{ InProcess }

func (d stuckDecoder) Decode(ctx context.Context, from Upload) (Decoded, error) {
	if from.Body.File != "" {
		<-ctx.Done()
		return Decoded{}, context.Cause(ctx)
	}
	return d.InProcess.Decode(ctx, from)
}

func (d stuckDecoder) Render(ctx context.Context, of Rendering) (Content, error) {
	if of.Job.Input.Cities > largeCities {
		<-ctx.Done()
		return Content{}, context.Cause(ctx)
	}
	return d.InProcess.Render(ctx, of)
}

// request makes a request that can be cancelled, and returns its answer.
func request(ctx context.Context, h http.Handler, method, target, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, method, target, strings.NewReader(body)))
	return w
}

// Large bodies and answers that take long do not keep small ones waiting. More large ones are told
// to come again. A request that is cancelled leaves its slot to the next one.
func TestLargeWorkHasSlotsOfItsOwn(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		store := storetest.New(t)
		s := newService(store, Options{Decoder: stuckDecoder{}, Folder: t.TempDir()})
		s.intake.decoding.large = newSlots(1, "other large inputs", workTime)
		s.intake.answering.large = newSlots(1, "other answers of large instances", workTime)
		h := s.handler()
		small := submitSquare(t, h)
		finish(t, store, small.ID, 0, 1, 2, 3)
		digest, err := store.Put(t.Context(), []byte("instance"))
		if err != nil {
			t.Fatal(err)
		}
		huge, _, err := store.Submit(t.Context(), job.Submission{Input: job.Input{Object: digest, Cities: 300_000}})
		if err != nil {
			t.Fatal(err)
		}
		finish(t, store, huge.ID, 0, 1, 2, 3)
		for _, c := range []struct{ method, target, body string }{
			{"POST", "/v1/jobs", strings.Repeat("x", smallContent+1)},
			{"GET", "/v1/jobs/" + huge.ID + "/tour.json", ""},
		} {
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				request(ctx, h, c.method, c.target, c.body)
			}()
			synctest.Wait()
			submitSquare(t, h)
			if w := call(t, h, "GET", "/v1/jobs/"+small.ID+"/tour.csv", ""); w.Code != http.StatusOK {
				t.Errorf("%s: a small answer has status %d: %s", c.target, w.Code, w.Body)
			}
			w := request(t.Context(), h, c.method, c.target, c.body)
			if p := decode[problem](t, w, http.StatusServiceUnavailable); p.Type != problemType+"busy" ||
				w.Header().Get("Retry-After") == "" {
				t.Errorf("%s: the second one gets %+v", c.target, p)
			}
			cancel()
			<-ended
			ctx, cancel = context.WithTimeout(t.Context(), time.Second)
			w = request(ctx, h, c.method, c.target, c.body)
			cancel()
			if p := decode[problem](t, w, http.StatusServiceUnavailable); p.Type == problemType+"busy" {
				t.Errorf("%s: the slot is not free: %+v", c.target, p)
			}
		}
		text := call(t, h, "GET", "/metrics", "").Body.String()
		for _, kind := range []string{"decode_large", "answer_large"} {
			if line := fmt.Sprintf("acovk_slots_refused_total{kind=%q} 1\n", kind); !strings.Contains(text, line) {
				t.Errorf("there is no line %s", line)
			}
		}
	})
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
	conn, err := network.DialContext(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
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
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode
}

// A body that arrives too slowly is refused, and a large one gives its slot back. More large ones
// than a client may have are refused before they are read.
func TestSlowBodies(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := newService(storetest.New(t), Options{Folder: t.TempDir()})
		s.intake.uploads = newShares(2, "large uploads", diskTime)
		network := listen(t, NewServer(s.handler()))
		began := time.Now()
		begin := func(bytes int) net.Conn {
			head := "POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
			return connect(t, network, head+strings.Repeat("x", bytes))
		}
		first := begin(smallContent + 1)
		synctest.Wait() // it has the slot
		second, small := begin(smallContent+1), begin(10)
		if got := statusOf(t, second); got != http.StatusTooManyRequests || time.Since(began) != 0 {
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
		if len(s.intake.uploads.taken) > 0 {
			t.Error("the slot is not free")
		}
	})
}

// The time for an answer begins when the body has arrived.
func TestAnswerAfterLongBody(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		server := NewServer(New(storetest.New(t), Options{Folder: t.TempDir()}))
		server.WriteTimeout = bodyGrace / 4
		const body = "x,y\n0,0\n0,10\n10,10\n"
		head := fmt.Sprintf("POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n", len(body))
		conn := connect(t, listen(t, server), head+body[:10])
		time.Sleep(2 * server.WriteTimeout)
		send(t, conn, body[10:])
		time.Sleep(2 * server.WriteTimeout)
		if got := statusOf(t, conn); got != http.StatusAccepted {
			t.Errorf("status %d", got)
		}
	})
}

// A client has half of the slots at most. Others get the rest, and who comes then is told to
// come again.
func TestShares(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := newShares(4, "large uploads", diskTime)
		releases := map[string][]func(){}
		for _, c := range []struct {
			client string
			status int // 0: it gets a slot
		}{
			{"ann", 0}, {"ann", 0}, {"ann", http.StatusTooManyRequests}, {"bob", 0}, {"bob", 0},
			{"carl", http.StatusServiceUnavailable}, {"ann", http.StatusTooManyRequests},
		} {
			release, err := s.acquireFor(t.Context(), c.client)
			if c.status == 0 && err == nil {
				releases[c.client] = append(releases[c.client], release)
			} else if err == nil || problemOf(err).Status != c.status {
				t.Fatalf("%s: error %v, want status %d", c.client, err, c.status)
			}
		}
		releases["ann"][0]()
		for range 2 { // that none is counted twice
			release, err := s.acquireFor(t.Context(), "carl")
			if err != nil {
				t.Fatal(err)
			}
			release()
		}
		for _, release := range append(releases["bob"], releases["ann"][1]) {
			release()
		}
		if len(s.held) > 0 || len(s.taken) > 0 {
			t.Errorf("clients %v have %d slots", s.held, len(s.taken))
		}
	})
}

// The work for a client that leaves ends at once.
func TestClientLeaves(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := newService(storetest.New(t), Options{Decoder: stuckDecoder{}, Folder: t.TempDir()})
		client := &http.Client{Transport: &http.Transport{DialContext: listen(t, NewServer(s.handler())).DialContext}}
		ctx, leave := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", "http://127.0.0.1/v1/jobs", strings.NewReader(strings.Repeat("x", 1<<20)))
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			if answer, err := client.Do(r); err == nil {
				answer.Body.Close()
			}
		}()
		synctest.Wait()
		if n := len(s.intake.decoding.large.taken); n != 1 {
			t.Errorf("%d slots are taken during the work", n)
		}
		leave()
		synctest.Wait()
		if n := len(s.intake.decoding.large.taken); n != 0 {
			t.Errorf("%d slots are taken after the client has left", n)
		}
	})
}

// An upload of many bytes and few cities, such as a matrix, is a large answer: it needs a slot that
// bounds files.
func TestLargeMatrixIsLargeAnswer(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		store := storetest.New(t)
		s := newService(store, Options{Folder: t.TempDir()})
		s.intake.sending = newShares(1, "large answers", diskTime)
		h := s.handler()
		digest, err := store.Put(t.Context(), make([]byte, largeBytes+1))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			bytes int64
			taken int // slots of others
			want  int
		}{{largeBytes + 1, 0, http.StatusOK}, {largeBytes + 1, 1, http.StatusServiceUnavailable}, {largeBytes, 1, http.StatusOK}} {
			j, _, err := store.Submit(t.Context(), job.Submission{Input: job.Input{Object: digest, Cities: 4}, Bytes: c.bytes})
			if err != nil {
				t.Fatal(err)
			}
			for len(s.intake.sending.taken) < c.taken {
				s.intake.sending.taken <- struct{}{}
			}
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
		s.intake.sending = newShares(1, "large answers", diskTime)
		h := s.handler()
		for range smallContent/maxText + 1 {
			w := call(t, h, "POST", "/v1/jobs?name="+strings.Repeat("n", maxText), "x,y\n0,0\n0,10\n10,10\n")
			decode[job.Job](t, w, http.StatusAccepted)
		}
		for _, c := range []struct {
			limit string
			taken int // slots of others
			want  int
		}{{"500", 0, http.StatusOK}, {"500", 1, http.StatusServiceUnavailable}, {"5", 1, http.StatusOK}} {
			for len(s.intake.sending.taken) < c.taken {
				s.intake.sending.taken <- struct{}{}
			}
			w := call(t, h, "GET", "/v1/jobs?limit="+c.limit, "")
			if w.Code != c.want || w.Code == http.StatusOK && !strings.HasSuffix(w.Body.String(), "]}\n") {
				t.Errorf("limit %s with %d slots taken: status %d: %.200s", c.limit, c.taken, w.Code, w.Body)
			}
		}
		if n := len(s.intake.answering.small.taken); n != 0 {
			t.Errorf("%d slots are taken", n)
		}
		s.intake.answering.small = newSlots(1, "other answers", workTime)
		s.intake.answering.small.taken <- struct{}{}
		for _, query := range []string{"", "?include=tour"} {
			if w := call(t, h, "GET", "/v1/jobs"+query, ""); w.Code != http.StatusServiceUnavailable {
				t.Errorf("a list without a slot: status %d", w.Code)
			}
		}
	})
}
