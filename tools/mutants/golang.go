package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

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
		all = append(all, mutant{File: file, Rule: rule, Before: strings.TrimSpace(line), After: strings.TrimSpace(after), Line: begin.Line})
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
