package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// This test is a program, too: the licences of its modules are found.
func TestLicencesOfProgram(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := (&commandLine{Program: []string{program}}).run(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Go: LICENSE\n", "github.com/alecthomas/kong@v", "Permission is hereby granted"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in the licences", want)
		}
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "README"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := write(&out, "example@v1", folder); !errors.Is(err, errNoLicence) {
		t.Errorf("error %v, want %v", err, errNoLicence)
	}
	for _, name := range []string{"LICENSE-MIT", "Licence.txt", "COPYING", "licenses.go"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("terms in "+name+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(&out, "example@v1", folder); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Count(text, "terms in ") != 3 || strings.Contains(text, "licenses.go") {
		t.Errorf("%s", text)
	}
}
