package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// mesaJob is the script of docs/mesa-ci.md in a folder with its expectations.
type mesaJob struct {
	folder string
	env    []string // of every run
}

// ciCases selects three small cases, and with ciProbe a probe.
const (
	ciCases = `selection=scan/deposit=(triangle|atomic-tiled|reduction)`
	ciProbe = `|^probe/subgroupAdd$`
)

func newMesaJob(t *testing.T) *mesaJob {
	t.Helper()
	if testing.Short() {
		t.Skip("starts many processes")
	}
	info := vktest.Open(t).Info()
	page := read(t, "../../docs/mesa-ci.md")
	script := regexp.MustCompile("(?s)```sh\n(.*?)```").FindSubmatch(page)
	j := &mesaJob{folder: t.TempDir(), env: append(os.Environ(), "GPU_VERSION=lavapipe")}
	writeText(t, filepath.Join(j.folder, "runner.sh"), string(script[1]))
	must.Do(t, os.Mkdir(filepath.Join(j.folder, "ci"), 0o700))
	if info.Index != 0 {
		t.Skip("the device under test is not the first")
	}
	return j
}

// run runs the job with further environment variables. It returns the results by name, and fails
// unless the exit code is the given one.
func (j *mesaJob) run(t *testing.T, code int, variables []string, flags ...string) map[string]string {
	t.Helper()
	command := exec.Command("sh", append([]string{"./runner.sh"}, flags...)...)
	command.Dir, command.Env = j.folder, append(append(slices.Clone(j.env), "CASE_TIMEOUT=10h"), variables...)
	out, _ := command.CombinedOutput()
	if got := command.ProcessState.ExitCode(); got != code {
		t.Fatalf("exit code %d, want %d\n%s", got, code, out)
	}
	return j.results(t)
}

// results reads results.csv.
func (j *mesaJob) results(t *testing.T) map[string]string {
	t.Helper()
	text := read(t, filepath.Join(j.folder, "results/results.csv"))
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(strings.TrimSpace(line), ",")
		if len(columns) != 3 {
			t.Fatalf("line %q", line)
		}
		all[columns[0]] = columns[1]
	}
	return all
}

// expect writes a file of expectations.
func (j *mesaJob) expect(t *testing.T, name, text string) {
	t.Helper()
	writeText(t, filepath.Join(j.folder, "ci", "lavapipe-"+name+".txt"), text)
}

// statuses returns the statuses of results and their numbers, such as "Crash: 1, Pass: 3".
func statuses(results map[string]string) string {
	counts := map[string]int{}
	for _, status := range results {
		counts[status]++
	}
	var all []string
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, fmt.Sprintf("%s: %d", status, counts[status]))
	}
	return strings.Join(all, ", ")
}

// The shards of a job are disjoint and make the whole test.
func TestMesaShards(t *testing.T) {
	j := newMesaJob(t)
	whole := j.run(t, exitDone, nil, "--cases", ciCases+ciProbe)
	if statuses(whole) != fmt.Sprintf("Pass: %d", len(whole)) || len(whole) != 4 {
		t.Fatalf("%v", whole)
	}
	shards := map[string]string{}
	for part := 1; part <= 2; part++ {
		some := j.run(t, exitDone, []string{fmt.Sprintf("CI_NODE_INDEX=%d", part), "CI_NODE_TOTAL=2"}, "--cases", ciCases+ciProbe)
		for name := range some {
			if _, twice := shards[name]; twice {
				t.Errorf("%s is in two shards", name)
			}
		}
		maps.Copy(shards, some)
	}
	if !maps.Equal(shards, whole) {
		t.Errorf("shards %v, whole %v", shards, whole)
	}
}

