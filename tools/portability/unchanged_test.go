package main

import (
	"reflect"
	"testing"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// The hash depends on the module, each constant, the number of pipelines and the subgroup size.
func TestHashesDiffer(t *testing.T) {
	hash := func(info vk.Info, passes ...pipeline.Pass) string {
		t.Helper()
		hash, err := hashOf(passes, &info)
		if again, _ := hashOf(passes, &info); err != nil || again != hash {
			t.Errorf("%q, then %q, %v", hash, again, err)
		}
		return hash
	}
	choice := passes(64)
	choice[0].Shader = &shaders.Choice
	fixed := vk.Info{SubgroupSizeControl: true, SubgroupSizeMin: 32, SubgroupSizeMax: 64, SubgroupSize: 64}
	hashes := map[string]bool{
		hash(vk.Info{}, passes(64)...):      true,
		hash(vk.Info{}, passes(128)...):     true,
		hash(vk.Info{}, passes(64, 128)...): true,
		hash(vk.Info{}, choice...):          true,
		hash(fixed, choice...):              true,
	}
	if len(hashes) != 5 {
		t.Errorf("5 inputs have the hashes %v", hashes)
	}
}

// A module is compiled again if its hash or the driver differs, and if the table has no hash.
func TestUnchangedModules(t *testing.T) {
	best := Module{Module: "best", Hash: "1", Figures: Figures{Registers: 24}}
	table := Device{Driver: "22", Modules: []Module{best, {Module: "long", Hash: "2"}, {Module: "old"},
		{Module: "removed", Hash: "4"}}}
	hashes := map[string]string{"best": "1", "long": "3", "old": "5", "new": "6"}
	if got := table.unchanged("22", hashes); !reflect.DeepEqual(got, []Module{best}) {
		t.Errorf("unchanged: %+v", got)
	}
	if got := table.unchanged("25", hashes); got != nil {
		t.Errorf("with another driver: %+v", got)
	}
	if len(table.Modules) != 4 || table.Modules[0] != best {
		t.Errorf("the table was changed: %+v", table)
	}
}
