package diff

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/conform"
)

// facts returns the properties of program, host and device that differ.
func facts(before, after *conform.Report) (all []Change) {
	x, y := properties(before), properties(after)
	names := maps.Clone(x)
	maps.Copy(names, y)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if x[name] != y[name] {
			all = append(all, Change{Name: name, Before: x[name], After: y[name]})
		}
	}
	return all
}

// properties returns the values by the names of their JSON fields. A report's own structures
// encode without error.
func properties(r *conform.Report) map[string]string {
	all := map[string]string{
		"version": r.Version, "shaders_sha256": r.ShadersSHA256, "date": r.Date.Format("2006-01-02 15:04:05"),
	}
	if r.Perturbed {
		all["perturbed"] = "true"
	}
	if r.Date.IsZero() {
		all["date"] = ""
	}
	addProperties(all, "device", r.Device)
	addProperties(all, "host", r.Host)
	// The position in a list and the memory that is free now say nothing about the device.
	delete(all, "device.index")
	delete(all, "device.heaps")
	return all
}

// addProperties adds the fields of a structure.
func addProperties(all map[string]string, prefix string, structure any) {
	text, err := json.Marshal(structure)
	if err != nil {
		return
	}
	var fields map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	if decoder.Decode(&fields) != nil {
		return
	}
	for name, value := range fields {
		all[prefix+"."+name] = strings.Trim(fmt.Sprint(value), "[]")
	}
}
