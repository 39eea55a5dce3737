package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// module has one package of each kind, and one of none.
var module = map[string]string{
	"go.mod":                "module example\n\ngo 1.26\n",
	"vk/vk.go":              "package vk\n",
	"vk/vk_test.go":         "package vk\n",
	"vk/vktest/vktest.go":   "package vktest\n\nimport _ \"example/vk\"\n", // without tests
	"opens/opens_test.go":   "package opens\n\nimport _ \"example/vk/vktest\"\n",
	"starts/starts.go":      "package starts\n\nfunc f() { go f() }\n",
	"starts/starts_test.go": "package starts\n",
	"locks/locks.go":        "package locks\n\nimport _ \"sync\"\n",
	"locks/locks_test.go":   "package locks\n",
	"tools/t/t.go":          "package main\n\nimport _ \"sync\"\n\nfunc main() { go main() }\n",
	"tools/t/t_test.go":     "package main\n",
	"at/once_test.go":       "package at\n\nimport _ \"sync\"\n",
	"short/short_test.go":   "package short\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) { _ = testing.Short() }\n",
	"plain/plain.go":        "package plain\n\nimport _ \"example/opens\"\n",
	"plain/plain_test.go":   "package plain\n\n// go testing.Short() of sync\n",
	"opens/opens.go":        "package opens\n",
}

func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range module {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for choice, want := range map[string]string{
		"devices": "opens vk", "concurrent": "locks starts", "whole": "opens short vk", "rest": "at locks plain starts tools/t",
	} {
		var out strings.Builder
		if err := run(&out, []string{choice}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(strings.ReplaceAll(out.String(), "example/", "")), " "); got != want {
			t.Errorf("%s: %s, want %s", choice, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, arguments := range [][]string{nil, {"all"}, {"devices", "whole"}} {
		if err := run(&strings.Builder{}, arguments); err == nil {
			t.Errorf("%q: no error", arguments)
		}
	}
	t.Chdir(t.TempDir())
	if err := run(&strings.Builder{}, []string{"devices"}); err == nil {
		t.Error("outside a module: no error")
	}
}
