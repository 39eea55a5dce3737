package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// fullStore is a store whose disk is full.
type fullStore struct {
	*store.Store
	disk job.Disk
}

func (*fullStore) PutFrom(context.Context, io.ReadSeeker) (job.Digest, error) {
	return "", fmt.Errorf("store object: %w", job.ErrNoSpace)
}
func (*fullStore) Ready(context.Context) error { return job.ErrNoSpace }
func (f *fullStore) Disk() (job.Disk, error)   { return f.disk, nil }

// A full disk is 507 with the time to try again, the server is not ready, and the figures show it. Many
// refusals of a kind are one record of the log.
func TestFullDisk(t *testing.T) {
	full := &fullStore{Store: storetest.New(t), disk: job.Disk{Free: 3, Size: 80, Reserve: 10}}
	var log jobtest.Log
	h := New(full, Options{Log: log.Logger()})
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		return call(t, h, method, path, body, "Content-Type", plainJSON)
	}
	submission := `{"coordinates": [[0,0],[0,1],[1,1]]}`
	w := ask("POST", "/v1/jobs", submission)
	if w.Code != http.StatusInsufficientStorage || w.Header().Get("Retry-After") == "" ||
		!strings.Contains(w.Body.String(), "urn:aco-vk:problem:no-space") {
		t.Errorf("status %d, headers %v: %s", w.Code, w.Header(), w.Body)
	}
	if w = ask("GET", "/readyz", ""); w.Code != http.StatusServiceUnavailable ||
		!strings.Contains(w.Body.String(), "disk") {
		t.Errorf("ready: status %d: %s", w.Code, w.Body)
	}
	w = ask("GET", "/metrics", "")
	for _, line := range []string{"acovk_disk_free_bytes 3\n", "acovk_disk_size_bytes 80\n",
		"acovk_disk_reserve_bytes 10\n"} {
		if !strings.Contains(w.Body.String(), line) {
			t.Errorf("the figures have no %q:\n%s", line, w.Body)
		}
	}
	full.disk.Free = 11 // this job is too large for it
	if w = ask("POST", "/v1/jobs", submission); w.Code != http.StatusInsufficientStorage {
		t.Errorf("a job without room: status %d: %s", w.Code, w.Body)
	}
	full.disk.Free = 2
	if w = ask("POST", "/v1/jobs", "no JSON"); w.Code != http.StatusInsufficientStorage {
		t.Errorf("a body is read on a full disk: status %d: %s", w.Code, w.Body)
	}
	for _, kind := range []string{"no-space", "not-ready"} {
		if said := log.String(); strings.Count(said, "refused until later") != 2 ||
			strings.Count(said, problemType+kind) != 1 || strings.Contains(said, "msg=request ") {
			t.Errorf("the log has not one record of %s:\n%s", kind, said)
		}
	}
}

// A body that does not fit on the disk of temporary files is not the client's fault.
func TestFullSpool(t *testing.T) {
	err := bodyError(&os.PathError{Op: "write", Path: "body", Err: syscall.ENOSPC})
	if p := problemOf(err); p.Status != http.StatusInsufficientStorage {
		t.Errorf("the problem is %+v", p)
	}
}
