package compile

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
)

func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil { // the sources lie in package shaders
		panic(err)
	}
	os.Exit(m.Run())
}

// Every embedded module was compiled from the sources, macros and options that are here now.
func TestModulesBelongToTheSources(t *testing.T) {
	table := slices.Concat(shaders.All, shaders.Probes, shaders.Measures)
	for i, v := range slices.Concat(shaders.Modules(), shaders.ProbeVariants, shaders.MeasureVariants) {
		module := must.Get(table[i].SPIRV())(t)
		got := must.Get(Fingerprint(v, module))(t)
		if got != table[i].Fingerprint {
			t.Errorf("%s: the GLSL, the macros or the options have changed since the SPIR-V was made: run make shaders",
				v.Name)
		}
	}
}

// A fingerprint tells apart everything that a module depends on, and nothing else.
func TestFingerprint(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, []byte(text), 0o644))
	}
	of := func(module string, macros ...string) string {
		return must.Get(Fingerprint(shaders.Variant{Name: "a", File: "a.comp", Macros: macros}, []byte(module)))(t)
	}
	write("a.comp", "#version 460\n#include \"include/b.glsl\"\nvoid main() {}\n")
	write("include/b.glsl", "#include \"c.glsl\"\n")
	write("include/c.glsl", "const uint C = 1;\n")
	first := of("module")
	if first == of("another") || first == of("module", "SHARED") {
		t.Error("a module or a macro changes nothing")
	}
	optimize = append(optimize, "-g")
	if first == of("module") {
		t.Error("an option of the compiler changes nothing")
	}
	optimize = optimize[:1]
	write("include/c.glsl", "// A comment.\n\nconst uint C = 1; // another one\n")
	if first != of("module") {
		t.Error("a comment changes the fingerprint")
	}
	write("include/c.glsl", "const uint C = 2;\n")
	if first == of("module") {
		t.Error("a file that an included file includes changes nothing")
	}
	write("a.comp", "#include <include/b.glsl>\n")
	if _, err := Fingerprint(shaders.Variant{File: "a.comp"}, nil); err == nil {
		t.Error("an #include that was not followed is no error")
	}
}

// The same version of glslc makes the same bytes. Another version may make others:
// TestModulesBelongToTheSources needs none.
func TestModulesAreReproducible(t *testing.T) {
	if _, err := exec.LookPath("glslc"); err != nil {
		t.Skip("glslc is not installed")
	}
	version := must.Get(Version())(t)
	if version != shaders.Compiler {
		t.Skipf("the modules were made by %s; this is %s", shaders.Compiler, version)
	}
	table := slices.Concat(shaders.All, shaders.Probes, shaders.Measures)
	for i, v := range slices.Concat(shaders.Modules(), shaders.ProbeVariants, shaders.MeasureVariants) {
		if testing.Short() && i%8 > 0 {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			got := must.Get(Optimized(v))(t)
			want := must.Get(table[i].SPIRV())(t)
			if !bytes.Equal(got, want) {
				t.Error("glslc makes other bytes than are embedded: run make shaders")
			}
		})
	}
}
