package main

import (
	"io"
	"os"
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
		text, err := os.ReadFile(filepath.Join("../../deploy", name))
		if err != nil {
			t.Fatal(err)
		}
		var lines [][]string
		for _, found := range list.FindAllSubmatch(text, -1) {
			lines = append(lines, strings.Split(strings.ReplaceAll(string(found[1]), `"`, ""), ", "))
		}
		for _, found := range start.FindAllSubmatch(text, -1) {
			lines = append(lines, strings.Fields(string(found[1])))
		}
		for _, line := range lines {
			calls++
			parser, err := newParser(false, console{out: io.Discard, messages: io.Discard}, func(int) {})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(line); err != nil {
				t.Errorf("%s: aco-vk %s: %v", name, strings.Join(line, " "), err)
			}
		}
	}
	if calls != 5 {
		t.Errorf("%d calls of the program, want 5", calls)
	}
}

// systemd accepts the unit.
func TestUnit(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("there is no systemd-analyze")
	}
	text, err := os.ReadFile("../../deploy/aco-vk.service")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "aco-vk.service")
	// the program is not installed
	text = []byte(strings.Replace(string(text), "ExecStart=/usr/bin/aco-vk", "ExecStart=/bin/true", 1))
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("systemd-analyze", "verify", file).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%s, error %v", said, err)
	}
}
