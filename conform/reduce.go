package conform

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/pipeline"
)

// mostTries bounds the cases that are run to reduce one.
const mostTries = 300

// reduce looks for the smallest case that still differs or fails: fewer cities, ants and iterations, parameters left out. It returns the
// last that did, with what became of it. What a device was the end of is left as it is.
func (k *checker) reduce(ctx context.Context, r caseResult) caseResult {
	tries := 0
	for smaller := true; smaller; {
		smaller = false
		for _, c := range simpler(r) {
			if tries++; tries > mostTries || pipeline.DeviceGone(r.Err) {
				return r
			}
			next, err := k.check(ctx, c)
			if err != nil {
				return r
			}
			if next.bad() {
				r, smaller = next, true
				break
			}
		}
	}
	return r
}

// bad says whether a case differs or fails.
func (r caseResult) bad() bool { return r.Verdict == Differs || r.Verdict == Failed }

// simpler lists cases that are simpler than one, those that are much simpler first. Each has a smaller number or a word less, so that
// reducing comes to an end.
func simpler(r caseResult) []Case {
	var all []Case
	add := func(c Case) {
		c.adopt()
		all = append(all, c)
	}
	if c := r.Case; r.Iteration > 0 && r.Iteration < c.Iterations { // it needs no more of them
		c.Iterations = r.Iteration
		add(c)
	}
	for _, input := range r.Case.Input.simpler() {
		c := r.Case
		c.Input = input
		add(c)
	}
	words := strings.Split(r.Case.String(), ",")
	for i, word := range words {
		name, value, _ := strings.Cut(word, "=")
		if name == "input" || name == "algorithm" {
			continue
		}
		var others []string
		if number, err := strconv.ParseUint(value, 10, 64); err == nil && number > 0 {
			for _, less := range below(number) {
				others = append(others, name+"="+strconv.FormatUint(less, 10))
			}
		}
		if !slices.Contains(numbersThatStay, name) && value != "0" {
			others = append(others, "")
		}
		for _, other := range others {
			if c, err := ParseCase(join(slices.Replace(slices.Clone(words), i, i+1, other))); err == nil {
				add(c)
			}
		}
	}
	return all
}

// numbersThatStay have no word less: without them there would be more of what they count.
var numbersThatStay = []string{"ants", "iterations"}

func join(words []string) string {
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), ",")
}

// below are numbers that are smaller, 1 at the least.
func below(number uint64) []uint64 {
	var all []uint64
	for _, less := range []uint64{1, number / 2, number - 1} {
		if 0 < less && less < number && !slices.Contains(all, less) {
			all = append(all, less)
		}
	}
	return all
}

// simpler are inputs of fewer cities, of a plainer kind or without a metric.
func (in Input) simpler() []Input {
	var all []Input
	for _, cities := range below(uint64(in.Cities)) {
		fewer := in
		if fewer.Cities = int(cities); fewer.check() == nil {
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
