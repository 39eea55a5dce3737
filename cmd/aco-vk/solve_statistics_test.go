package main

import (
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// sameRows compares two files of --statistics without the last column, the device time: samerows FILE
// FILE
func sameRows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samerows FILE FILE")
	}
	rows := func(name string) (all []string) {
		for line := range strings.Lines(ts.ReadFile(name)) {
			all = append(all, line[:strings.LastIndexByte(line, ',')])
		}
		return all
	}
	one, other := rows(args[0]), rows(args[1])
	for i := range max(len(one), len(other)) {
		if i >= len(one) || i >= len(other) || one[i] != other[i] {
			ts.Fatalf("%s and %s differ at line %d:\n%s\n%s", args[0], args[1], i+1, strings.Join(one, "\n"), strings.Join(other, "\n"))
		}
	}
}
