package main

import (
	"bytes"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// The same modules make the same archive, and an archive of other modules is seen to be another.
func TestArchive(t *testing.T) {
	modules := func(second string) []*entry {
		return []*entry{{Name: "a", SPIRV: []byte("first")}, {Name: "b", SPIRV: []byte(second)}}
	}
	first := must.Get(pack(modules("second")))(t)
	again := must.Get(pack(modules("second")))(t)
	if !bytes.Equal(first, again) {
		t.Error("the same modules make another archive")
	}
	for name, c := range map[string]struct {
		entries []*entry
		want    bool
	}{
		"the same":       {modules("second"), true},
		"another module": {modules("other"), false},
		"a module less":  {modules("second")[:1], false},
		"a module renamed": {[]*entry{{Name: "a", SPIRV: []byte("first")}, {Name: "c", SPIRV: []byte("second")}},
			false},
	} {
		if holds(first, c.entries) != c.want {
			t.Errorf("%s: the archive holds them: %v", name, !c.want)
		}
	}
	if holds([]byte("no archive"), nil) {
		t.Error("a file that is no archive holds modules")
	}
}
