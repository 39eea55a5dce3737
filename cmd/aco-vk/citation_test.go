package main

import (
	"os"
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
	if !strings.Contains(string(licence), "Apache License") || !strings.Contains(string(citation), "\nlicense: Apache-2.0\n") {
		t.Error("the licences differ")
	}
	for _, field := range []string{"cff-version: 1.2.0", "message: ", "title: ", "authors:\n  - name: ", "repository-code: "} {
		if !strings.Contains("\n"+string(citation), "\n"+field) {
			t.Errorf("no field %q", field)
		}
	}
}
