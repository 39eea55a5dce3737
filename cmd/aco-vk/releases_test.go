package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// releasesFolder has a folder for each released version, with files that it has written.
// TestWriteRelease writes such a folder.
const releasesFolder = "../../testdata/releases"

// TestReleases reads the files of every released version, except for those of caches. If a version
// cannot go on with some files of an earlier one, it refuses them with a sentence that says what to
// do, and this test says which.
func TestReleases(t *testing.T) {
	versions := must.Get(os.ReadDir(releasesFolder))(t)
	if len(versions) == 0 {
		t.Fatalf("%s has no versions", releasesFolder)
	}
	for _, version := range versions {
		t.Run(version.Name(), func(t *testing.T) {
			r := releaseFiles{t.TempDir()}
			must.Do(t, os.CopyFS(r.folder, os.DirFS(filepath.Join(releasesFolder, version.Name()))))
			t.Run("checkpoints", r.checkpoints)
			t.Run("reports", r.reports)
			t.Run("conformance", r.conformance)
			t.Run("store", r.store)
		})
	}
}

// releaseFiles has a copy of the files of a release.
type releaseFiles struct{ folder string }

func (r releaseFiles) file(name string) string { return filepath.Join(r.folder, name) }

// refused runs the program with a file whose version number is one higher. Its message has to
// name both numbers.
func (r releaseFiles) refused(t *testing.T, number int, arguments ...string) {
	t.Helper()
	code, _, messages := runHere(arguments...)
	names := fmt.Sprintf("%d, and this version reads", number+1)
	if code != exitUsage || !strings.Contains(messages, names) ||
		!strings.Contains(messages, fmt.Sprint(number)+": ") || !strings.Contains(messages, "or a later one") {
		t.Errorf("aco-vk %s: exit code %d, %s", strings.Join(arguments, " "), code, messages)
	}
}

// checkpoints resumes runs that were killed. They end with the tours that they had without
// interruption, in the version that was released. Checkpoints of an algorithm whose tours have changed
// are refused.
func (r releaseFiles) checkpoints(t *testing.T) {
	for algorithm := range releasedRuns {
		saved, report := r.file(algorithm+".checkpoint"), filepath.Join(t.TempDir(), "report.json")
		arguments := []string{"solve", r.file("instance.tsp"), "--device", "cpu", "--resume", saved, "--quiet", "--json", report}
		refusals := map[string]string{ // their tours changed after 0.9.0
			"as":     "revision 1 of as, and this is revision 3 of as: resume it with the version that wrote it",
			"merged": "revision 1 of merged, and this is revision 3 of merged: resume it with the version that wrote it",
		}
		if want := refusals[algorithm]; want != "" {
			if code, _, messages := runHere(arguments...); code != exitUsage || !strings.Contains(messages, want) {
				t.Errorf("%s: exit code %d, %s", algorithm, code, messages)
			}
			continue
		}
		mustRun(t, arguments...)
		if got, want := tourOf(t, report), tourOf(t, r.file(algorithm+".json")); got != want {
			t.Errorf("%s: the resumed run ends with tour %s, the uninterrupted one of the release with %s", algorithm,
				got, want)
		}
		data := read(t, saved)
		number := data[bytes.IndexByte(data, '\n')+1:]
		format := binary.LittleEndian.Uint32(number)
		binary.LittleEndian.PutUint32(number, format+1)
		later := filepath.Join(t.TempDir(), "later.checkpoint")
		writeText(t, later, string(data))
		r.refused(t, int(format), "solve", r.file("instance.tsp"), "--device", "cpu", "--resume", later)
	}
}

// withLaterSchema returns a copy of a report whose schema is one higher, and the schema of the
// report.
func (r releaseFiles) withLaterSchema(t *testing.T, name string) (file string, number int) {
	t.Helper()
	data := read(t, r.file(name))
	var of struct{ Schema int }
	readJSON(t, r.file(name), &of)
	field := `"schema":%d,`
	data = bytes.Replace(data, fmt.Appendf(nil, field, of.Schema), fmt.Appendf(nil, field, of.Schema+1), 1)
	file = filepath.Join(t.TempDir(), "later.json")
	writeText(t, file, string(data))
	return file, of.Schema
}

// earlierMerged refuses runs of the default solver of 0.9.0.
const earlierMerged = "the run recombined tours as version 0.9 did: continue or repeat it with that version"

// reports draws the tour of a run, and makes the page of all reports. The run itself is refused: its
// tours were recombined in another way.
func (r releaseFiles) reports(t *testing.T) {
	instance, merged, report := r.file("instance.tsp"), r.file("merged.json"), filepath.Join(t.TempDir(), "report.json")
	code, _, messages := runHere("solve", instance, "--device", "cpu", "--replay", merged, "--quiet", "--json", report)
	if code != exitUsage || !strings.Contains(messages, earlierMerged) {
		t.Errorf("a replay: exit code %d, %s", code, messages)
	}
	page, picture := filepath.Join(t.TempDir(), "page.html"), filepath.Join(t.TempDir(), "tour.svg")
	mustRun(t, "report", merged, r.file("as.json"), r.file("mmas.json"), r.file("acs.json"), r.file("seeds.json"),
		"--instance", instance, "--output", page)
	mustRun(t, "plot", instance, merged, "--output", picture)

	later, number := r.withLaterSchema(t, "merged.json")
	r.refused(t, number, "solve", instance, "--device", "cpu", "--replay", later)
	r.refused(t, number, "report", later, "--output", page)
	r.refused(t, number, "plot", instance, later, "--output", picture)
}

// conformance compares a conformance report with itself.
func (r releaseFiles) conformance(t *testing.T) {
	report := r.file("conform.json")
	mustRun(t, "conform", "--compare", report, report)
	later, number := r.withLaterSchema(t, "conform.json")
	r.refused(t, number, "conform", "--compare", report, later)
}

// store starts a server with the folder of the release, which has a job that is done and one that
// waits. Both have a tour in the end.
func (r releaseFiles) store(t *testing.T) {
	instance := must.Get(tsplib.ReadFile(r.file("instance.tsp")))(t)
	archive := must.Get(zip.OpenReader(r.file("store.zip")))(t)
	defer archive.Close()
	s := &served{t: t, folder: t.TempDir()}
	must.Do(t, os.CopyFS(s.folder, archive))
	started := time.Now()
	s.start()
	jobs, err := s.client().Jobs(t.Context(), job.Filter{}, "", 10)
	if err != nil || len(jobs) != 2 {
		t.Fatalf("the jobs are %+v, error %v", jobs, err)
	}
	earlier := 0
	for _, j := range jobs {
		done := s.wait(j.ID, instance)
		if done.State != job.Done {
			t.Errorf("the job is %+v with problem %+v", done, done.Problem)
		}
		if done.Ended.Before(started) {
			earlier++
		}
	}
	if earlier != 1 {
		t.Errorf("%d jobs were done before, want 1", earlier)
	}
}

// A store of a later version is refused as files are; package store tests its message.
func TestExitCodeOfLaterStore(t *testing.T) {
	err := fmt.Errorf("open store: %w", errors.Join(&schema.Error{What: "the store", Schema: 2, Reads: 1}))
	if code := exitCode(err); code != exitUsage {
		t.Errorf("exit code %d, want %d", code, exitUsage)
	}
}
