package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/aco-vk/aco-vk/internal/archive"
	"github.com/aco-vk/aco-vk/internal/must"
)

// changed writes an archive of a run after a change, and returns the exit code and what reproduce
// prints of it.
func changed(t *testing.T, arguments []string, change func(*archive.Archive, map[string]any)) (int, string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "run.zip")
	mustRun(t, append([]string{"solve", "gen:uniform:20:1", "--device", "cpu", "--quiet", "--archive", name}, arguments...)...)
	a, _, err := readArchive(name)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	must.Do(t, json.Unmarshal(a.Report, &fields))
	change(a, fields)
	if a.Report, err = json.Marshal(fields); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	must.Do(t, archive.Write(&text, a))
	writeText(t, name, text.String())
	code, out, messages := runHere("reproduce", name, "--device", "cpu")
	return code, out + messages
}

// Rows of an experiment's archive that were changed are told from those that are reproduced.
func TestChangedStudy(t *testing.T) {
	plan := newStudy(t, testIterations)
	name := filepath.Join(filepath.Dir(plan), "study.zip")
	mustRun(t, "experiment", plan, "--device", "cpu", "--quiet", "--archive", name)
	_, s, err := readArchive(name)
	if err != nil {
		t.Fatal(err)
	}
	hash := regexp.MustCompile(`"tour_sha256":"[0-9a-f]+"`)
	for _, c := range []struct {
		rows string
		code int
		want string
	}{
		{string(s.Rows), exitDone, "reproduced  6 of 6 runs"},
		{strings.Replace(string(s.Rows), hash.FindString(string(s.Rows)), `"tour_sha256":"00"`, 1), exitDiffers, "differs     merged on clustered-40-1, seed 1"},
		{"", exitDiffers, "reproduced  0 of 0 runs"},
		{"x", exitUsage, "rows.jsonl, line 1"},
	} {
		s.Rows = []byte(c.rows)
		var text bytes.Buffer
		must.Do(t, archive.WriteStudy(&text, s))
		writeText(t, name, text.String())
		code, out, messages := runHere("reproduce", name, "--device", "cpu")
		if code != c.code || !strings.Contains(out+messages, c.want) {
			t.Errorf("exit code %d, want %d with %s:\n%s%s", code, c.code, c.want, out, messages)
		}
	}
}

// A run repeats the iterations of its row, however slow the device is: with a limit of 1 ns in the plan
// and the rows of runs without it. Runs of merged are left out.
func TestStudyLosesClocks(t *testing.T) {
	const text = `
limits = { iterations = 30 }
seeds = 2
instances = ["gen:clustered:40:1"]
[[configurations]]
algorithm = "as"
[[configurations]]
algorithm = "merged"
`
	clocked := strings.Replace(text, "30 }", "30, seconds = 1e-9 }", 1)
	plan, other := newStudy(t, text), newStudy(t, clocked)
	name := filepath.Join(filepath.Dir(plan), "study.zip")
	mustRun(t, "experiment", plan, "--device", "cpu", "--quiet", "--archive", name)
	mustRun(t, "experiment", other, "--device", "cpu", "--quiet")
	_, s, err := readArchive(name)
	if err != nil {
		t.Fatal(err)
	}
	s.Plan = []byte(clocked)
	for i, row := range experimentRows(t, other) {
		s.Rows = bytes.Replace(s.Rows, []byte(experimentRows(t, plan)[i].ID), []byte(row.ID), 1)
	}
	var b bytes.Buffer
	must.Do(t, errors.Join(archive.WriteStudy(&b, s), os.WriteFile(name, b.Bytes(), 0o600)))
	const want = "left out    2 runs with a limit of time: only reports repeat runs of merged and chained\nreproduced  2 of 2 runs\n"
	if code, out, messages := runHere("reproduce", name, "--device", "cpu"); code != exitDone || !strings.HasSuffix(out, want) {
		t.Errorf("exit code %d:\n%s%s", code, out, messages)
	}
}

