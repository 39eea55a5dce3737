package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The files for deployment call the program with flags that it has, and the tools that read them
// accept them as far as they are at hand.
func TestDeployment(t *testing.T) {
	calls := 0
	list := regexp.MustCompile(`(?m)^\s+(?:command|args): \[(.*)\]$`)
	start := regexp.MustCompile(`(?m)^ExecStart=/usr/bin/aco-vk (.*)$`)
	for _, name := range []string{"compose.yaml", "kubernetes.yaml", "aco-vk.service"} {
		text := read(t, filepath.Join("../../tools/packaging/deploy", name))
		var lines [][]string
		for _, found := range list.FindAllSubmatch(text, -1) {
			lines = append(lines, strings.Split(strings.ReplaceAll(string(found[1]), `"`, ""), ", "))
		}
		for _, found := range start.FindAllSubmatch(text, -1) {
			lines = append(lines, strings.Fields(string(found[1])))
		}
		for _, line := range lines {
			calls++
			if _, err := commandParser(t).Parse(line); err != nil {
				t.Errorf("%s: aco-vk %s: %v", name, strings.Join(line, " "), err)
			}
		}
	}
	if calls != 5 {
		t.Errorf("%d calls of the program, want 5", calls)
	}
}

// Each container has a limit of memory, a version of the image, and a root that it cannot write;
// the server of Kubernetes has tokens, and what ends is started again.
func TestDeploymentIsBounded(t *testing.T) {
	for name, want := range map[string]map[string]int{
		"kubernetes.yaml": {"image: aco-vk:" + imageTag(t): 2, "limits: {memory: ": 2, "readOnlyRootFilesystem: true": 2,
			"allowPrivilegeEscalation: false": 2, "--tokens, /clients/tokens": 1, "runAsNonRoot: true": 2,
			"mountPath: /tmp}": 2, "image: ": 2},
		"compose.yaml": {"image: aco-vk:" + imageTag(t): 2, "mem_limit: ": 2, "read_only: true": 2,
			"restart: unless-stopped": 2, "tmpfs: [/tmp]": 2, "image: ": 2},
		"aco-vk.service": {"Restart=on-failure\n": 1, "RestartPreventExitStatus=2\nRestartSec=5": 1, "StartLimitIntervalSec=0\n\n[Service]": 1, "ProtectSystem=strict": 1, "ExecReload=/bin/kill -HUP $MAINPID": 1},
		"Dockerfile":     {"-t aco-vk:" + imageTag(t): 1},
	} {
		text := read(t, filepath.Join("../../tools/packaging/deploy", name))
		for line, times := range want {
			if n := strings.Count(string(text), line); n != times {
				t.Errorf("%s has %q %d times, want %d", name, line, n, times)
			}
		}
	}
}

// imageTag returns the version that the change log begins with.
func imageTag(t *testing.T) string {
	t.Helper()
	text := read(t, "../../CHANGELOG.md")
	found := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)`).FindSubmatch(text)
	if found == nil {
		t.Fatal("there is no version in CHANGELOG.md")
	}
	return string(found[1])
}

// Prometheus accepts the alerts.
func TestAlerts(t *testing.T) {
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Skip("there is no promtool")
	}
	if said, err := exec.Command("promtool", "check", "rules", "../../tools/packaging/deploy/alerts.yaml").CombinedOutput(); err != nil {
		t.Errorf("%s, error %v", said, err)
	}
}

// systemd accepts the unit.
func TestUnit(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("there is no systemd-analyze")
	}
	text := read(t, "../../tools/packaging/deploy/aco-vk.service")
	file := filepath.Join(t.TempDir(), "aco-vk.service")
	// the program is not installed
	writeText(t, file, strings.Replace(string(text), "ExecStart=/usr/bin/aco-vk", "ExecStart=/bin/true", 1))
	if said, err := exec.Command("systemd-analyze", "verify", file).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%s, error %v", said, err)
	}
}
