package vktest

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/vk"
)

// Profile is a device of testdata/devices, as a value.
type Profile struct {
	Name string // of its file
	vk.Info
}

// rowsFolder is the folder of the rows, from wherever a test runs.
func rowsFolder() string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(here), "../../testdata/devices")
}

// Profiles returns the devices of testdata/devices, in the order of their names. Those whose names begin with small say a part of a
// device's limits: they are taken of a large GPU and of a software device.
func Profiles(t testing.TB) []Profile {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(rowsFolder(), "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no rows in %s, error %v", rowsFolder(), err)
	}
	bases := []vk.Info{row(t, "nvidia-h200").Info, row(t, "llvmpipe-8").Info}
	var rows []Profile
	for _, path := range names {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		l := row(t, name)
		if !strings.HasPrefix(name, "small-") {
			rows = append(rows, Profile{name, l.Info})
			continue
		}
		for _, base := range bases {
			rows = append(rows, Profile{name + " of " + base.Name, l.Apply(base)})
		}
	}
	return rows
}

func row(t testing.TB, name string) *vk.Limits {
	t.Helper()
	l, err := vk.LoadLimits(filepath.Join(rowsFolder(), name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return l
}
