package main

import (
	"regexp"
	"strconv"
	"strings"
)

// glslRule changes a match of a pattern in a line. A change is a template of package regexp.
type glslRule struct {
	name    string
	find    *regexp.Regexp
	changes []string
}

// barrierRule names the rule whose mutants show in another order of subgroups.
const barrierRule = "barrier dropped"

var glslRules = []glslRule{
	{barrierRule, regexp.MustCompile(`\b(\w*[bB]arrier\w*|sync\w*)\(\);`), []string{""}},
	{"comparison off by one", regexp.MustCompile(` < `), []string{" <= "}},
	{"comparison off by one", regexp.MustCompile(` <= `), []string{" < "}},
	{"comparison off by one", regexp.MustCompile(` > `), []string{" >= "}},
	{"comparison off by one", regexp.MustCompile(` >= `), []string{" > "}},
	{"index off by one", regexp.MustCompile(`\[(\w+( \+ \w+)*)\]`), []string{"[$1 + 1u]", "[$1 - 1u]"}},
	{"lane mask", regexp.MustCompile(`& 7u\b`), []string{"& 15u"}},
	{"lane mask", regexp.MustCompile(`& 15u\b`), []string{"& 31u"}},
	{"lane mask", regexp.MustCompile(`& 31u\b`), []string{"& 63u", "& 15u"}},
	{"lane mask", regexp.MustCompile(`& 63u\b`), []string{"& 31u"}},
	{"half of the lanes", regexp.MustCompile(`\b(lane|subgroup_lane|member) < (\w+)`), []string{"$1 < $2 / 2u"}},
	{"carry lost", regexp.MustCompile(` [+-] (carry|borrow|carry_of\([^()]*\))`), []string{""}},
	{"carry lost", regexp.MustCompile(` \+ \([^()]* < \w+ \? 1u : 0u\)`), []string{""}},
	{"word not compared", regexp.MustCompile(` (&&|\|\|) [^&|()?:;]+ (==|!=) [^&|()?:;]+`), []string{""}},
	{"min and max swapped", regexp.MustCompile(`\b(atomicM|subgroup_m|m)in\(`), []string{"${1}ax("}},
	{"min and max swapped", regexp.MustCompile(`\b(atomicM|subgroup_m|m)ax\(`), []string{"${1}in("}},
	{"condition negated", regexp.MustCompile(`\bif \((.+)\) (\{|return|continue|break)`), []string{"if (!($1)) $2"}},
	{"cut to 16 bits", regexp.MustCompile(`\buint (\w+) = ([^;,]+);`), []string{"uint $1 = ($2) & 0xFFFFu;"}},
}

var (
	glslComment = regexp.MustCompile(`[ \t]*//.*$`)
	number      = regexp.MustCompile(`\b\d+u\b`)
)

// glslMutants returns all mutants of a shader or header. Declarations of the interface and lines
// of the preprocessor have none.
func glslMutants(file, text string) []mutant {
	var all []mutant
	for i, line := range strings.Split(text, "\n") {
		code := strings.TrimSpace(glslComment.ReplaceAllString(line, ""))
		if strings.HasPrefix(code, "#") || strings.HasPrefix(code, "layout") {
			continue
		}
		add := func(rule string, at []int, change string) {
			after := strings.TrimSpace(code[:at[0]] + change + code[at[1]:])
			all = append(all, mutant{File: file, Rule: rule, Before: code, After: after, Line: i + 1})
		}
		for _, r := range glslRules {
			for _, at := range r.find.FindAllStringSubmatchIndex(code, -1) {
				for _, change := range r.changes {
					add(r.name, at, string(r.find.ExpandString(nil, change, code, at)))
				}
			}
		}
		for _, at := range number.FindAllStringIndex(code, -1) {
			if n, err := strconv.ParseUint(code[at[0]:at[1]-1], 10, 32); err == nil {
				add("constant off by one", at, strconv.FormatUint(n+1, 10)+"u")
			}
		}
	}
	return all
}
