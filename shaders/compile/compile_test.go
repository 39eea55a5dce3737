package compile

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/shaders"
)

func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil { // the sources lie in package shaders
		panic(err)
	}
	os.Exit(m.Run())
}

// The modules were compiled from the sources as they are.
func TestSourcesAreThoseOfTheModules(t *testing.T) {
	sum, err := SourcesSHA256()
	if err != nil {
		t.Fatal(err)
	}
	if sum != shaders.SourcesSHA256 {
		t.Error("the GLSL has changed since the SPIR-V was made: run make shaders")
	}
}

// The same compiler makes the same bytes.
func TestModulesAreReproducible(t *testing.T) {
	if _, err := exec.LookPath("glslc"); err != nil {
		t.Skip("glslc is not installed")
	}
	version, err := Version()
	if err != nil {
		t.Fatal(err)
	}
	if version != shaders.Compiler {
		t.Skipf("the modules were made by %s, here is %s", shaders.Compiler, version)
	}
	table := slices.Concat(shaders.All, shaders.Probes)
	for i, v := range slices.Concat(shaders.Modules(), shaders.ProbeVariants) {
		got, err := Optimized(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := table[i].SPIRV()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: glslc makes other bytes than are embedded: run make shaders", v.Name)
		}
	}
}
