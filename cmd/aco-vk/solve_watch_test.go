package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// The output of a run is written before the command waits for pages, so that ending the wait loses
// nothing.
func TestOutputBeforePages(t *testing.T) {
	file := filepath.Join(t.TempDir(), "route.csv")
	command := exec.Command("aco-vk", "solve", "gen:uniform:301:1", "--device", "cpu", "--time-limit", "10h", "--watch", "--output", file)
	messages := must.Get(command.StderrPipe())(t)
	must.Do(t, command.Start())
	defer command.Process.Kill()
	lines := bufio.NewScanner(messages)
	address := regexp.MustCompile(`(http://[\d.:]+/)\?watch#(\w+)`)
	var found []string
	for found == nil && lines.Scan() {
		found = address.FindStringSubmatch(lines.Text())
	}
	if found == nil {
		t.Fatal("there is no address of a page")
	}
	go func() {
		for lines.Scan() { // the command must not wait for its reader
		}
	}()
	end := must.Get(http.NewRequest(http.MethodDelete, found[1]+"v1/jobs/"+found[2], nil))(t)
	answer := must.Get(http.DefaultClient.Do(end))(t)
	answer.Body.Close()
	jobtest.Until(func() bool { // a page that is open
		_, missing := os.Stat(file)
		answer, err := http.Get(found[1])
		if err != nil {
			t.Fatalf("the page is gone, and the output before its end is %v", missing)
		}
		answer.Body.Close()
		return missing == nil
	})
}