// A job finds the faults of a driver, with the words of deqp-runner, and its own failures are the
// baseline of the next job.
func TestMesaFaults(t *testing.T) {
	j := newMesaJob(t)
	layer := vktest.FaultLayer(t)
	with := func(variables ...string) []string { return append(slices.Clone(layer), variables...) }
	list := filepath.Join(j.folder, "list")
	passed := j.run(t, exitDone, nil, "--cases", ciCases)
	names := slices.Sorted(maps.Keys(passed))[:2]
	writeText(t, list, "# two cases\n"+strings.Join(names, "\n")+"\n")
	cases := "@" + list
	crash := with("FAULT_LAYER=crash", "FAULT_LAYER_FROM=3")
	for _, c := range []struct {
		fault    string
		env      []string
		statuses string
	}{
		{"corruption", with("FAULT_LAYER=corrupt"), "Fail: 2"},
		{"crash", crash, "Crash: 2"},
		{"crash once", append(crash, "FAULT_LAYER_ONCE="+filepath.Join(t.TempDir(), "once")), "Flake: 1, Pass: 1"},
		{"hang", with("FAULT_LAYER=hang", "FAULT_LAYER_FROM=3", "CASE_TIMEOUT=2s"), "Timeout: 2"},
	} {
		got := j.run(t, exitDiffers, c.env, "--cases", cases)
		if statuses(got) != c.statuses {
			t.Errorf("%s: %v, want %s", c.fault, got, c.statuses)
		}
	}
	j.run(t, exitDiffers, crash, "--cases", cases)
	failures := read(t, filepath.Join(j.folder, "results/failures.csv"))
	j.expect(t, "fails", string(failures))
	if got := j.run(t, exitDone, crash, "--cases", cases); statuses(got) != "ExpectedFail: 2" {
		t.Errorf("with the baseline: %v", got)
	}
	if got := j.run(t, exitDiffers, nil, "--cases", cases); statuses(got) != "UnexpectedImprovement(Pass): 2" {
		t.Errorf("with the baseline, without the fault: %v", got)
	}
	j.expect(t, "fails", "")
	j.expect(t, "flakes", "algorithm=as/\n")
	j.expect(t, "skips", names[1]+"\n")
	if got := j.run(t, exitDone, crash, "--cases", cases); len(got) != 1 || got[names[0]] != "KnownFlake" {
		t.Errorf("with the flakes and skips: %v", got)
	}
	j.expect(t, "skips", "")
	if got := j.run(t, exitDevice, with("FAULT_LAYER=open"), "--cases", cases); statuses(got) != "Missing: 2" {
		t.Errorf("with a driver that does not open the device: %v", got)
	}
}

// A test that was killed goes on with --resume: what has a result does not run again.
func TestMesaResume(t *testing.T) {
	j := newMesaJob(t)
	whole := j.run(t, exitDone, nil, "--cases", ciCases+ciProbe)
	saved := filepath.Join(j.folder, "results", savedName)
	if _, err := os.Stat(saved); err == nil {
		t.Error("a complete test leaves its file of results")
	}
	// The device cannot be opened: the results so far are none. Then one case is on the disk, and half
	// of another.
	j.run(t, exitDevice, append(vktest.FaultLayer(t), "FAULT_LAYER=open"), "--cases", ciCases+ciProbe)
	name := slices.Sorted(maps.Keys(whole))[0]
	file := must.Get(os.OpenFile(saved, os.O_APPEND|os.O_WRONLY, 0))(t)
	fmt.Fprintf(file, "{\"Name\":%q,\"Case\":{\"Verdict\":\"differs\"}}\n{\"Name\":", name)
	file.Close()
	got := j.run(t, exitDiffers, nil, "--cases", ciCases+ciProbe, "--resume")
	whole[name] = "Fail" // as the file says: it did not run again
	if !maps.Equal(got, whole) {
		t.Errorf("resumed: %v, want %v", got, whole)
	}
	j.run(t, exitDevice, append(vktest.FaultLayer(t), "FAULT_LAYER=open"), "--cases", ciCases+ciProbe)
	command := exec.Command("sh", "./runner.sh", "--cases", "subgroupAdd", "--resume")
	command.Dir, command.Env = j.folder, j.env
	if out, _ := command.CombinedOutput(); command.ProcessState.ExitCode() != exitUsage ||
		!strings.Contains(string(out), "of another test") {
		t.Errorf("another test is resumed:\n%s", out)
	}
}