// A full disk is a failure, and an archive without one of its files is wrong usage.
func TestUnpackFails(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("no " + full)
	}
	a := &archive.Study{Plan: []byte(testIterations), Files: map[string][]byte{}}
	a.Add("places.tsp", []byte("NAME: places"))
	folder := t.TempDir()
	file := filepath.Join(folder, a.Info.Instances[0])
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.Symlink(full, file)))
	for _, want := range []int{exitFailure, exitUsage} {
		_, _, err := (&study{experimentCommand: new(experimentCommand)}).unpack(t.Context(), a, folder)
		if got := exitCode(err); got != want {
			t.Errorf("%v: exit code %d, want %d", err, got, want)
		}
		clear(a.Files)
	}
	if got := exitCode(&fs.PathError{Op: "mkdir", Err: syscall.ENOSPC}); got != exitFailure {
		t.Errorf("a folder on a full disk: exit code %d", got)
	}
}

// An archive whose content was changed is told from one that is reproduced, and cannot set other
// flags of solve.
func TestChangedArchives(t *testing.T) {
	target := filepath.Join(t.TempDir(), "target")
	for name, c := range map[string]struct {
		change func(*archive.Archive, map[string]any)
		code   int
		want   string
	}{
		"nothing": {func(*archive.Archive, map[string]any) {}, exitDone, "reproduced  tour_sha256 "},
		"another tour": {func(_ *archive.Archive, r map[string]any) {
			r["tour_sha256"] = strings.Repeat("0", 64)
		}, exitDiffers, "not reproduced: the tour is another one"},
		"another length": {func(_ *archive.Archive, r map[string]any) { r["best_length"] = 1 }, exitUsage, "its report was changed"},
		"lines": {func(_ *archive.Archive, r map[string]any) {
			r["instance"].(map[string]any)["name"] = "a\nreproduced\x1b[2J"
		}, exitDone, "archive     a?reproduced?[2J, as,"},
		"another seed": {func(_ *archive.Archive, r map[string]any) { r["seed"] = 2 }, exitDiffers, "not reproduced"},
		"shaders": {func(_ *archive.Archive, r map[string]any) {
			r["shaders_sha256"] = strings.Repeat("0", 64)
		}, exitDone, "shaders     this program has others"},
		"version": {func(_ *archive.Archive, r map[string]any) { r["version"] = "v0.1.0" }, exitDone, "version     this is aco-vk "},
		"instance": {func(_ *archive.Archive, r map[string]any) {
			r["instance"].(map[string]any)["sha256"] = strings.Repeat("0", 64)
		}, exitUsage, "the instance is another one"},
		"parameter": {func(_ *archive.Archive, r map[string]any) {
			r["parameters"].(map[string]any)["json"] = target
		}, exitUsage, `the parameter "json"`},
		"option": {func(a *archive.Archive, _ map[string]any) {
			a.Run.Options = map[string]string{"tour": target}
		}, exitUsage, `the option "tour"`},
		"value": {func(a *archive.Archive, r map[string]any) {
			r["parameters"].(map[string]any)["selection"] = "--tour=" + target
		}, exitUsage, "cannot be made again"},
		"generator":  {func(a *archive.Archive, _ map[string]any) { a.Run.Generator = "/etc/passwd" }, exitUsage, "is none"},
		"iterations": {func(_ *archive.Archive, r map[string]any) { r["iterations"] = 0 }, exitUsage, "ended before the first iteration"},
	} {
		code, text := changed(t, []string{"--algorithm", "as", "--selection", "scan", "--iterations", "2"}, c.change)
		if code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s", name, code, c.code, c.want, text)
		}
		if _, err := os.Stat(target); err == nil {
			t.Errorf("%s: a file was written", name)
		}
	}
}

// All parameters of reports can be reproduced.
func TestReproducedParameters(t *testing.T) {
	page := read(t, "../../docs/files.md")
	_, table, _ := strings.Cut(string(page), "| algorithm | parameters |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	words := strings.Split(table, "`")
	for i := 1; i < len(words); i += 2 {
		if !isParameter(words[i]) {
			t.Errorf("%s is not reproduced", words[i])
		}
	}
}
