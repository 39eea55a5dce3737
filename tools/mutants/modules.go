package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/compile"
)

// modulesVariable names the folder of the modules that programs run in place of the embedded ones,
// if they are built with plantedFile.
const modulesVariable = "MUTANTS_MODULES"

// plantedFile is added to package shaders in the programs that run mutants of shaders, so that a
// mutant needs no Go compiler.
const plantedFile = `package shaders

import "os"

func init() {
	for _, s := range All {
		if module, err := os.ReadFile(os.Getenv("` + modulesVariable + `") + "/" + s.Name + ".spv"); err == nil {
			s.Module = module
		}
	}
}
`

// compiler compiles the modules of mutants.
type compiler struct {
	sources string            // a copy of the folder shaders, which holds one mutant at a time
	correct map[string][]byte // the modules of the sources, by their names
}

func newCompiler(folder string) (*compiler, error) {
	c := &compiler{sources: filepath.Join(folder, "shaders"), correct: map[string][]byte{}}
	version, err := compile.Version()
	if err != nil {
		return nil, err
	}
	if version == shaders.Compiler { // it makes the same bytes
		for _, s := range shaders.All {
			if c.correct[s.Name], err = s.SPIRV(); err != nil {
				return nil, err
			}
		}
	}
	return c, os.CopyFS(c.sources, os.DirFS("shaders"))
}

// compile writes the modules that the mutant changes into a folder and returns their names: none
// if it does not compile or changes nothing.
func (c *compiler) compile(m mutant, folder string) ([]string, error) {
	path := filepath.Join(c.sources, strings.TrimPrefix(m.File, "shaders/"))
	var used []shaders.Variant
	for _, v := range shaders.Modules() {
		sources, err := compile.Sources(filepath.Join(c.sources, v.File))
		if err != nil {
			return nil, err
		}
		// Macros decide nothing here: modules that stay the same do not count.
		if slices.ContainsFunc(sources, func(s compile.Source) bool { return s.Name == path }) {
			used = append(used, v)
		}
	}
	for _, v := range used {
		if c.correct[v.Name] == nil {
			module, err := c.module(v)
			if err != nil {
				return nil, err
			}
			c.correct[v.Name] = module
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, []byte(m.plant(string(text))), 0o666); err != nil {
		return nil, err
	}
	var changed []string
	for _, v := range used {
		module, failed := c.module(v)
		if failed != nil {
			changed = nil
			break
		}
		if bytes.Equal(module, c.correct[v.Name]) {
			continue
		}
		changed = append(changed, v.Name)
		if err := os.WriteFile(filepath.Join(folder, v.Name+".spv"), module, 0o666); err != nil {
			return nil, err
		}
	}
	return changed, os.WriteFile(path, text, 0o666)
}

func (c *compiler) module(v shaders.Variant) ([]byte, error) {
	v.File = filepath.Join(c.sources, v.File)
	return compile.Optimized(v)
}
