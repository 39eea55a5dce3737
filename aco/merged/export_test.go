package merged_test

import "testing"

// The export stage writes the records of the reference, in any order.
func TestExport(t *testing.T) {
	testExchange(t, "export", func(t *testing.T, e exchange) {
		e.run(t, "export")
		e.Exported = e.ref.Export()
		difference, err := e.CompareExported()
		check(t, "export", difference, err)
	})
}
