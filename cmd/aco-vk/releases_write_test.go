package main

import (
	"archive/zip"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

var writeRelease = flag.String("write", "", "version whose files TestWriteRelease writes")

// releasedRuns are the flags of the runs whose checkpoints are kept, by algorithm. They are long
// enough to be killed.
var releasedRuns = map[string][]string{
	"merged": {"--iterations", "400", "--ants", "8", "--colonies", "2"},
	"as":     {"--iterations", "200", "--ants", "8"},
	"mmas":   {"--iterations", "200", "--ants", "8", "--colonies", "2"},
	"acs":    {"--iterations", "200", "--ants", "8", "--memory", "selective"},
}

// releasedCase is a case of conform that takes milliseconds.
const releasedCase = "input=uniform:9:1,algorithm=as,iterations=1,rho=0.5"

// TestWriteRelease writes the folder of a release, which TestReleases then reads with all later
// versions. It needs a Vulkan device:
//
//	go test ./cmd/aco-vk -run TestWriteRelease -write 0.9.0
func TestWriteRelease(t *testing.T) {
	if *writeRelease == "" {
		t.Skip("writes the files of a release if -write has its version")
	}
	r := releaseWriter{t, filepath.Join(releasesFolder, *writeRelease)}
	if err := os.Mkdir(r.folder, 0o755); err != nil {
		t.Fatalf("%v: the files of a release do not change; remove the folder of a version that is not released", err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	must.Do(t, os.WriteFile(r.file("instance.tsp"), []byte(mustRun(t, "gen", "uniform", "60", "1")), 0o644))
	for algorithm, flags := range releasedRuns {
		flags = append([]string{"solve", r.file("instance.tsp"), "--device", "cpu", "--quiet", "--algorithm",
			algorithm}, flags...)
		r.kill(r.file(algorithm+".checkpoint"), flags)
		mustRun(t, append(flags, "--json", r.file(algorithm+".json"))...)
	}
	mustRun(t, "solve", r.file("instance.tsp"), "--device", "cpu", "--quiet", "--iterations", "20", "--seeds", "3",
		"--json", r.file("seeds.json"))
	mustRun(t, "conform", "--device", "0", "--repeat", releasedCase, "--json", r.file("conform.json"))
	r.writeStore()
}

// releaseWriter writes the folder of a release.
type releaseWriter struct {
	t      *testing.T
	folder string
}

func (r releaseWriter) file(name string) string { return filepath.Join(r.folder, name) }

// killAt is the iteration at which a run may be killed: in the midst of it.
const killAt = 10

// kill starts a run, and kills it as soon as there is a checkpoint of a late enough iteration.
func (r releaseWriter) kill(file string, flags []string) {
	r.t.Helper()
	process := exec.Command("aco-vk", append(flags, "--checkpoint", file, "--checkpoint-every", "1ms")...)
	if err := process.Start(); err != nil {
		r.t.Fatal(err)
	}
	for {
		f, err := checkpoint.Open(file)
		if err == nil {
			f.Close()
			if f.Header.Iteration >= killAt {
				break
			}
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			r.t.Fatalf("no checkpoint of iteration %d: %v", killAt, err)
		}
	}
	process.Process.Kill()
	if process.Wait() == nil {
		r.t.Fatalf("%v ended before it was killed; give it more iterations", flags)
	}
	os.Remove(file + ".tmp")
}

// writeStore writes the folder of a service with a job that is done and one that waits.
func (r releaseWriter) writeStore() {
	r.t.Helper()
	instance, err := tsplib.ReadFile(r.file("instance.tsp"))
	if err != nil {
		r.t.Fatal(err)
	}
	s := served{t: r.t, folder: r.t.TempDir()}
	done := r.submit(s.folder)
	s.start()
	s.wait(done, instance)
	s.process.Process.Signal(syscall.SIGTERM)
	s.process.Wait() // its error says that it was interrupted
	r.submit(s.folder)

	file, err := os.Create(r.file("store.zip"))
	if err != nil {
		r.t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	if err := errors.Join(archive.AddFS(os.DirFS(s.folder)), archive.Close(), file.Close()); err != nil {
		r.t.Fatal(err)
	}
}

// submit adds a job to a store that no server uses, and returns its identifier.
func (r releaseWriter) submit(folder string) string {
	r.t.Helper()
	jobs, err := store.Open(r.t.Context(), store.Options{Folder: folder})
	if err != nil {
		r.t.Fatal(err)
	}
	defer jobs.Close()
	text, err := os.ReadFile(r.file("instance.tsp"))
	if err != nil {
		r.t.Fatal(err)
	}
	object, err := jobs.Put(r.t.Context(), text)
	if err != nil {
		r.t.Fatal(err)
	}
	j, _, err := jobs.Submit(r.t.Context(), job.Submission{Input: job.Input{Object: object, Format: "tsplib"},
		Options: job.Options{Iterations: 20}})
	if err != nil {
		r.t.Fatal(err)
	}
	return j.ID
}
