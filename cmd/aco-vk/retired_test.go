package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
)

// retiredParameters are parameters of version 0.9 that no longer exist: what its files have by
// default, what the files of a run that used the parameter have, and the words of the refusal.
var retiredParameters = []struct{ unused, used, message string }{
	{`"pheromone":"off"`, `"pheromone":"strong"`, "the run used pheromone strong"},
	{`"pheromone":"off"`, `"windows":2`, "the run divided its tour into 2 windows"},
}

// Reports and checkpoints of runs with parameters that no longer exist are refused by their names.
func TestRetiredParameters(t *testing.T) {
	release := releaseFiles{filepath.Join(releasesFolder, "0.9.0")}
	for _, c := range retiredParameters {
		change := func(text []byte) []byte {
			t.Helper()
			changed := bytes.Replace(text, []byte(c.unused), []byte(c.used), 1)
			if bytes.Equal(changed, text) {
				t.Fatalf("%s is not in the file", c.unused)
			}
			return changed
		}
		report, saved := filepath.Join(t.TempDir(), "report.json"), filepath.Join(t.TempDir(), "file.checkpoint")
		if err := os.WriteFile(report, change(read(t, release.file("merged.json"))), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := checkpoint.Open(release.file("merged.checkpoint"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		header := file.Header
		header.Run = change(header.Run)
		var sections []checkpoint.Section
		for _, section := range file.Sections() {
			sections = append(sections, section)
		}
		if err := checkpoint.Write(saved, header, sections); err != nil {
			t.Fatal(err)
		}
		for flag, name := range map[string]string{"--replay": report, "--resume": saved} {
			code, _, messages := runHere("solve", release.file("instance.tsp"), "--device", "cpu", flag, name)
			if code != exitUsage || !strings.Contains(messages, c.message) || !strings.Contains(messages, name) {
				t.Errorf("%s: exit code %d, %s", flag, code, messages)
			}
		}
	}
}

// A checkpoint of version 0.9 does not have the lower limit of the pheromone. Its run goes on with
// the limit of that version, which is not the default any more.
func TestFormerLowerLimit(t *testing.T) {
	release := releaseFiles{filepath.Join(releasesFolder, "0.9.0")}
	report := filepath.Join(t.TempDir(), "report.json")
	mustRun(t, "solve", release.file("instance.tsp"), "--device", "cpu", "--quiet", "--resume",
		release.file("mmas.checkpoint"), "--json", report)
	if text := string(read(t, report)); !strings.Contains(text, `"lower_limit":"cities"`) {
		t.Errorf("the resumed run has another lower limit: %.600s", text)
	}
}
