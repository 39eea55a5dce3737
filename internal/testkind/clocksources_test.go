package testkind

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// usesIn returns the uses of the clock in a file of tests.
func usesIn(t *testing.T, source string) []clockUse {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "x_test.go", "package p\n"+source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return newClockRules(set, []*ast.File{file}).find()
}

// The rules find as many uses of the clock in the body of a test.
func TestClockRules(t *testing.T) {
	for body, want := range map[string]int{
		// durations
		"if time.Since(began) > short { t.Error() }":            1,
		"took := time.Since(began); use(took)":                  1,
		"left := time.Until(end); use(left)":                    1,
		"t.Errorf(text, time.Since(began))":                     0,
		"s.t.Logf(text, time.Since(began).Round(time.Second))":  0,
		"t.Run(name, func() { use(time.Since(began)) })":        1,
		"t.Error(func() bool { return time.Since(began) > 3 })": 1,
		// times
		"for time.Now().Before(end) {}":                                      1,
		"end := time.Now().Add(short); if x().After(end) { t.Error() }":      1,
		"end := time.Now().Add(short); for end.Sub(x()) > 0 {}":              1,
		"then := time.Now(); now := then.Round(1); use(x.Compare(now))":      1,
		"now := time.Unix(7, 0); if now.Before(now.Add(2)) { t.Error() }":    0,
		"then := time.Now().Add(-long); os.Chtimes(name, then, then)":        0,
		"a, b := time.Now(), x; if b.Sub(c) != 0 || set.Sub(a, b) { use() }": 0,
		// the time of a run
		"if result.Elapsed > whole-wait { t.Error() }":         1,
		"if 2*run.Elapsed() <= short { t.Error() }":            1,
		"if result.Wall < f.Header.Elapsed { t.Error() }":      2,
		"if result.WallS <= 0 || 0 > r.Wall { t.Error() }":     0,
		"now.Elapsed += each; if now.Elapsed > long { use() }": 0,
		"if result.Elapsed != want.Elapsed { t.Error() }":      0,
		"now := pace{Elapsed: short}; use(now.Elapsed + long)": 0,
		"if a.Elapsed > b { now.Elapsed = 1 }":                 1,
		// sleeps
		"time.Sleep(time.Millisecond)":                                       1,
		"time.Sleep(d)":                                                      1,
		"time.Sleep(time.Hour)":                                              0,
		"time.Sleep(long)":                                                   0,
		"for !done() { time.Sleep(short) }":                                  0,
		"for ; !done(); time.Sleep(short) {}":                                0,
		"for tries := 0; ; tries++ { time.Sleep(short) }":                    0,
		"for i := 0; i < 9; i++ { time.Sleep(short) }":                       1,
		"for range 9 { time.Sleep(short) }":                                  1,
		"for { for range 9 { time.Sleep(short) } }":                          1,
		"for { go func() { time.Sleep(short) }() }":                          1,
		"for { select { case <-done: return; default: time.Sleep(short) } }": 0,
		// limits
		"context.WithTimeout(ctx, 200*time.Millisecond)":                    1,
		"context.WithTimeoutCause(ctx, short/2, err)":                       1,
		"context.WithTimeout(ctx, part*took)":                               1,
		"context.WithTimeout(ctx, long)":                                    0,
		"context.WithTimeout(ctx, -short)":                                  0,
		"context.WithDeadline(ctx, time.Now().Add(short))":                  1,
		"context.WithDeadline(ctx, end)":                                    1,
		"context.WithDeadline(ctx, time.Now())":                             0,
		"timed.Until(ctx, time.Now().Add(time.Hour))":                       0,
		"select { case <-done: case <-time.After(time.Minute): t.Fatal() }": 1,
		"return time.After(0)":                                              0,
		"time.AfterFunc(d, cancel)":                                         1,
		"time.NewTicker(short + short)":                                     1,
		"c.SetReadDeadline(time.Now().Add(short))":                          1,
		"c.SetDeadline(time.Time{})":                                        0,
		"c := http.Client{Timeout: short}":                                  1,
		"c := http.Client{Timeout: long}; c.Timeout = 0":                    0,
		"c := http.Client{Timeout: time.Microsecond}":                       0,
		"limits.Silence = 20 * time.Second":                                 1,
		"server.WriteTimeout = short":                                       1,
		"done, err := c.Wait(time.Minute)":                                  1,
		"c.Wait(long); c.Wait(ctx, 3*time.Hour); group.Wait()":              0,
		"for done := false; !done; { done = c.Wait(time.Second) }":          0,
	} {
		const head = "const short, long = 10*time.Second, 2*time.Hour\n"
		if found := usesIn(t, head+"func TestX(t *testing.T) {\n"+body+"\n}"); len(found) != want {
			t.Errorf("%s: %d uses, want %d: %v", body, len(found), want, found)
		}
	}
}

// Bubbles, benchmarks and what only these use may look at the clock.
func TestClockRulesInBubbles(t *testing.T) {
	const (
		inBubble = "synctest.Test(t, func(t *testing.T) { "
		helper   = "func helper() { deeper() }; func deeper() { time.Sleep(d); deeper() }"
		kind     = "type slow struct{}; func (*slow) Wait() { time.Sleep(d) }"
		generic  = "type slow[T any] struct{}; func (slow[T]) Wait() { time.Sleep(d) }"
	)
	for _, c := range []struct {
		head, body string
		want       int
	}{
		{"", inBubble + "time.Sleep(d) })", 0},
		{"", "time.Sleep(d); " + inBubble + "use() })", 1},
		{helper, "", 1},
		{helper, "helper()", 1},
		{helper, inBubble + "helper() })", 0},
		{helper, "helper(); " + inBubble + "helper() })", 1},
		{helper, inBubble + "use(x.deeper()); helper() })", 0}, // of another package
		{helper, "use(x.deeper()); " + inBubble + "helper() })", 0},
		{helper, "synctest.Test(t, helper)", 0},
		{helper, "jobtest.Bubble(t, func(t *testing.T) { helper() })", 0},
		{kind, "", 1},
		{kind, "use(slow{})", 1},
		{kind, "use(&slow{})", 1},
		{kind, "use(map[string][]slow{})", 1},
		{kind, "use(new(slow))", 1},
		{kind, "var s slow; use(s)", 1},
		{kind, inBubble + "use(&slow{}) })", 0},
		{kind, "use(slow{}); " + inBubble + "use(&slow{}) })", 1},
		{generic, inBubble + "use(slow[int]{}) })", 0},
		{generic, "use(&slow[int]{})", 1},
		{"func BenchmarkX(b *testing.B) { time.Sleep(d); took := time.Since(began); use(took); helper() };" + helper, "", 0},
		{"func TestMain(m *testing.M) { time.Sleep(d) }", "", 1},
		{"var wait = func() { time.Sleep(d) }", "", 1},
	} {
		if found := usesIn(t, c.head+"\nfunc TestX(t *testing.T) {\n"+c.body+"\n}"); len(found) != c.want {
			t.Errorf("%s\n%s: %d uses, want %d: %v", c.head, c.body, len(found), c.want, found)
		}
	}
}
