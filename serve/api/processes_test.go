//go:build unix

package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/memory"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// behaviour is the environment variable that makes the test binary a process of a decoder.
const behaviour = "API_TEST_DECODER"

func TestMain(m *testing.M) {
	switch os.Getenv(behaviour) {
	case "":
		os.Exit(m.Run())
	case "serve":
		if err := ServeDecoder(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "crash":
		fmt.Fprintln(os.Stderr, "bad luck")
		os.Exit(7)
	case "killed": // by the system, which needs memory
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		select {}
	case "garbage":
		fmt.Println(`"text"`)
		fallthrough
	case "hang":
		time.Sleep(time.Hour)
	case "leak":
		for all := [][]byte{}; ; time.Sleep(time.Millisecond) {
			all = append(all, []byte(strings.Repeat("x", 16<<20)))
		}
	}
}

// newProcesses returns a decoder of processes that behave as they are told.
func newProcesses(t *testing.T, kind func() string, budget Budget) *Processes {
	t.Helper()
	program := must.Get(os.Executable())(t)
	p := NewProcesses(func() *exec.Cmd {
		command := exec.Command(program)
		command.Env = append(os.Environ(), behaviour+"="+kind())
		return command
	}, budget)
	t.Cleanup(p.Close)
	return p
}

func serving() string { return "serve" }

// A process makes the same jobs and answers as the server itself, also with content in files.
func TestProcessesDecode(t *testing.T) {
	folder := t.TempDir()
	p := newProcesses(t, serving, DefaultBudget)
	var large strings.Builder
	large.WriteString("x,y,note\n")
	for i := range 4000 {
		fmt.Fprintf(&large, "%d,%d,a long note that makes the table large\n", i%70, i)
	}
	for name, body := range map[string]string{
		"small": smallBody, "large": large.String(), "compressed": zipped(large.String()),
	} {
		var answers []string
		for _, decoder := range []Decoder{InProcess{}, p} {
			store := storetest.New(t)
			h := New(store, Options{Decoder: decoder, Folder: folder})
			j := posted(t, h, "?name=n&seed=3&start=2", body)
			object := must.Get(store.Object(t.Context(), j.Input.Object))(t)
			order := make([]int32, j.Input.Cities)
			for city := range order {
				order[city] = int32(city)
			}
			finish(t, store, j.ID, order...)
			answer := fmt.Sprint(j.Name, j.Input, *j.Options.Seed, j.Options.Start, j.Notes, j.Warnings, len(object))
			for _, path := range []string{"tour.csv", "tour.json", "tour.raw", "picture.svg", "coordinates", "land.svg", "instance"} {
				answer += call(t, h, "GET", "/v1/jobs/"+j.ID+"/"+path, "").Body.String()
			}
			answers = append(answers, answer)
		}
		if answers[0] != answers[1] || len(answers[0]) < 1000 {
			t.Errorf("%s: in the process %d bytes, by a process %d", name, len(answers[0]), len(answers[1]))
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("files %v are left, error %v", left, err)
	}
	if started := p.count.started.Load(); started != 1 {
		t.Errorf("%d processes were started for requests one after the other", started)
	}
}

// A process that crashes, hangs, gives no answer or takes too much memory costs the request that it had. The next
// one gets a new process.
func TestProcessesEnd(t *testing.T) {
	for kind, want := range map[string]struct {
		status       int
		kind, detail string
	}{
		"crash":   {http.StatusInternalServerError, "decoder", "the log"},
		"garbage": {http.StatusInternalServerError, "decoder", "the log"},
		"killed":  {http.StatusServiceUnavailable, "memory", "try again later"},
		"hang":    {http.StatusUnprocessableEntity, "too-large", "takes more than"},
		"leak":    {http.StatusUnprocessableEntity, "too-large", "MB of memory"},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			budget := Budget{Memory: 1 << 30, Time: time.Hour}
			switch kind {
			case "hang":
				budget.Time = 100 * time.Millisecond
			case "leak":
				budget.Memory = 100 << 20
				if memory.Available() == 0 {
					t.Skip("this system does not tell the memory of processes")
				}
			}
			now := kind
			var log bytes.Buffer
			h := New(storetest.New(t), Options{
				Decoder: newProcesses(t, func() string { return now }, budget), Log: slog.New(slog.NewTextHandler(&log, nil)),
			})
			refused(t, call(t, h, "POST", "/v1/jobs", smallBody), want.status, want.kind, want.detail)
			if logged := strings.Contains(log.String(), "exit status 7: bad luck"); logged != (kind == "crash") {
				t.Errorf("the log is %s", &log)
			}
			if kind == "hang" { // a new process needs longer to start
				return
			}
			now = "serve"
			posted(t, h, "", smallBody)
		})
	}
}

// A request that ends kills the process that works for it, also one that does not read.
func TestProcessesCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := newProcesses(t, func() string {
		go cancel() // while the process starts or has the request
		return "hang"
	}, DefaultBudget)
	large := Content{Bytes: make([]byte, 1<<20)} // more than the pipe holds
	if _, err := p.Decode(ctx, Upload{Body: large}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if len(p.idle) > 0 {
		t.Error("the process is used again")
	}
}

// heapWriter remembers the heap at the time of the last write.
type heapWriter struct{ kept chan uint64 }

func (w heapWriter) Write(text []byte) (int, error) {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	w.kept <- now.HeapSys - now.HeapReleased
	return len(text), nil
}

// A process has given its memory back when it answers: a small input with a small budget may be next.
func TestProcessTidiesFirst(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	const earlier = 4 * tidyHeap
	runtime.KeepAlive(make([]byte, earlier))
	task, err := json.Marshal(work{Budget: Budget{Memory: 1 << 40}, Upload: &Upload{Body: Content{Bytes: []byte(smallBody)}}})
	if err != nil {
		t.Fatal(err)
	}
	in, to := io.Pipe()
	out, ended := heapWriter{make(chan uint64)}, make(chan error)
	go func() { ended <- ServeDecoder(in, out) }()
	if _, err := to.Write(append(task, '\n')); err != nil {
		t.Fatal(err)
	}
	if kept := <-out.kept; kept >= earlier {
		t.Errorf("the process has %d MB when it answers", kept>>20)
	}
	to.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A process that ends while it has no work costs no request: the next one gets a new process.
func TestProcessesEndIdle(t *testing.T) {
	var commands []*exec.Cmd
	p := newProcesses(t, serving, DefaultBudget)
	start := p.command
	p.command = func() *exec.Cmd {
		commands = append(commands, start())
		return commands[len(commands)-1]
	}
	h := New(storetest.New(t), Options{Decoder: p})
	submitSquare(t, h)
	must.Do(t, commands[0].Process.Kill())
	jobtest.Until(p.idle[0].HasEnded)
	submitSquare(t, h)
	if len(commands) != 2 {
		t.Errorf("%d processes were started", len(commands))
	}
}
