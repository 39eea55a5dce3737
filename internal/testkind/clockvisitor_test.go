package testkind

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"time"
)

// clockVisitor walks through a declaration.
type clockVisitor struct {
	*clockRules
	function    string
	nows, moved map[string]bool
	printed     bool         // the value goes to a method that prints
	loop        *ast.ForStmt // that does not end after a number of times; nil: there is none
}

// runTimes are fields and methods with the time that something took.
var runTimes = []string{"Elapsed", "Wall", "WallS"}

// printers are methods that print their arguments.
var printers = []string{"Log", "Logf", "Error", "Errorf", "Fatal", "Fatalf", "Skip", "Skipf"}

// Visit implements ast.Visitor.
func (v clockVisitor) Visit(n ast.Node) ast.Visitor {
	if n == nil || v.isFree(n.Pos()) {
		return nil
	}
	switch n := n.(type) {
	case *ast.FuncLit:
		v.loop, v.printed = nil, false
	case *ast.ForStmt:
		if v.loop = n; n.Cond != nil && n.Post != nil && !isSleep(n.Post) {
			v.loop = nil // it counts
		}
	case *ast.RangeStmt:
		v.loop = nil
	case *ast.CallExpr:
		v.visitCall(n)
		if name := called(n); strings.Contains(name, ".") && slices.Contains(printers, name[strings.Index(name, ".")+1:]) {
			v.printed = true
		}
	case *ast.BinaryExpr:
		v.visitOrder(n)
	case *ast.KeyValueExpr:
		if name, ok := n.Key.(*ast.Ident); ok {
			v.visitOption(name, n.Value)
		}
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			if field, ok := to.(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) {
				v.visitOption(field.Sel, n.Rhs[i])
			}
		}
	}
	return v
}

func (v clockVisitor) add(at ast.Node, what string) {
	place := v.set.Position(at.Pos())
	v.uses = append(v.uses, clockUse{place.Filename, v.function, place.Line, what})
}

// isSleep reports whether a statement is a call of time.Sleep.
func isSleep(s ast.Stmt) bool {
	of, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := of.X.(*ast.CallExpr)
	return ok && called(call) == "time.Sleep"
}

// clockLimits are functions with a limit of time, and the argument that has it.
var clockLimits = map[string]int{
	"context.WithTimeout": 1, "context.WithTimeoutCause": 1, "context.WithDeadline": 1, "context.WithDeadlineCause": 1,
	"timed.Until": 1, "time.After": 0, "time.AfterFunc": 0, "time.NewTimer": 0, "time.NewTicker": 0, "time.Tick": 0,
}

func (v clockVisitor) visitCall(c *ast.CallExpr) {
	name := called(c)
	method := name[strings.Index(name, ".")+1:]
	argument, limited := clockLimits[name]
	switch {
	case name == "time.Since" || name == "time.Until":
		if !v.printed {
			v.add(c, name+" measures a time")
		}
	case name == "time.Sleep":
		if v.loop == nil && !v.isEndless(c.Args[0]) {
			v.add(c, "time.Sleep waits for something else than a condition")
		}
	case limited && len(c.Args) > argument:
		if !v.isEndless(c.Args[argument]) {
			v.add(c, name+" is shorter than an hour")
		}
	case slices.Contains([]string{"SetDeadline", "SetReadDeadline", "SetWriteDeadline"}, method):
		if !v.isEndless(c.Args[0]) {
			v.add(c, method+" is shorter than an hour")
		}
	case strings.HasPrefix(method, "Wait") && v.loop == nil && slices.ContainsFunc(c.Args, v.isShort):
		v.add(c, method+" is shorter than an hour")
	case slices.Contains([]string{"Before", "After", "Sub", "Compare"}, method) && len(c.Args) == 1 && !v.printed:
		of, ok := c.Fun.(*ast.SelectorExpr)
		if ok && (isNow(of.X, v.nows) || isNow(c.Args[0], v.nows)) {
			v.add(c, method+" compares a time with time.Now")
		}
	}
}

// visitOrder looks at the order of two durations.
func (v clockVisitor) visitOrder(b *ast.BinaryExpr) {
	if !slices.Contains([]token.Token{token.LSS, token.GTR, token.LEQ, token.GEQ}, b.Op) {
		return
	}
	for _, sides := range [][2]ast.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		if limit, known := v.constant(sides[1]); known && limit == 0 {
			continue
		}
		ast.Inspect(sides[0], func(n ast.Node) bool {
			of, ok := n.(*ast.SelectorExpr)
			if !ok || !slices.Contains(runTimes, of.Sel.Name) {
				return true
			}
			if name, ok := of.X.(*ast.Ident); !ok || !v.moved[name.Name] {
				v.add(of, "the time of a run is compared: "+of.Sel.Name)
			}
			return false
		})
	}
}

// visitOption looks at the value of an option.
func (v clockVisitor) visitOption(name *ast.Ident, value ast.Expr) {
	option := strings.ToLower(name.Name)
	if (strings.HasSuffix(option, "timeout") || strings.HasSuffix(option, "silence")) && v.isShort(value) {
		v.add(name, name.Name+" is shorter than an hour")
	}
}

// isShort reports whether a constant is a duration below an hour that is not over at once.
func (v clockVisitor) isShort(e ast.Expr) bool {
	d, known := v.constant(e)
	return known && !isLimitless(d)
}

// isLimitless reports whether a duration is over before anything can happen, or too long to be a limit.
func isLimitless(d float64) bool {
	return time.Duration(d) <= time.Microsecond || time.Duration(d) >= time.Hour
}

// isEndless reports whether a duration, or the time until a time, is surely no limit.
func (v clockVisitor) isEndless(e ast.Expr) bool {
	if _, ok := e.(*ast.CompositeLit); ok { // time.Time{} is no deadline
		return true
	}
	if c, ok := e.(*ast.CallExpr); ok {
		switch of, ok := c.Fun.(*ast.SelectorExpr); {
		case called(c) == "time.Now":
			return true
		case ok && of.Sel.Name == "Add" && len(c.Args) == 1 && isNow(of.X, v.nows):
			e = c.Args[0]
		}
	}
	d, known := v.constant(e)
	return known && isLimitless(d)
}
