package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// The constants of package glsl are up to date.
func TestConstantsAreThoseOfTheHeaders(t *testing.T) {
	t.Chdir("../../shaders")
	want := must.Get(constants())(t)
	got := must.Get(os.ReadFile(constantsFile))(t)
	if !bytes.Equal(got, want) {
		t.Error("a header has changed since its constants were read: run make shaders")
	}
}
