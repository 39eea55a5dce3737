// Command shadergen compiles the shaders of package shaders with glslc, checks the modules with
// spirv-val, and writes the archive of the modules, the table of their interfaces and the
// constants of package glsl. It compiles only what has changed. It runs in the project's root or
// in the folder shaders.
package main

import (
	"log"
	"os"
	"slices"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/compile"
)

// constantsFile is the generated file of package glsl, relative to the shaders' folder.
const constantsFile = "glsl/zz_constants.go"

func main() {
	log.SetFlags(0)
	log.SetPrefix("shadergen: ")
	if _, err := os.Stat("shaders.go"); err != nil {
		if err := os.Chdir("shaders"); err != nil {
			log.Fatal("run it in the project's root or in its folder shaders")
		}
	}
	if err := generate(); err != nil {
		log.Fatal(err)
	}
}

func generate() error {
	shared, err := constants()
	if err != nil {
		return err
	}
	if err := os.WriteFile(constantsFile, shared, 0o644); err != nil {
		return err
	}
	t := table{}
	if t.Version, err = compile.Version(); err != nil {
		return err
	}
	if t.Stages, err = generateModules(shaders.Variants, t.Version); err != nil {
		return err
	}
	if t.Probes, err = generateModules(shaders.ProbeVariants, t.Version); err != nil {
		return err
	}
	if t.Measures, err = generateModules(shaders.MeasureVariants, t.Version); err != nil {
		return err
	}
	if err := writeArchive(t.entries()); err != nil {
		return err
	}
	return t.write()
}

// generateModules returns the entries of variants. The entry of a stage with subgroup operations
// has the entry of its variant without subgroups.
func generateModules(variants []shaders.Variant, version string) (entries []*entry, err error) {
	for _, v := range variants {
		e, err := generateModule(v, version)
		if err != nil {
			return nil, err
		}
		isStage := slices.ContainsFunc(shaders.Variants, func(s shaders.Variant) bool { return s.Name == v.Name })
		if e.Subgroups && isStage {
			if e.NoSubgroups, err = generateModule(v.NoSubgroups(), version); err != nil {
				return nil, err
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}
