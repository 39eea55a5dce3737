//go:build linux

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/tsp"
)

// servedMemory is what the server may take, whatever its clients do.
const servedMemory = 256 << 20

// peak returns the most memory that the server had.
func (s *served) peak() int {
	s.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	kilobytes, err := strconv.Atoi(strings.Fields(after)[0])
	if err != nil {
		s.t.Fatal(err)
	}
	return kilobytes << 10
}

// Uploads that stop on their way take files, not memory, and small jobs are accepted meanwhile.
// ACO_VK_UPLOADS is the size of each of 20 uploads in MB.
func TestServedUploadsTakeLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	megabytes := 16
	if number, err := strconv.Atoi(os.Getenv("ACO_VK_UPLOADS")); err == nil {
		megabytes = number
	}
	s := newServed(t)
	const uploads, most = 20, 8 // that a server receives from a client at once
	block := strings.Repeat("x", 1<<20)
	var sending sync.WaitGroup
	for range uploads {
		conn, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/v1/jobs"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		sending.Go(func() {
			fmt.Fprintf(conn, "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n", megabytes<<20)
			for range megabytes - 1 {
				if _, err := io.WriteString(conn, block); err != nil {
					return // it has no slot
				}
			}
		})
	}
	sending.Wait()
	if _, took, err := s.submit([]float64{0, 1, 2}, []float64{0, 5, 1}, job.Options{}); err != nil {
		t.Error(err)
	} else {
		t.Logf("a small job was accepted in %v", took)
	}
	files, err := os.ReadDir(s.folder + "/intake")
	if err != nil || len(files) == 0 || len(files) > most {
		t.Errorf("%d files of uploads, error %v", len(files), err)
	}
	peak := s.peak()
	t.Logf("%d uploads of %d MB: the server took %d MB, with %d files", uploads, megabytes, peak>>20, len(files))
	if peak > servedMemory {
		t.Errorf("%d uploads took %d MB of memory, want at most %d", uploads, peak>>20, servedMemory>>20)
	}
}

// Routes of large instances that many clients fetch at once are made one after the other, and take
// little memory. ACO_VK_ANSWERS is the number of cities.
func TestServedAnswersTakeLittleMemory(t *testing.T) {
	cities, err := strconv.Atoi(os.Getenv("ACO_VK_ANSWERS"))
	if err != nil {
		t.Skip("takes a minute; set ACO_VK_ANSWERS to a number of cities")
	}
	folder := t.TempDir()
	id := storeRoute(t, folder, cities)
	s := &served{t: t, folder: folder}
	s.start()
	t.Cleanup(func() {
		s.process.Process.Kill()
		s.process.Wait()
	})
	const clients = 12
	var fetching sync.WaitGroup
	started := time.Now()
	for client := range clients {
		fetching.Go(func() {
			for again := 0; ; again++ {
				answer, err := http.Get(s.url + "/" + id + "/tour." + []string{"json", "csv", "tour"}[client%3])
				if err != nil {
					t.Error(err)
					return
				}
				size, err := io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				if answer.Header.Get("Retry-After") != "" { // there is no slot, or this client has its share
					time.Sleep(time.Second)
					continue
				}
				if err != nil || answer.StatusCode != http.StatusOK || size < int64(cities) {
					t.Errorf("status %d, %d bytes, error %v", answer.StatusCode, size, err)
				}
				t.Logf("client %d has its route after %v and %d refusals", client, time.Since(started), again)
				return
			}
		})
	}
	fetching.Wait()
	peak := s.peak()
	t.Logf("the server took %d MB", peak>>20)
	if peak > servedMemory {
		t.Errorf("%d answers took %d MB of memory, want at most %d", clients, peak>>20, servedMemory>>20)
	}
}

// storeRoute stores a job that is done, of random cities in the order of their numbers, and returns
// its identifier.
func storeRoute(t *testing.T, folder string, cities int) string {
	t.Helper()
	jobs, err := store.Open(t.Context(), store.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.Close()
	var table strings.Builder
	table.WriteString("name,x,y\n")
	tour := make(tsp.Tour, cities)
	for i := range cities {
		tour[i] = int32(i)
		fmt.Fprintf(&table, "Place %d,%d,%d\n", i+1, rand.IntN(1_000_000), rand.IntN(1_000_000))
	}
	places, err := jobs.Put(t.Context(), []byte(table.String()))
	if err != nil {
		t.Fatal(err)
	}
	j, _, err := jobs.Submit(t.Context(), job.Submission{Input: job.Input{Object: places, Cities: cities, Format: "csv"}})
	if err != nil {
		t.Fatal(err)
	}
	lease, err := jobs.Take(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	route, err := jobs.Put(t.Context(), job.EncodeTour(tour))
	if err != nil {
		t.Fatal(err)
	}
	if err := lease.Finish(t.Context(), job.Done, &job.Result{Tour: route}, nil); err != nil {
		t.Fatal(err)
	}
	return j.ID
}
