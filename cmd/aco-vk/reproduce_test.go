package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/archive"
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
	if err := json.Unmarshal(a.Report, &fields); err != nil {
		t.Fatal(err)
	}
	change(a, fields)
	if a.Report, err = json.Marshal(fields); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := archive.Write(&text, a); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
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
		{strings.Replace(string(s.Rows), `"stop_reason":"iterations"`, `"stop_reason":"time_limit"`, 2), exitDone,
			"left out    2 runs that a clock ended: only reports repeat runs of merged and chained\nreproduced  4 of 4 runs"},
		{"", exitDiffers, "reproduced  0 of 0 runs"},
		{"x", exitUsage, "rows.jsonl, line 1"},
	} {
		s.Rows = []byte(c.rows)
		var text bytes.Buffer
		if err := archive.WriteStudy(&text, s); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, messages := runHere("reproduce", name, "--device", "cpu")
		if code != c.code || !strings.Contains(out+messages, c.want) {
			t.Errorf("exit code %d, want %d with %s:\n%s%s", code, c.code, c.want, out, messages)
		}
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
