package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Table has the figures of all devices.
type Table struct {
	Devices []Device `json:"devices"`
}

// Device has the figures of one device's modules.
type Device struct {
	Device  string   `json:"device"`
	Name    string   `json:"name"`
	Driver  string   `json:"driver"` // with its version
	Modules []Module `json:"modules"`
}

// Module has the worst of each figure among a module's pipelines. Unknown figures are 0.
type Module struct {
	Module    string `json:"module"`
	Pipelines int    `json:"pipelines"`
	Hash      string `json:"hash,omitempty"` // of what the driver compiled; see hashOf
	Figures
}

// readTable reads a table. If the file does not exist, the table is empty.
func readTable(file string) (t Table, err error) {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err != nil {
		return t, fmt.Errorf("read the table: %w", err)
	}
	return t, nil
}

// write writes one line per module, so that diffs are readable.
func (t Table) write(file string) error {
	var b bytes.Buffer
	b.WriteString("{\"devices\": [")
	for i, d := range t.Devices {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n{\"device\": %q, \"name\": %q, \"driver\": %q, \"modules\": [", d.Device, d.Name, d.Driver)
		for j, m := range d.Modules {
			if j > 0 {
				b.WriteString(",")
			}
			line, err := json.Marshal(m)
			if err != nil {
				return err
			}
			b.WriteString("\n")
			b.Write(line)
		}
		b.WriteString("\n]}")
	}
	b.WriteString("\n]}\n")
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// of returns a device's figures, without modules if it is not in the table.
func (t Table) of(device string) Device {
	for _, d := range t.Devices {
		if d.Device == device {
			return d
		}
	}
	return Device{Device: device}
}

// with returns the table with a device's figures replaced or added.
func (t Table) with(device Device) Table {
	for i, d := range t.Devices {
		if d.Device == device.Device {
			t.Devices[i] = device
			return t
		}
	}
	t.Devices = append(t.Devices, device)
	return t
}

// unchanged returns the modules of the table whose figures are of the same driver and the same
// input.
func (d Device) unchanged(driver string, hashes map[string]string) []Module {
	if d.Driver != driver {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(d.Modules),
		func(m Module) bool { return m.Hash == "" || m.Hash != hashes[m.Module] })
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

// compiled is the result of compiling a pipeline.
type compiled struct {
	Module   string
	Pipeline string // variants.Name
	Failure  string
	Figures
}

// modules returns the modules of pipelines that are sorted by module, each with its worst figures.
// Failed pipelines count but have none.
func modules(all []compiled) (modules []Module) {
	for _, c := range all {
		last := len(modules) - 1
		if last < 0 || modules[last].Module != c.Module {
			modules = append(modules, Module{Module: c.Module})
			last++
		}
		m := &modules[last]
		m.Pipelines++
		switch {
		case c.Failure != "":
		case m.Figures == (Figures{}):
			m.Figures = c.Figures
		default:
			m.Figures = m.worse(c.Figures)
		}
	}
	return modules
}
