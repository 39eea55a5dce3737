package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// unchanged returns the modules of the table whose figures are of the same driver and the same
// input.
func (d Device) unchanged(driver string, hashes map[string]string) []Module {
	if d.Driver != driver {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(d.Modules), func(m Module) bool { return m.Hash == "" || m.Hash != hashes[m.Module] })
}

// hashesOf returns the hash of each module's pipelines.
func hashesOf(modules [][]pipeline.Pass, info *vk.Info) (map[string]string, error) {
	hashes := map[string]string{}
	for _, passes := range modules {
		hash, err := hashOf(passes, info)
		if err != nil {
			return nil, err
		}
		hashes[passes[0].Shader.Name] = hash
	}
	return hashes, nil
}

// hashOf returns a hash of all that a driver gets to compile pipelines: SPIR-V, constants,
// interface and subgroup sizes.
func hashOf(passes []pipeline.Pass, info *vk.Info) (string, error) {
	hash := sha256.New()
	for _, pass := range passes {
		spec, err := pass.Spec(info)
		if err == nil {
			err = json.NewEncoder(hash).Encode(spec)
		}
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
