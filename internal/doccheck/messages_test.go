package doccheck

import (
	"regexp"
	"strings"
	"testing"
)

// namesFlags are the files below no folder of programs that have strings with flags or commands.
var namesFlags = map[string]string{
	"aco/option/table.go":        "helps of the flags",
	"conform/export/program.go":  "arguments of the C compiler",
	"conform/export/scripts.go":  "arguments of the programs that run the scripts",
	"conform/export/write.go":    "arguments of the disassembler, and of the programs that run the files",
	"shaders/compile/compile.go": "arguments of the shader compiler",
	"vk/vktest/faultlayer.go":    "arguments of the C compiler",
}

// TestMessagesNameNoFlagOrCommand checks every string of the packages outside cmd and tools. Their
// callers may have no command line: an error names options as the library does, and package main
// replaces these names with flags.
func TestMessagesNameNoFlagOrCommand(t *testing.T) {
	p := wholeProject(t)
	pattern, found := flagOrCommand(p.commandNames()), map[string]bool{}
	for _, l := range p.literals {
		match := pattern.FindString(l.text)
		if match == "" || strings.HasPrefix(l.file, "cmd/") || strings.HasPrefix(l.file, "tools/") {
			continue
		}
		if found[l.file] = true; namesFlags[l.file] == "" {
			t.Errorf("%s:%d: the string %q names %q", l.file, l.line, l.text, strings.TrimSpace(match))
		}
	}
	for name := range namesFlags {
		if !found[name] {
			t.Errorf("%s names no flag or command any more: delete it from the exceptions", name)
		}
	}
}

// TestMessagesCountFrom1 checks that no message has a city that is counted from 0: the numbers of files
// and of messages are the same. Files that count from 0 themselves are quoted.
func TestMessagesCountFrom1(t *testing.T) {
	p := wholeProject(t)
	for _, l := range p.literals {
		if strings.Contains(l.text, "counted from 0") && l.file != "tsp/format/tour_list.go" {
			t.Errorf("%s:%d: %q", l.file, l.line, l.text)
		}
	}
}

func TestFlagOrCommand(t *testing.T) {
	pattern := flagOrCommand([]string{"devices", "solve"})
	for text, want := range map[string]bool{
		"choose fewer (--colonies)": true, "--json": true, "print less: -q": true, "(-o)": true,
		"`aco-vk devices` lists them": true, "run aco-vk solve again": true,
		"-1 ends the tour": false, "2-opt": false, "x - y": false, "a -- b": false, "outside -90..90": false,
		"%d-%d":              false,
		"aco-vk pipelines 1": false, "nearest-neighbour": false,
	} {
		if got := pattern.MatchString(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// flagOrCommand returns an expression that matches flags, and the program's name before one of its
// commands.
func flagOrCommand(commands []string) *regexp.Regexp {
	return regexp.MustCompile(`(^|[^-\w])--[a-z]|(^|[^-\w])-[a-z]($|[^-\w])|aco-vk (` + strings.Join(commands, "|") + `)\b`)
}
