package merged_test

import "testing"

// The clear stage removes the changes of all ants, as the reference does.
func TestClear(t *testing.T) {
	testExchange(t, "clear", func(t *testing.T, e exchange) {
		e.run(t, "clear")
		e.ref.Clear()
		e.compare(t, "clear")
	})
}
