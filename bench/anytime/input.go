package anytime

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// writeInstance returns an instance and writes its text to a new file for the runs. Instances of the DIMACS challenge are generated.
func (r *run) writeInstance(name string) (*tsp.Instance, string, error) {
	instance, text, err := r.text(name)
	if err != nil {
		return nil, "", err
	}
	file := filepath.Join(r.folder, strings.ReplaceAll(name, ":", "-")+".tsp")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return nil, "", err
	}
	// The program caches a binary copy of a large file unless the file is new. With a modification time in the future the file stays new,
	// so every run reads the text.
	ahead := time.Now().Add(24 * time.Hour)
	return instance, file, os.Chtimes(file, ahead, ahead)
}

// text returns an instance and its text.
func (r *run) text(name string) (*tsp.Instance, []byte, error) {
	if kind, n, seed, err := generate.Parse(name); err == nil && r.files[name] == "" {
		instance, err := generate.Instance(kind, n, seed)
		if err != nil {
			return nil, nil, err
		}
		var text bytes.Buffer
		err = tsplib.Write(&text, instance)
		return instance, text.Bytes(), err
	}
	text, err := os.ReadFile(r.files[name])
	if err != nil {
		return nil, nil, err
	}
	instance, err := tsplib.Read(bytes.NewReader(text), r.files[name])
	return instance, text, err
}
