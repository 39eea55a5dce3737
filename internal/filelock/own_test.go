package filelock

import (
	"os"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// A process that makes a folder removes those of processes that have ended, and no others.
func TestOwn(t *testing.T) {
	parent := t.TempDir()
	own := func() *Own {
		return must.Get(NewOwn(parent, "test-*"))(t)
	}
	living, abandoned := own(), own()
	if living.lock == nil {
		t.Skip("the system has no locks of folders")
	}
	abandoned.lock.Close()
	next := own()
	for o, want := range map[*Own]bool{living: true, abandoned: false, next: true} {
		if _, err := os.Stat(o.Path); (err == nil) != want {
			t.Errorf("folder %s: error %v, want it: %t", o.Path, err, want)
		}
	}
	living.Remove()
	next.Remove()
	if left, err := os.ReadDir(parent); err != nil || len(left) != 0 {
		t.Errorf("%d folders are left, error %v", len(left), err)
	}
}
