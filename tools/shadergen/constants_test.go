package main

import (
	"bytes"
	"os"
	"testing"
)

// The constants of package glsl are up to date.
func TestConstantsAreThoseOfTheHeaders(t *testing.T) {
	t.Chdir("../../shaders")
	want, err := constants()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(constantsFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("a header has changed since its constants were read: run make shaders")
	}
}
