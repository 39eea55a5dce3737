package pipeline

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// Subgroups are used if they are large enough and the device has all operations. Otherwise a
// work-group replaces the subgroup, with the NoSubgroups shaders.
func TestSubgroupsOfDevices(t *testing.T) {
	all := []string{"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative"}
	for _, c := range []struct {
		operations []string
		size       uint32
		none       bool
	}{{all, 64, false}, {all, 4, false}, {all, 1, true}, {all[:5], 64, true}, {nil, 64, true}} {
		info := vk.Info{
			MaxWorkgroupInvocations: 1024, MaxWorkgroupSize: [3]uint32{1024, 1, 1}, SharedMemoryBytes: 16 << 10,
			SubgroupOperations: c.operations,
			SubgroupSize:       c.size, SubgroupSizeMin: c.size, SubgroupSizeMax: c.size, SubgroupSizeControl: true,
			MaxWorkgroupSubgroups: 4,
		}
		l := LimitsOf(&info)
		passes := []Pass{{Shader: &shaders.Choice}, {Shader: &shaders.Evaporate}}
		l.ChooseShaders(passes)
		want, size, count := []*shaders.Shader{&shaders.Choice, &shaders.Evaporate}, c.size, 128/c.size
		if c.none {
			want[0], size, count = shaders.Choice.NoSubgroups, emulatedSubgroupSize, 1
		}
		got := []*shaders.Shader{passes[0].Shader, passes[1].Shader}
		if l.NoSubgroups != c.none || l.SubgroupSize != size || l.Subgroups(128) != count || !slices.Equal(got, want) {
			t.Errorf("%v of %d: %+v with %s and %s", c.operations, c.size, l, got[0].Name, got[1].Name)
		}
		if c.none && (l.GroupSize != maxEmulatedGroup || l.SharedBytes+4*emulationWords != info.SharedMemoryBytes) {
			t.Errorf("%v of %d: work-groups of %d with %d bytes", c.operations, c.size, l.GroupSize, l.SharedBytes)
		}
	}
}

// Subgroups have the device's own size. On Intel it is 16, if the device can require a size.
func TestRequiredSubgroups(t *testing.T) {
	const other = 0x10DE
	for _, c := range []struct {
		vendor, least, most uint32
		control             bool
		want                uint32
	}{
		{intel, 8, 32, true, 16}, {intel, 16, 32, true, 16}, {intel, 32, 32, true, 32}, {intel, 8, 32, false, 0},
		{other, 8, 32, true, 32}, {other, 32, 32, false, 0},
	} {
		info := vk.Info{VendorID: c.vendor, SubgroupSize: 32, SubgroupSizeMin: c.least, SubgroupSizeMax: c.most,
			SubgroupSizeControl: c.control}
		if got := RequiredSubgroupSize(&info); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
