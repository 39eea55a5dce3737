package testkind

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"time"
)

// clockRules find where the tests of one folder look at the clock:
//
//   - a duration that is measured by time.Since or time.Until, unless it is only printed by a method
//     such as Logf or Errorf;
//   - Before, After, Sub or Compare with time.Now, or with a variable of the function that comes from
//     time.Now;
//   - an order of two durations of which one is a field or method Elapsed, Wall or WallS, unless the
//     function assigns that field: a run's time. The other may not be 0;
//   - time.Sleep, but for a loop without a condition that counts: it polls;
//   - timers, tickers, and contexts and connections with deadlines;
//   - constants of options named Timeout or Silence, and in calls of methods named Wait.
//
// Durations of an hour or more, and up to a microsecond, are no limits: nothing or everything exceeds
// them. Nothing is found in
// bubbles of testing/synctest and in benchmarks, nor in functions that only these call, nor in methods
// of types whose values only these make.
//
// The rules read one folder's syntax, not its types. So they do not find a clock behind a function of
// another package or in a field, a loop that counts its tries in its body, a time limit of a run
// whose result depends on how far the run comes, and what waits for a device or a process.
type clockRules struct {
	set       *token.FileSet
	files     []*ast.File
	constants map[string]ast.Expr
	free      []span // bubbles, benchmarks, and what only these use
	uses      []clockUse
}

// bubbles are functions whose last argument may look at the clock.
var bubbles = []string{"synctest.Test", "jobtest.Bubble", "testing.Benchmark"}

// span is a part of a file.
type span struct{ from, to token.Pos }

func spanOf(n ast.Node) span { return span{n.Pos(), n.End()} }

func (s span) contains(at token.Pos) bool { return s.from <= at && at < s.to }

func newClockRules(set *token.FileSet, files []*ast.File) *clockRules {
	r := &clockRules{set: set, files: files, constants: map[string]ast.Expr{}}
	var functions []*ast.FuncDecl
	places := map[string][]token.Pos{} // where functions are used and values of types made
	for _, file := range files {
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Body != nil {
				functions = append(functions, f)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool { return r.collect(n, places) })
	}
	r.freeUsers(functions, places)
	return r
}

// collect adds bubbles and constants to the rules, and uses of names to places.
func (r *clockRules) collect(n ast.Node, places map[string][]token.Pos) bool {
	use := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok {
				places["type "+name.Name] = append(places["type "+name.Name], name.Pos())
			}
			return true
		})
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		if strings.HasPrefix(n.Name.Name, "Benchmark") {
			r.free = append(r.free, spanOf(n))
		}
		for _, part := range []ast.Node{n.Type, n.Body} { // not its name
			if part != ast.Node((*ast.BlockStmt)(nil)) {
				ast.Inspect(part, func(n ast.Node) bool { return r.collect(n, places) })
			}
		}
		return false
	case *ast.SelectorExpr: // not the name behind the dot
		ast.Inspect(n.X, func(n ast.Node) bool { return r.collect(n, places) })
		return false
	case *ast.Ident:
		places[n.Name] = append(places[n.Name], n.Pos())
	case *ast.CallExpr:
		if slices.Contains(bubbles, called(n)) && len(n.Args) > 0 {
			r.free = append(r.free, spanOf(n.Args[len(n.Args)-1]))
		}
		if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "new" {
			use(n.Args[0])
		}
	case *ast.CompositeLit:
		if n.Type != nil {
			use(n.Type)
		}
	case *ast.GenDecl:
		for _, spec := range n.Specs {
			values, ok := spec.(*ast.ValueSpec)
			switch {
			case ok && n.Tok == token.CONST && len(values.Values) == len(values.Names):
				for i, name := range values.Names {
					r.constants[name.Name] = values.Values[i]
				}
			case ok && values.Type != nil:
				use(values.Type)
			}
		}
	}
	return true
}

