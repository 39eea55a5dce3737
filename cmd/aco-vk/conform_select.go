package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/conform/results"
	"github.com/aco-vk/aco-vk/vk"
)

// conformSelection are the flags that say what runs, and what is expected.
type conformSelection struct {
	List     bool   `help:"Test nothing, but print the names of the cases and probes that a test would run, one a line."`
	Cases    string `placeholder:"PATTERN" file:"@" help:"Test only cases and probes whose names match this regular expression; @FILE: those whose names this file lists, one a line."`
	Fraction string `placeholder:"I/N" help:"Test only the I-th of N parts of the cases, for example 2/3 on the second of three machines."`

	Baseline []string `sep:"none" placeholder:"FILE" file:"read" help:"Expected failures, lines of NAME,STATUS such as failures.csv of an earlier test: these are no failures, and what is better than expected is one. Give it once for each file."`
	Flakes   []string `sep:"none" placeholder:"FILE" file:"read" help:"Regular expressions of names, one a line: cases that may fail. Give it once for each file."`
	Skips    []string `sep:"none" placeholder:"FILE" file:"read" help:"Regular expressions of names, one a line: cases that do not run, such as one that takes the system down. Give it once for each file."`
}

// apply sets what the flags select.
func (f *conformSelection) apply(o *conform.Options) (err error) {
	selects := f.Cases != "" || f.Fraction != "" || f.Skips != nil
	if o.Stress > 0 && (f.List || selects) {
		return usagef("--stress draws its cases: --list, --cases, --fraction and --skips select none of them")
	}
	if o.Cases != nil && selects {
		return usagef("--repeat names one case: --cases, --fraction and --skips select none of them")
	}
	if o.Selection.Skips, err = readPatterns(f.Skips); err != nil {
		return err
	}
	if o.Selection.Part, o.Selection.Parts, err = f.part(); err != nil {
		return err
	}
	file, isFile := strings.CutPrefix(f.Cases, "@")
	switch {
	case f.Cases == "":
		return nil
	case isFile:
		return readListed(file, o)
	}
	if o.Selection.Pattern, err = regexp.Compile(f.Cases); err != nil {
		return usagef("--cases: %w", err)
	}
	return nil
}

// part returns the numbers of --fraction, 0 without it.
func (f *conformSelection) part() (part, parts int, err error) {
	if f.Fraction == "" {
		return 0, 0, nil
	}
	first, second, _ := strings.Cut(f.Fraction, "/")
	part, errPart := strconv.Atoi(first)
	parts, errParts := strconv.Atoi(second)
	if errPart != nil || errParts != nil || part < 1 || part > parts {
		return 0, 0, usagef("--fraction %s: want I/N, such as 2/3, with I from 1 to N", f.Fraction)
	}
	return part, parts, nil
}

// readListed sets the cases and probes of a list.
func readListed(name string, o *conform.Options) error {
	var names []string
	seen := map[string]bool{}
	err := readFile(name, func(file io.Reader) error {
		return results.ReadLines(file, func(line string) error {
			if seen[line] {
				return fmt.Errorf("%s is listed twice", line)
			}
			seen[line] = true
			names = append(names, line)
			return nil
		})
	})
	if err != nil {
		return err
	}
	if o.Probes, o.Cases, err = conform.Listed(names); err != nil {
		return usagef("%s: %w", name, err)
	}
	return nil
}

// expectations reads what is expected.
func (f *conformSelection) expectations() (e results.Expectations, err error) {
	for _, name := range f.Baseline {
		if err := readFile(name, e.AddBaseline); err != nil {
			return e, err
		}
	}
	e.Flakes, err = readPatterns(f.Flakes)
	return e, err
}

// readPatterns reads the regular expressions of files.
func readPatterns(files []string) (all []*regexp.Regexp, err error) {
	for _, name := range files {
		err := readFile(name, func(file io.Reader) error {
			some, err := results.ReadPatterns(file)
			all = append(all, some...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// sayUnmatched prints the names of the baseline that no case of the devices has: neither of a quick or
// a full test nor of this one.
func sayUnmatched(c console, baseline map[string]results.Status, o conform.Options, devices []vk.Info) error {
	if len(baseline) == 0 {
		return nil
	}
	known := map[string]bool{}
	for _, device := range devices {
		o.Device = device
		for _, test := range []conform.Options{{Device: device, Quick: true}, {Device: device}, o} {
			plan, err := conform.NewPlan(test)
			if err != nil {
				return err
			}
			for _, name := range plan.Names() {
				known[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(baseline)) {
		if known[name] {
			continue
		}
		why := "no test has this case"
		switch _, cases, err := conform.Listed([]string{name}); {
		case err != nil:
			why = err.Error()
		case len(cases) == 1 && cases[0].Name() != name:
			why = "write it as results do, " + cases[0].Name()
		}
		fmt.Fprintf(c.messages, "aco-vk: --baseline: %s matches nothing: %s\n", name, why)
	}
	return nil
}

// readFile reads a file of the command line.
func readFile(name string, read func(io.Reader) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := read(file); err != nil {
		return usagef("%s: %w", name, err)
	}
	return nil
}
