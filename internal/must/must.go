// Package must ends a test at an error that it does not expect.
package must

// Test is a test that can end: a testing.TB or a *rapid.T.
type Test interface {
	Helper()
	Fatal(...any)
}

// Get returns the value of a call, for the test that it is given to: must.Get(os.Open(name))(t). An error ends
// the test.
func Get[T any](value T, err error) func(t Test) T {
	return func(t Test) T {
		t.Helper()
		Do(t, err)
		return value
	}
}

// Do ends the test at an error.
func Do(t Test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
