package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// CITATION.cff has the fields that its format requires, and the licence of the project.
func TestCitation(t *testing.T) {
	citation, err := os.ReadFile("../../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	licence, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(licence), "Apache License") || !strings.Contains(string(citation),
		"\nlicense: Apache-2.0\n") {
		t.Error("the licences differ")
	}
	for _, field := range []string{"cff-version: 1.2.0", "message: ", "title: ", "authors:\n  - name: ", "repository-code: "} {
		if !strings.Contains("\n"+string(citation), "\n"+field) {
			t.Errorf("no field %q", field)
		}
	}
}

// The citation and the README name the version of the newest release in the change log.
func TestVersionInPages(t *testing.T) {
	text := map[string]string{}
	for _, name := range []string{"CHANGELOG.md", "CITATION.cff", "README.md"} {
		page, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		text[name] = string(page)
	}
	newest := regexp.MustCompile(`(?m)^## (\S+) \(\d{4}-`).FindStringSubmatch(text["CHANGELOG.md"])
	if newest == nil {
		t.Fatal("no release in CHANGELOG.md")
	}
	for name, line := range map[string]string{"CITATION.cff": "\nversion: " + newest[1] + "\n", "README.md": "/aco-vk_" + newest[1] + "_amd64.deb\n"} {
		if !strings.Contains(text[name], line) {
			t.Errorf("%s has no %q", name, line)
		}
	}
}
