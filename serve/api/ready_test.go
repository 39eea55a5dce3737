package api

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// hangingStore is a store whose answers may hang, as on a full disk.
type hangingStore struct {
	*store.Store
	hangs bool
	asked int
}

func (s *hangingStore) Ready(ctx context.Context) error {
	s.asked++
	if s.hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

// isReady asks a server, and returns the detail of the problem if it is not ready.
func isReady(t *testing.T, h http.Handler) (ready bool, detail string) {
	t.Helper()
	w := call(t, h, "GET", "/readyz", "")
	if w.Code == http.StatusNoContent {
		return true, ""
	}
	refused(t, w, http.StatusServiceUnavailable, "not-ready", "")
	return false, w.Body.String()
}

// A server whose store hangs is not ready, and says so in time. It asks the store once a second
// at most.
func TestReadyOfHangingStore(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := &hangingStore{Store: storetest.New(t)}
		h := New(s, Options{})
		for range 10 {
			if ready, detail := isReady(t, h); !ready {
				t.Error(detail)
			}
		}
		if s.asked != 1 {
			t.Errorf("the store was asked %d times", s.asked)
		}
		s.hangs = true
		time.Sleep(2 * readyAge)
		started := time.Now()
		if ready, detail := isReady(t, h); ready || detail == "" {
			t.Errorf("ready %t, detail %q", ready, detail)
		}
		if took := time.Since(started); took > readyTime {
			t.Errorf("the answer took %v", took)
		}
		s.hangs = false
		time.Sleep(2 * readyAge)
		if ready, detail := isReady(t, h); !ready {
			t.Error(detail)
		}
	})
}

// A server that shows one run is never ready: it accepts no jobs.
func TestReadyOfReadOnly(t *testing.T) {
	if ready, detail := isReady(t, New(storetest.New(t), Options{ReadOnly: true})); ready ||
		!strings.Contains(detail, "accepts no jobs") {
		t.Errorf("ready %t, detail %q", ready, detail)
	}
}

// With the store of the service a server is ready until its NATS server stops. Submissions then
// fail with a problem that says to come again.
func TestReadyOfStore(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		jobs, h := newHandler(t)
		if ready, detail := isReady(t, h); !ready {
			t.Error(detail)
		}
		jobs.Close()
		time.Sleep(2 * readyAge)
		if ready, detail := isReady(t, h); ready || !strings.Contains(detail, job.ErrUnavailable.Error()) {
			t.Errorf("ready %t, detail %q", ready, detail)
		}
		w := call(t, h, "POST", "/v1/jobs", smallBody)
		refused(t, w, http.StatusServiceUnavailable, "store", "")
		if w.Header().Get("Retry-After") == "" {
			t.Error("the client is not told to come again")
		}
	})
}
