package conform

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
)

// Random cases draw every parameter of the default solver.
func TestRandomCasesDrawParameters(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	drawn := map[string]map[any]bool{} // by the name of a parameter: its values
	for range 1000 {
		c := randomCase(random)
		for field, value := range reflect.ValueOf(c.Merged).Fields() {
			if drawn[field.Name] == nil {
				drawn[field.Name] = map[any]bool{}
			}
			if c.Algorithm == merged.Algorithm {
				drawn[field.Name][value.Interface()] = true
			}
		}
		if c.Merged.Noise > 0 && c.Merged.Colonies == 1 {
			t.Fatalf("%v: noise with one colony", c)
		}
	}
	for name, values := range drawn {
		if len(values) < 2 {
			t.Errorf("%s has the same value in all random cases", name)
		}
	}
}
