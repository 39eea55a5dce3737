package format

import (
	"os"
	"regexp"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// The page of inputs has each field that readers name.
func TestInputsPage(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/files.md"))(t)
	documented := map[string]bool{}
	for _, field := range regexp.MustCompile("`([a-z_]+)`").FindAllSubmatch(page, -1) {
		documented[string(field[1])] = true
	}
	for _, fields := range []map[string]string{modelUnused, vehicleUnused, jobUnused} {
		for field := range fields {
			if !documented[field] {
				t.Errorf("%s is missing", field)
			}
		}
	}
	for _, field := range append([]string{"per_hour", "per_km", "fixed", "per_task_hour", "shipments", "crs"},
		withoutEffect...) {
		if !documented[field] {
			t.Errorf("%s is missing", field)
		}
	}
	for _, field := range matrixFields {
		if !documented[field.name] {
			t.Errorf("%s is missing", field.name)
		}
	}
}
