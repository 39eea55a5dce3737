package engine

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/option"
)

// Each device gets as many colonies as the others, the first ones one more. There is no device
// without a colony, and no run without a device.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		colonies, devices int
		want              []ColonyRange
	}{
		{1, 1, []ColonyRange{{0, 1}}}, {5, 2, []ColonyRange{{0, 3}, {3, 2}}},
		{4, 4, []ColonyRange{{0, 1}, {1, 1}, {2, 1}, {3, 1}}}, {7, 3, []ColonyRange{{0, 3}, {3, 2}, {5, 2}}},
		{2, 3, nil}, {2, 0, nil}, {0, 0, nil},
	} {
		got, err := Spread(c.colonies, c.devices)
		var refused *option.Error
		if diff := cmp.Diff(c.want, got); diff != "" || c.want == nil && !errors.As(err, &refused) {
			t.Errorf("%d colonies on %d devices (-want +got): %v\n%s", c.colonies, c.devices, err, diff)
		}
	}
}
