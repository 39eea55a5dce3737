package merged_test

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/conform/lockstep"
)

// The import stage submits the changes of other devices, as the reference does.
func TestImport(t *testing.T) {
	testExchange(t, "import", func(t *testing.T, e exchange) {
		records := e.ref.Export()
		lockstep.DropSubmitted(e.ref)
		e.ref.Clear()
		counts := model.Counts{Evaluations: 10, Moves: 20, Undone: 30, Full: 40, Submitted: 50, Long: 80}
		incoming := slices.Concat(model.Incoming(nil, counts, shuffledParts(e.random, records)...)...)
		if err := e.Run.Upload("incoming", 0, incoming); err != nil {
			t.Fatal(err)
		}
		e.run(t, "import")
		e.ref.Import(incoming)
		e.compare(t, "import")
	})
}
