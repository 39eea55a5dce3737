package main

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// A server and its worker write one log, in which a request leads to its job. When all processes
// get SIGTERM, as systemd sends it, the worker still gives its job back.
func TestLogOfService(t *testing.T) {
	startsServer(t)
	server, said := begin(t, "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--device", "cpu", "--log-format",
		"json")
	address := said.AwaitMatch(`"msg":"server started".*"address":"([^"]+)"`)[1]
	worker := said.AwaitMatch(`"msg":"worker started".*"worker":"([^"]+-(\d+))"`)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/v1/jobs",
		strings.NewReader(`{"coordinates":[`+strings.Repeat("[1,2],", 500)+`[0,0]],"options":{"time_limit":"10m"}}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Request-ID", "order-17")
	answer := must.Get(http.DefaultClient.Do(request))(t)
	answer.Body.Close()
	for _, message := range []string{"job submitted", "job started"} {
		line := said.AwaitMatch(`.*"msg":"` + message + `".*`)[0]
		if !strings.Contains(line, `"request":"order-17"`) {
			t.Errorf("no request in %s", line)
		}
	}
	job := said.AwaitMatch(`"msg":"job started".*"job":"([^"]+)"`)[1]
	pid := must.Get(strconv.Atoi(worker[2]))(t)
	process := must.Get(os.FindProcess(pid))(t)
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} { // two that are alike may be one
		must.Do(t, process.Signal(signal))
	}
	must.Do(t, server.Process.Signal(syscall.SIGTERM))
	said.AwaitMatch(`"msg":"job given back".*"job":"` + job + `"`)
	said.AwaitMatch(`"msg":"worker ended"`)
	said.AwaitMatch(`"msg":"server ended"`)
}
