package scratch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// Files of ended processes are removed, and no others.
func TestCreateRemovesWhatIsLeft(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	must.Do(t, ended.Run())
	folder := t.TempDir()
	stale, own := fmt.Sprintf(".o.csv.%d", ended.Process.Pid), fmt.Sprintf(".o.csv.%d", os.Getpid())
	keep := []string{".o.csv.0", ".o.csv.01", ".o.csv.x", ".o.csv.-1", fmt.Sprintf("o.csv.%d", ended.Process.Pid),
		fmt.Sprintf(".p.csv.%d", ended.Process.Pid), fmt.Sprintf(".o.csv.%d", os.Getppid())}
	for _, name := range append([]string{stale}, keep...) {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	file := must.Get(Create(filepath.Join(folder, "o.csv")))(t)
	defer file.Close()
	entries := must.Get(os.ReadDir(folder))(t)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	want := append(keep, own)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("files %v instead of %v", got, want)
	}
	if _, err := Create(filepath.Join(folder, "o.csv")); err == nil {
		t.Error("a process has two temporary files of a file")
	}
}

// A file whose name is as long as file systems allow has a temporary file, too.
func TestCreateForALongName(t *testing.T) {
	folder := t.TempDir()
	for length := 230; length <= 255; length++ {
		name := filepath.Join(folder, strings.Repeat("n", length))
		file, err := Create(name)
		if err != nil {
			t.Fatalf("%d bytes: %v", length, err)
		}
		if err := errors.Join(file.Close(), os.Rename(file.Name(), name)); err != nil {
			t.Errorf("%d bytes: %v", length, err)
		}
	}
}

// A new file has the mode that is given, another one keeps its own. After an error the old file is
// there, and no temporary one.
func TestReplace(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	replace := func(text string, failure error) error {
		return Replace(name, 0o600, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, failure)
		})
	}
	must.Do(t, replace("first", nil))
	must.Do(t, os.Chmod(name, 0o640))
	failure := errors.New("no more text")
	for text, want := range map[string]error{"second": nil, "third": failure} {
		if err := replace(text, want); !errors.Is(err, want) {
			t.Errorf("%s: error %v", text, err)
		}
	}
	text, err := os.ReadFile(name)
	info, missing := os.Stat(name)
	entries, _ := os.ReadDir(folder)
	if err != nil || missing != nil || string(text) != "second" || info.Mode().Perm() != 0o640 || len(entries) != 1 {
		t.Errorf("%q with mode %v, %d files, error %v", text, info.Mode(), len(entries), errors.Join(err, missing))
	}
}
