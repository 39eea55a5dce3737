package main

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// logRecord is a line of a log.
type logRecord struct {
	Message string `json:"msg"`
	Level   string
	Worker  string
	Job     string
	Request string
	Address string
	State   string
}

// A server and its worker write one log, in which a request leads to its job. When all processes
// get SIGTERM, as systemd sends it, the worker still gives its job back.
func TestLogOfService(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	server := exec.Command("aco-vk", "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--device", "cpu",
		"--log-format", "json")
	out, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill() })
	lines := bufio.NewScanner(out)
	next := func(message string) (r logRecord) {
		t.Helper()
		for lines.Scan() {
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
				t.Fatalf("%s: %v", lines.Bytes(), err)
			}
			if r.Message == message {
				return r
			}
		}
		t.Fatalf("the log ended without %q", message)
		return r
	}
	address := next("server started").Address
	worker := next("worker started").Worker
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/v1/jobs",
		strings.NewReader(`{"coordinates":[`+strings.Repeat("[1,2],", 500)+`[0,0]],"options":{"time_limit":"10m"}}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Request-ID", "order-17")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	submitted := next("job submitted")
	if started := next("job started"); submitted.Request != "order-17" || started.Request != "order-17" ||
		started.Job != submitted.Job || started.Worker != worker {
		t.Errorf("submitted %+v, started %+v", submitted, started)
	}
	pid, err := strconv.Atoi(worker[strings.LastIndex(worker, "-")+1:])
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} { // two that are alike may be one
		if err := process.Signal(signal); err != nil {
			t.Fatal(err)
		}
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if back := next("job given back: the worker ends"); back.Job != submitted.Job {
		t.Errorf("given back %+v", back)
	}
	next("worker ended")
	next("server ended")
	_ = server.Wait() // the exit code tells of an interruption
}
