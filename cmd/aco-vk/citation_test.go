package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/cite"
)

// CITATION.cff has the fields that its format requires, and the licence of the project.
func TestCitation(t *testing.T) {
	citation := read(t, "../../CITATION.cff")
	licence := read(t, "../../LICENSE")
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

// The citation names the newest release in the change log.
func TestVersionOfCitation(t *testing.T) {
	log := read(t, "../../CHANGELOG.md")
	citation := read(t, "../../CITATION.cff")
	newest := regexp.MustCompile(`(?m)^## (\S+) \((\d{4}-\S+)\)$`).FindStringSubmatch(string(log))
	if newest == nil {
		t.Fatal("no release in CHANGELOG.md")
	}
	if want := "\nversion: " + newest[1] + "\ndate-released: " + newest[2] + "\n"; !strings.Contains(string(citation), want) {
		t.Errorf("CITATION.cff has no %q", want)
	}
	year, _ := strconv.Atoi(newest[2][:4]) // it has four digits
	isReleased := regexp.MustCompile(`(?m)^## .*`).FindString(string(log)) == newest[0]
	if cite.Year < year || isReleased && cite.Year != year {
		t.Errorf("cite.Year is %d, the newest release of %s", cite.Year, newest[2])
	}
}
