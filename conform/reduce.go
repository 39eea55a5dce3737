package conform

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// maxReductions is the largest number of cases that run to shrink one.
const maxReductions = 300

// shrink returns the result of a smaller case that is bad as well: with fewer cities, ants and
// iterations, and without the parameters that do not matter. It stops when no smaller case is bad
// in the same way, and when the device is lost.
func shrink(ctx context.Context, compare func(context.Context, Case) (caseResult, error), r caseResult) caseResult {
	runs := 0
	for reduced := true; reduced; {
		reduced = false
		for _, c := range smallerCases(r) {
			if runs++; runs > maxReductions || r.Lost || r.Verdict == Hung {
				return r
			}
			next, err := compare(ctx, c)
			if err != nil {
				return r
			}
			if r.sameFault(next) {
				r, reduced = next, true
				break
			}
		}
	}
	return r
}

// sameFault reports whether a smaller case shows the fault of r: it differs or fails too, or it
// crashes with the same signal in the same modules.
func (r caseResult) sameFault(smaller caseResult) bool {
	if r.Crash == nil || smaller.Crash == nil {
		return smaller.bad() && r.Crash == smaller.Crash
	}
	return r.Verdict == smaller.Verdict && r.Crash.Signal == smaller.Crash.Signal && slices.Equal(
		r.Crash.Modules, smaller.Crash.Modules,
	)
}

// smallerCases returns the cases that shrink tries next, much smaller ones first. Each has a
// smaller number or one parameter less than the case of r, so a chain of them ends.
func smallerCases(r caseResult) []Case {
	var all []Case
	add := func(c Case) {
		c.copyCommon()
		all = append(all, c)
	}
	if c := r.Case; r.Iteration > 0 && r.Iteration < c.Iterations {
		c.Iterations = r.Iteration // later iterations do not matter
		add(c)
	}
	for _, input := range r.Case.Input.smaller() {
		c := r.Case
		c.Input = input
		add(c)
	}
	words := strings.Split(r.Case.String(), ",")
	for i, word := range words {
		for _, smaller := range smallerWords(word) {
			text := slices.Replace(slices.Clone(words), i, i+1, smaller)
			text = slices.DeleteFunc(text, func(word string) bool { return word == "" })
			if c, err := ParseCase(strings.Join(text, ",")); err == nil {
				add(c)
			}
		}
	}
	return all
}

// smallerWords returns replacements of a name=value of a case: with a smaller number, with 0, or
// "" to leave it out.
func smallerWords(word string) []string {
	name, value, _ := strings.Cut(word, "=")
	if name == "input" || name == "algorithm" || value == "0" {
		return nil
	}
	var all []string
	if number, err := strconv.ParseUint(value, 10, 64); err == nil {
		for _, smaller := range smallerNumbers(number) {
			all = append(all, name+"="+strconv.FormatUint(smaller, 10))
		}
	}
	_, err := strconv.ParseFloat(value, 64)
	switch {
	case name == "ants" || name == "iterations": // 0 stands for a larger number, or is refused
	case err == nil:
		all = append(all, name+"=0")
	default:
		all = append(all, "")
	}
	return all
}

// smallerNumbers returns 1, half of the number and one less, as far as they are smaller and above
// 0.
func smallerNumbers(number uint64) []uint64 {
	var all []uint64
	for _, smaller := range []uint64{1, number / 2, number - 1} {
		if 0 < smaller && smaller < number && !slices.Contains(all, smaller) {
			all = append(all, smaller)
		}
	}
	return all
}

// smaller returns inputs with fewer cities, without special kind and metric, or with seed 1.
func (in Input) smaller() []Input {
	var all []Input
	for _, cities := range smallerNumbers(uint64(in.Cities)) {
		fewer := in
		if fewer.Cities = int(cities); fewer.validate() == nil {
			all = append(all, fewer)
		}
	}
	plain := in
	if plain.Kind, plain.Metric = "uniform", ""; plain != in {
		all = append(all, plain)
	}
	if in.Seed > 1 {
		first := in
		first.Seed = 1
		all = append(all, first)
	}
	return all
}
