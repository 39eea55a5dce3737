package merged_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// globeInstance returns places within some degrees of the 180th meridian. If they are all over the earth, half of them are near antipodes of
// others.
func globeInstance(random *rand.Rand, cities int, degrees float64) (*tsp.Instance, error) {
	latitudes, longitudes := make([]float64, cities), make([]float64, cities)
	for i := range latitudes {
		latitudes[i] = degrees / 2 * (random.Float64() - 0.5)
		longitudes[i] = math.Remainder(180+degrees*(random.Float64()-0.5), 360)
		if degrees == 360 && i%2 == 1 {
			latitudes[i], longitudes[i] = -latitudes[i-1]+random.Float64()*1e-4, math.Remainder(longitudes[i-1]+180, 360)
		}
	}
	return tsp.FromDegrees(latitudes, longitudes)
}

// Devices compute the distances of the reference for each number of decimals of a metre.
func TestHaversine(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(3, 30))
	for decimals, degrees := range []float64{360, 20, 2, 0.2, 0.02, 0.002, 0.0002} {
		instance, err := globeInstance(random, 300, degrees)
		if err != nil {
			t.Fatal(err)
		}
		if instance.Unit.Decimals != decimals {
			t.Fatalf("%v degrees: %d decimals, want %d", degrees, instance.Unit.Decimals, decimals)
		}
		compareDistances(t, device, instance, fmt.Sprint(decimals, " decimals"))
	}
}
