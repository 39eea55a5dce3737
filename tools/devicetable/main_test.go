package main

import (
	"os"
	"testing"
)

// README.md is up to date with the reports.
func TestPageIsUpToDate(t *testing.T) {
	const folder = "../../docs/devices"
	want, err := page(folder)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(folder + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("docs/devices/README.md is not what make devices writes")
	}
}
