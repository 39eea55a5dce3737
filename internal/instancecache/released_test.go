package instancecache

import (
	"bytes"
	"encoding/gob"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// A copy that a released version has written is the instance of the file, or is not used because its mark is another one. A new field of
// tsp.Instance, for example, needs a new mark: earlier copies lack it.
func TestReleasedCopies(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/releases/*/instance.copy")
	if err != nil || len(paths) == 0 {
		t.Fatalf("copies %v, error %v", paths, err)
	}
	for _, path := range paths {
		data, ours := bytes.CutPrefix(must(os.ReadFile(path)), []byte(mark))
		if !ours {
			if _, err := read(t.Context(), path, key{}); !errors.Is(err, errNotThis) {
				t.Errorf("%s: error %v", path, err)
			}
			continue
		}
		var h header
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&h); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		got, err := read(t.Context(), path, h.Of)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		want, err := tsplib.ReadFile(filepath.Join(filepath.Dir(path), "instance.tsp"))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}
