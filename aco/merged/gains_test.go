package merged_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
)

// The gains stage finds changes with wrong gains, as the reference does.
func TestGains(t *testing.T) {
	testExchange(t, "gains", func(t *testing.T, e exchange) {
		mergetest.DropLastPlaces(e.ref)
		for wrong := range 3 { // changes
			for range wrong {
				ant := e.random.IntN(e.Model.Ants)
				for e.ref.Headers[ant].Class == model.ClassNone {
					ant = e.random.IntN(e.Model.Ants)
				}
				e.ref.Headers[ant].Gain++
			}
			e.run(t, "gains")
			e.ref.CheckGains()
			e.compare(t, "gains")
			if (e.ref.State.WrongChange != 0) != (wrong > 0) {
				t.Errorf("%d wrong changes: found that of ant %d", wrong, int(e.ref.State.WrongChange)-1)
			}
			e.ref.State.Stop, e.ref.State.WrongChange = model.Running, 0
		}
	})
}
