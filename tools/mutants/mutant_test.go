package main

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

func TestRulesOfGLSL(t *testing.T) {
	for _, c := range []struct{ line, rule, want string }{
		{"    barrier();", "barrier dropped", ""},
		{"    sync_subgroup(); // before the next read", "barrier dropped", ""},
		{"if (a < b) return;", "comparison off by one", "if (a <= b) return;"},
		{"if (a << b >= c) return;", "comparison off by one", "if (a << b > c) return;"},
		{"x = tour[i + 1u];", "index off by one", "x = tour[i + 1u - 1u];"},
		{"x = y & 31u;", "lane mask", "x = y & 63u;"},
		{"if (lane < steps) {", "half of the lanes", "if (lane < steps / 2u) {"},
		{"return uvec2(low, a.y + b.y + carry);", "carry lost", "return uvec2(low, a.y + b.y);"},
		{"atomicAdd(high, part.y + (old + part.x < old ? 1u : 0u));", "carry lost", "atomicAdd(high, part.y);"},
		{"return a.x == b.x && a.y == b.y;", "word not compared", "return a.x == b.x;"},
		{"atomicMin(best, x);", "min and max swapped", "atomicMax(best, x);"},
		{"if (f(a) == b) {", "condition negated", "if (!(f(a) == b)) {"},
		{"uint x = a + b;", "cut to 16 bits", "uint x = (a + b) & 0xFFFFu;"},
		{"uint x = 7u;", "constant off by one", "uint x = 8u;"},
	} {
		all := glslMutants("a.comp", c.line)
		if !slices.ContainsFunc(all, func(m mutant) bool { return m.Rule == c.rule && m.After == c.want }) {
			t.Errorf("%s: %s: %+v, want %q", c.line, c.rule, all, c.want)
		}
	}
	for _, line := range []string{"// if (a < b) {", "#define SIZE 4u", "layout(local_size_x = 4u) in;", "a = b;"} {
		if all := glslMutants("a.comp", line); len(all) > 0 {
			t.Errorf("%s: %+v", line, all)
		}
	}
}

func TestRulesOfGo(t *testing.T) {
	for _, c := range []struct{ line, rule, want string }{
		{"if a < b { return }", "comparison off by one", "if a <= b { return }"},
		{"if a < b { return }", "condition negated", "if !(a < b) { return }"},
		{"x := a[7]", "constant off by one", "x := a[8]"},
		{"x = min(a, b)", "min and max swapped", "x = max(a, b)"},
		{"x = y // the reason", "line left out", "// the reason"},
		{"f(x)", "line left out", ""},
		{"x++", "line left out", ""},
	} {
		all := goLine(t, c.line)
		if !slices.ContainsFunc(all, func(m mutant) bool { return m.Rule == c.rule && m.After == c.want }) {
			t.Errorf("%s: %s: %+v, want %q", c.line, c.rule, all, c.want)
		}
	}
	for _, line := range []string{"if err != nil { return }", "x := y", "// x = 1", `x := "3 < 4"`} {
		if all := goLine(t, line); len(all) > 0 {
			t.Errorf("%s: %+v", line, all)
		}
	}
}

// goLine returns the mutants of a statement.
func goLine(t *testing.T, line string) []mutant {
	t.Helper()
	return must.Get(goMutants("a.go", "package a\n\nfunc f() {\n\t"+line+"\n}\n"))(t)
}

func TestPlant(t *testing.T) {
	const text = "func f() {\n\tx = 1 // one\n}\n"
	if got := (mutant{Line: 2, After: "x = 2 // one"}).plant(text); got != "func f() {\n\tx = 2 // one\n}\n" {
		t.Error(got)
	}
}

// A sample takes rules in turn, and what it takes does not depend on the order and lines of the
// mutants.
func TestSample(t *testing.T) {
	var all []mutant
	for i := range 20 {
		all = append(all, mutant{Rule: "common", After: string(rune('a' + i)), Line: i})
	}
	all = append(all, mutant{Rule: "rare", After: "x"})
	first := sample(slices.Clone(all), 1)
	if first[0].Rule != "common" || first[1].Rule != "rare" || len(first) != len(all) {
		t.Errorf("%+v", first)
	}
	slices.Reverse(all)
	for i := range all {
		all[i].Line += 5
	}
	for i, m := range sample(slices.Clone(all), 1) {
		if m.key() != first[i].key() {
			t.Fatalf("mutant %d is %+v, was %+v", i, m, first[i])
		}
	}
	if slices.EqualFunc(sample(all, 2), first, func(a, b mutant) bool { return a.key() == b.key() }) {
		t.Error("another seed gives the same order")
	}
}
