package shaders

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"io/fs"
	"sync"
)

// spirv is an archive of all modules, each as NAME.spv. Command tools/shadergen writes it.
//
//go:embed spirv.zip
var spirv []byte

var archive = sync.OnceValues(func() (*zip.Reader, error) {
	return zip.NewReader(bytes.NewReader(spirv), int64(len(spirv)))
})

// inflated holds the modules that were read, by name. Planners read the same module many times.
var inflated sync.Map

// SPIRV returns the shader's module, which the caller must not change.
func (s *Shader) SPIRV() ([]byte, error) {
	if s.Module != nil {
		return s.Module, nil
	}
	if module, ok := inflated.Load(s.Name); ok {
		return module.([]byte), nil
	}
	files, err := archive()
	if err != nil {
		return nil, err
	}
	module, err := fs.ReadFile(files, s.Name+".spv")
	if err != nil {
		return nil, err
	}
	inflated.Store(s.Name, module)
	return module, nil
}