// freeUsers frees functions that only free code uses, and methods of types whose values only free code
// makes, as often as there are more.
func (r *clockRules) freeUsers(functions []*ast.FuncDecl, places map[string][]token.Pos) {
	for more := true; more; {
		more = false
		for _, f := range functions {
			uses := places[f.Name.Name]
			if f.Recv != nil {
				uses = places["type "+receiver(f)]
			}
			uses = slices.DeleteFunc(slices.Clone(uses), spanOf(f).contains)
			held := slices.ContainsFunc(uses, func(at token.Pos) bool { return !r.isFree(at) })
			if len(uses) > 0 && !held && !r.isFree(f.Pos()) {
				r.free, more = append(r.free, spanOf(f)), true
			}
		}
	}
}

func (r *clockRules) isFree(at token.Pos) bool {
	return slices.ContainsFunc(r.free, func(s span) bool { return s.contains(at) })
}

// receiver returns the name of a method's type.
func receiver(f *ast.FuncDecl) (name string) {
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// find returns all uses of the clock.
func (r *clockRules) find() []clockUse {
	for _, file := range r.files {
		for _, declaration := range file.Decls {
			name := "declaration"
			if f, ok := declaration.(*ast.FuncDecl); ok {
				name = f.Name.Name
			}
			v := clockVisitor{clockRules: r, function: name, nows: r.nows(declaration), moved: moved(declaration)}
			ast.Walk(v, declaration)
		}
	}
	return r.uses
}

// nows returns the variables of a declaration that come from time.Now.
func (r *clockRules) nows(in ast.Node) map[string]bool {
	nows := map[string]bool{}
	ast.Inspect(in, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, value := range a.Rhs {
				if name, ok := a.Lhs[i].(*ast.Ident); ok && isNow(value, nows) {
					nows[name.Name] = true
				}
			}
		}
		return true
	})
	return nows
}

// isNow reports whether a time is time.Now, or a time before or after it.
func isNow(e ast.Expr, nows map[string]bool) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return nows[e.Name]
	case *ast.CallExpr:
		if called(e) == "time.Now" {
			return true
		}
		of, ok := e.Fun.(*ast.SelectorExpr)
		return ok && slices.Contains([]string{"Add", "Truncate", "Round"}, of.Sel.Name) && isNow(of.X, nows)
	}
	return false
}

// moved returns the variables with a time that a declaration assigns: "now" for now.Elapsed += each.
func moved(in ast.Node) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(in, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, to := range a.Lhs {
				if field, ok := to.(*ast.SelectorExpr); ok && slices.Contains(runTimes, field.Sel.Name) {
					if name, ok := field.X.(*ast.Ident); ok {
						names[name.Name] = true
					}
				}
			}
		}
		return true
	})
	return names
}

// called returns the name of a call: "time.Since", "t.Logf", "close"; "" if there is none.
func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if of, ok := f.X.(*ast.Ident); ok {
			return of.Name + "." + f.Sel.Name
		}
		return "." + f.Sel.Name
	}
	return ""
}

var units = map[string]time.Duration{
	"Nanosecond": time.Nanosecond, "Microsecond": time.Microsecond, "Millisecond": time.Millisecond,
	"Second": time.Second, "Minute": time.Minute, "Hour": time.Hour,
}

// constant returns the value of a duration or a number; false if the syntax does not tell it.
func (r *clockRules) constant(e ast.Expr) (float64, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		value, err := strconv.ParseFloat(strings.ReplaceAll(e.Value, "_", ""), 64)
		return value, err == nil
	case *ast.ParenExpr:
		return r.constant(e.X)
	case *ast.UnaryExpr:
		value, ok := r.constant(e.X)
		return -value, ok && e.Op == token.SUB
	case *ast.Ident:
		value := r.constants[e.Name]
		if value == nil {
			return 0, false
		}
		return r.constant(value)
	case *ast.SelectorExpr:
		of, ok := e.X.(*ast.Ident)
		unit := units[e.Sel.Name]
		return float64(unit), ok && of.Name == "time" && unit > 0
	case *ast.BinaryExpr:
		a, known := r.constant(e.X)
		b, too := r.constant(e.Y)
		switch e.Op {
		case token.MUL:
			return a * b, known && too
		case token.QUO:
			return a / b, known && too
		case token.ADD:
			return a + b, known && too
		}
	}
	return 0, false
}
