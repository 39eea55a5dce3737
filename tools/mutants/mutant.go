package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mutant is a bug planted in one line of a source file. All fields but Line identify it, so that a
// reason stays when other lines change.
type mutant struct {
	File   string `json:"file"`
	Rule   string `json:"rule"`
	Before string `json:"before"` // the line without surrounding spaces
	After  string `json:"after"`
	Line   int    `json:"line"`
}

// key identifies the mutant in the list of reasons.
func (m mutant) key() mutant {
	m.Line = 0
	return m
}

// plant returns the file's text with the mutant.
func (m mutant) plant(text string) string {
	lines := strings.Split(text, "\n")
	line := lines[m.Line-1]
	lines[m.Line-1] = line[:len(line)-len(strings.TrimLeft(line, "\t "))] + m.After
	return strings.Join(lines, "\n")
}

// sample returns the mutants in a random order that depends on the seed and on each mutant, not on
// the others. It takes one mutant of each rule in turn: otherwise the rule that fits most lines
// would fill the sample.
func sample(all []mutant, seed uint64) []mutant {
	hash := func(m mutant) string {
		return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%d %q %q %q %q", seed, m.File, m.Rule, m.Before,
			m.After)))
	}
	slices.SortStableFunc(all, func(a, b mutant) int { return cmp.Compare(hash(a), hash(b)) })
	byRule := map[string][]mutant{}
	var rules []string
	for _, m := range all {
		if byRule[m.Rule] == nil {
			rules = append(rules, m.Rule)
		}
		byRule[m.Rule] = append(byRule[m.Rule], m)
	}
	slices.Sort(rules)
	order := make([]mutant, 0, len(all))
	for len(order) < len(all) {
		for _, rule := range rules {
			if rest := byRule[rule]; len(rest) > 0 {
				order, byRule[rule] = append(order, rest[0]), rest[1:]
			}
		}
	}
	return order
}

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

var (
	offByOne = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}
	swapped  = map[string]string{"min": "max", "max": "min"}
)

// goMutants returns all mutants of a Go file. Conditions on an error alone have none: every test
// sees these.
func goMutants(file, text string) ([]mutant, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(text, "\n")
	var all []mutant
	// add replaces the text from one position to another, if they are in one line.
	add := func(rule string, from, to token.Pos, change string) {
		begin, end := set.Position(from), set.Position(to)
		if begin.Line != end.Line {
			return
		}
		line := lines[begin.Line-1]
		after := line[:begin.Column-1] + change + line[end.Column-1:]
		all = append(all, mutant{File: file, Rule: rule, Before: strings.TrimSpace(line),
			After: strings.TrimSpace(after), Line: begin.Line})
	}
	source := func(n ast.Node) string { return text[set.Position(n.Pos()).Offset:set.Position(n.End()).Offset] }
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if other, ok := offByOne[n.Op]; ok {
				add("comparison off by one", n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other)
			}
		case *ast.BasicLit:
			if v, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT {
				add("constant off by one", n.Pos(), n.End(), strconv.Itoa(v+1))
			}
		case *ast.IfStmt:
			if condition := source(n.Cond); !strings.Contains(condition, "err ") {
				add("condition negated", n.Cond.Pos(), n.Cond.End(), "!("+condition+")")
			}
		case *ast.CallExpr:
			if name, ok := n.Fun.(*ast.Ident); ok && swapped[name.Name] != "" {
				add("min and max swapped", name.Pos(), name.End(), swapped[name.Name])
			}
		case *ast.BlockStmt:
			for _, s := range n.List {
				if isLine(s) {
					add("line left out", s.Pos(), s.End(), "")
				}
			}
		}
		return true
	})
	return all, nil
}

// isLine reports whether the rest of the function usually compiles without the statement: a call,
// or an assignment to what exists.
func isLine(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.IncDecStmt:
		return true
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	}
	return false
}
