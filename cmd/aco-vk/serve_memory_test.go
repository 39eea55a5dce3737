//go:build linux

package main

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
)

// servedMemory is what the server may take, whatever its clients do.
const servedMemory = 256 << 20

// peak returns the most memory that the server had.
func (s *served) peak() int {
	s.t.Helper()
	kilobytes, err := strconv.Atoi(strings.TrimSuffix(s.memory("VmHWM:"), " kB"))
	if err != nil {
		s.t.Fatal(err)
	}
	return kilobytes << 10
}

// Uploads that stop on their way take files, not memory, and small jobs are accepted meanwhile.
// ACO_VK_UPLOADS is the size of each of 20 uploads in MB.
func TestServedUploadsTakeLittleMemory(t *testing.T) {
	startsServer(t)
	megabytes := cmp.Or(sizeOf("ACO_VK_UPLOADS"), 16)
	s := newServed(t)
	const uploads, most = 20, 8 // that a server receives from a client at once
	block := strings.Repeat("x", 1<<20)
	var sending sync.WaitGroup
	for range uploads {
		conn := must.Get(net.Dial("tcp", strings.TrimPrefix(s.url, "http://")))(t)
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
	s.submit(&tsp.Instance{X: []float64{0, 1, 2}, Y: []float64{0, 5, 1}}, job.Options{})
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
