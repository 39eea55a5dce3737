//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/serve/api"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// joinWorker starts a worker of a server in a folder that several share.
func (s *served) joinWorker(name, folder string) (process *exec.Cmd, said *bytes.Buffer) {
	s.t.Helper()
	address := read(s.t, filepath.Join(s.folder, addressName))
	process = exec.Command("aco-vk", "work", "--join", strings.TrimSpace(string(address)), "--token-file",
		filepath.Join(s.folder, tokenName), "--name", name, "--device", "cpu", "--folder", folder)
	said = new(bytes.Buffer)
	process.Stderr = said
	if err := process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { process.Process.Kill() })
	return process, said
}

// A worker whose folder is broken ends with a reason, and a worker that was stopped and wakes up
// takes nothing from its successor. All jobs are done.
func TestStoppedAndBrokenWorkers(t *testing.T) {
	testkind.ManyProcesses(t)
	startsServer(t)
	instance, exact := servedInstance(t, 100, 3)
	s, shared := &served{t: t, folder: t.TempDir(), device: noDevice}, t.TempDir()
	s.startUntilEnd()
	submit := func() string {
		t.Helper()
		return s.submit(instance, job.Options{TimeLimit: job.Duration(500 * time.Millisecond)})
	}
	folders := func() []string {
		return must.Get(filepath.Glob(filepath.Join(shared, "aco-vk-worker-*")))(t)
	}
	old, _ := s.joinWorker("old", shared)
	jobtest.Until(func() bool { return len(s.workers()) == 1 })
	first := submit()
	s.running(first, func(j job.Job) bool { return j.Worker == "old" })
	old.Process.Signal(syscall.SIGSTOP)
	next, _ := s.joinWorker("next", shared)
	done := s.wait(first, exact) // after the lease, unless the first was faster
	jobtest.Until(func() bool { return len(folders()) == 2 })
	second := submit()
	old.Process.Signal(syscall.SIGCONT)
	old.Process.Signal(syscall.SIGTERM)
	old.Wait()
	if list := folders(); len(list) != 1 {
		t.Errorf("with one worker there are %q", list)
	}
	broken := filepath.Join(t.TempDir(), "file")
	writeText(t, broken, "")
	process, said := s.joinWorker("broken", broken)
	process.Wait()
	if code := process.ProcessState.ExitCode(); code != exitFailure || !strings.Contains(said.String(), broken) {
		t.Errorf("a worker without a folder ended with exit code %d: %s", code, said)
	}
	for _, j := range []job.Job{done, s.wait(second, exact), s.wait(submit(), exact)} {
		if j.State != job.Done {
			t.Errorf("the job is %+v", j)
		}
	}
	next.Process.Signal(syscall.SIGTERM)
	next.Wait()
	if list := folders(); len(list) != 0 {
		t.Errorf("without a worker there are %q", list)
	}
}

// A server of a cluster removes the uploads of a server that was killed, and not those of one that runs.
func TestUploadsOfKilledServer(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	killed := filepath.Join(folder, "aco-vk-serve-1")
	must.Do(t, os.Mkdir(killed, 0o700))
	var running, next api.Options
	for _, limits := range []*api.Options{&running, &next} {
		remove := must.Get(new(serveCommand).prepareIntake(limits))(t)
		defer remove()
	}
	for name, want := range map[string]bool{killed: false, running.Folder: true, next.Folder: true} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s: error %v, want it: %t", name, err, want)
		}
	}
}
