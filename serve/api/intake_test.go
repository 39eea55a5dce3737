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
	"github.com/aco-vk/aco-vk/serve/memstore"
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
	synctest.Test(t, func(t *testing.T) {
		store := &memstore.Store{}
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

// A body that arrives too slowly is refused, and a large one gives its slot back. More large ones
// than a client may have are refused before they are read.
func TestSlowBodies(t *testing.T) {
	t.Parallel() // it waits
	s := newService(&memstore.Store{}, Options{Folder: t.TempDir()})
	s.grace = 2 * time.Second
	s.intake.uploads = newShares(2, "large uploads", 20*time.Millisecond)
	server := NewServer(s.handler())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	defer server.Close()
	begin := func(bytes int) net.Conn {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		head := "POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
		if _, err := io.WriteString(conn, head+strings.Repeat("x", bytes)); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	status := func(conn net.Conn) int {
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	first := begin(smallContent + 1)
	for len(s.intake.uploads.taken) == 0 {
		time.Sleep(time.Millisecond)
	}
	second, small := begin(smallContent+1), begin(10)
	if got := status(second); got != http.StatusTooManyRequests {
		t.Errorf("the second large body of the client gets status %d", got)
	}
	for name, conn := range map[string]net.Conn{"large": first, "small": small} {
		if got := status(conn); got != http.StatusRequestTimeout {
			t.Errorf("the slow %s body gets status %d", name, got)
		}
	}
	if len(s.intake.uploads.taken) > 0 {
		t.Error("the slot is not free")
	}
}

// The time for an answer begins when the body has arrived.
func TestAnswerAfterLongBody(t *testing.T) {
	t.Parallel() // it waits
	server := NewServer(New(&memstore.Store{}, Options{Folder: t.TempDir()}))
	server.WriteTimeout = 200 * time.Millisecond
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	defer server.Close()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const body = "x,y\n0,0\n0,10\n10,10\n"
	for _, part := range []string{
		fmt.Sprintf("POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n%s", len(body), body[:10]), body[10:],
	} {
		if _, err := io.WriteString(conn, part); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * server.WriteTimeout)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusAccepted {
		t.Errorf("status %d", answer.StatusCode)
	}
}

// A client has half of the slots at most. Others get the rest, and who comes then is told to
// come again.
func TestShares(t *testing.T) {
	s := newShares(4, "large uploads", time.Millisecond)
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
}

// The work for a client that leaves ends at once.
func TestClientLeaves(t *testing.T) {
	s := newService(&memstore.Store{}, Options{Decoder: stuckDecoder{}, Folder: t.TempDir()})
	server := httptest.NewServer(s.handler())
	defer server.Close()
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", server.URL+"/v1/jobs", strings.NewReader(strings.Repeat("x", 1<<20)))
	if err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		if answer, err := http.DefaultClient.Do(r); err == nil {
			answer.Body.Close()
		}
	}()
	await := func(slots int) {
		for deadline := time.Now().Add(time.Minute); len(s.intake.decoding.large.taken) != slots; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d slots are taken, want %d", len(s.intake.decoding.large.taken), slots)
			}
		}
	}
	await(1)
	leave()
	await(0)
	<-gone
}

// An upload of many bytes and few cities, such as a matrix, is a large answer: it needs a slot that
// bounds files.
func TestLargeMatrixIsLargeAnswer(t *testing.T) {
	store := &memstore.Store{}
	s := newService(store, Options{Folder: t.TempDir()})
	s.intake.sending = newShares(1, "large answers", time.Millisecond)
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
}

// A list of many bytes needs a slot, too: clients that read it slowly hold no memory. Lists are made in
// slots, which they leave.
func TestLargeListHasSlot(t *testing.T) {
	s := newService(&memstore.Store{}, Options{Folder: t.TempDir()})
	s.intake.sending = newShares(1, "large answers", time.Millisecond)
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
	s.intake.answering.small = newSlots(1, "other answers", time.Millisecond)
	s.intake.answering.small.taken <- struct{}{}
	for _, query := range []string{"", "?include=tour"} {
		if w := call(t, h, "GET", "/v1/jobs"+query, ""); w.Code != http.StatusServiceUnavailable {
			t.Errorf("a list without a slot: status %d", w.Code)
		}
	}
}
