package cachefile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestWriteReplacesAtomically(t *testing.T) {
	path := filepath.Join(t.TempDir(), "not", "there", "file")
	if err := Write(path, []byte("one"), []byte(" two")); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(filepath.Dir(path), "folder", "in it")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
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
	if err := Write(path, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
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
		if err := Write(path, make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-age * time.Hour)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
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
		if err := Trim(filepath.Join(folder, "*.x"), c.most); err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, e := range entries {
			left = append(left, e.Name())
		}
		if !slices.Equal(left, c.want) {
			t.Errorf("up to %d bytes: %v is left, want %v", c.most, left, c.want)
		}
	}
}
