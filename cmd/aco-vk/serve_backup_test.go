package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/serve/job"
)

// A backup of a server that runs has the jobs that wait, and a server with the restored folder
// solves them. The restored folder is sound, and is not restored again.
func TestServedBackup(t *testing.T) {
	testkind.ManyProcesses(t)
	startsServer(t)
	instance, exact := servedInstance(t, 100, 3)
	s := newServed(t)
	var ids []string
	for range 3 {
		ids = append(ids, s.submit(instance, job.Options{TimeLimit: job.Duration(time.Second)}))
	}
	backup, other := filepath.Join(t.TempDir(), "backup.tar"), filepath.Join(t.TempDir(), "new")
	serve := func(want int, arguments ...string) string {
		t.Helper()
		process := exec.Command("aco-vk", append([]string{"serve"}, arguments...)...)
		said, err := process.CombinedOutput()
		if got := process.ProcessState.ExitCode(); got != want {
			t.Fatalf("%v: exit code %d, want %d: %s (%v)", arguments, got, want, said, err)
		}
		return string(said)
	}
	serve(exitDone, "--data", s.folder, "--backup", backup)
	serve(exitUsage, "--data", s.folder, "--check") // it runs
	serve(exitDone, "--data", other, "--restore", backup)
	serve(exitFailure, "--data", other, "--restore", backup)
	if said := serve(exitDone, "--data", other, "--check"); !strings.Contains(said, "nothing is lost") {
		t.Errorf("the check says %s", said)
	}
	restored := &served{t: t, folder: other}
	restored.start()
	for _, id := range ids {
		if j := restored.wait(id, exact); j.State != job.Done {
			t.Errorf("the job is %+v", j)
		}
	}
}
