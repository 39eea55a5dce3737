package cachefile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
)

func TestWriteReplacesAtomically(t *testing.T) {
	path := filepath.Join(t.TempDir(), "not", "there", "file")
	must.Do(t, Write(path, []byte("one"), []byte(" two")))
	folder := filepath.Join(filepath.Dir(path), "folder", "in it")
	must.Do(t, os.MkdirAll(folder, 0o700))
	if err := Write(filepath.Dir(folder), []byte("half")); err == nil {
		t.Error("a folder was replaced")
	}
	if text, err := Read(path, 100); err != nil || string(text) != "one two" {
		t.Errorf("content %q, %v", text, err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 2 {
		t.Errorf("files are left behind: %v", left)
	}
}

func TestReadChecksTypeAndSize(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	must.Do(t, Write(path, make([]byte, 10)))
	for _, c := range []struct {
		path string
		most int64
		good bool
	}{{path, 10, true}, {path, 9, false}, {folder, 1 << 20, false}, {path + "2", 10, false}} {
		_, err := Read(c.path, c.most)
		if (err == nil) != c.good {
			t.Errorf("%s of up to %d bytes: %v", c.path, c.most, err)
		}
	}
}

func TestTrimRemovesTheOldest(t *testing.T) {
	folder := t.TempDir()
	for name, age := range map[string]time.Duration{"new.x": 1, "old.x": 2, "oldest.x": 3, "older.y": 4} {
		path := filepath.Join(folder, name)
		must.Do(t, Write(path, make([]byte, 100)))
		then := time.Now().Add(-age * time.Hour)
		must.Do(t, os.Chtimes(path, then, then))
	}
	for _, c := range []struct {
		most int64
		want []string
	}{
		{300, []string{"new.x", "old.x", "older.y", "oldest.x"}},
		{299, []string{"new.x", "old.x", "older.y"}},
		{100, []string{"new.x", "older.y"}},
		{99, []string{"older.y"}},
	} {
		must.Do(t, Trim(filepath.Join(folder, "*.x"), c.most))
		entries := must.Get(os.ReadDir(folder))(t)
		var left []string
		for _, e := range entries {
			left = append(left, e.Name())
		}
		if !slices.Equal(left, c.want) {
			t.Errorf("up to %d bytes: %v is left, want %v", c.most, left, c.want)
		}
	}
}
