package vktest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/vk"
)

// Profile describes a device of testdata/devices.
type Profile struct {
	Name string // of its file
	vk.Info
}

// profileDir returns the directory of the profiles. A test runs in the folder of its package, and
// the project's root is the next folder above that has the file go.mod.
func profileDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs(".")
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata", "devices")
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	t.Fatalf("the test runs outside of the project, error %v", err)
	return ""
}

// Profiles returns the devices of testdata/devices, sorted by name. Files whose names begin with
// small- have only some limits. Each is applied to a large GPU and to a software device.
func Profiles(t testing.TB) []Profile {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(profileDir(t), "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no profiles in %s, error %v", profileDir(t), err)
	}
	bases := []vk.Info{load(t, "nvidia-h200").Info, load(t, "llvmpipe-8").Info}
	var profiles []Profile
	for _, path := range names {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		l := load(t, name)
		if !strings.HasPrefix(name, "small-") {
			profiles = append(profiles, Profile{name, l.Info})
			continue
		}
		for _, base := range bases {
			profiles = append(profiles, Profile{name + " of " + base.Name, l.Apply(base)})
		}
	}
	return profiles
}

func load(t testing.TB, name string) *vk.Limits {
	t.Helper()
	return must.Get(vk.LoadLimits(filepath.Join(profileDir(t), name+".json")))(t)
}
