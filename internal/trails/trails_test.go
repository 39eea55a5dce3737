package trails

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
)

// Read returns what was written, in both formats. A file that ends early is an error.
func TestReadWhatWasWritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "trails")
	rapid.Check(t, func(t *rapid.T) {
		records := rapid.SliceOf(rapid.Custom(func(t *rapid.T) Record {
			number := func(name string) uint32 { return rapid.Uint32().Draw(t, name) }
			return Record{number("iteration"), number("colony"), number("from"), number("to"),
				rapid.Float64Min(0).Draw(t, "pheromone")}
		})).Draw(t, "records")
		npy := rapid.Bool().Draw(t, "npy")
		text := written(t, name, npy, records)
		got, err := Read(bytes.NewReader(text))
		if diff := cmp.Diff(records, append([]Record{}, got...)); err != nil || diff != "" {
			t.Fatalf("%v (-written +read):\n%s", err, diff)
		}
		if npy {
			if _, err := Read(bytes.NewReader(text[:len(text)-1])); err == nil {
				t.Fatal("a file without its last byte is read")
			}
		}
	})
}

// written returns the file of records.
func written(t rapid.TB, name string, npy bool, records []Record) []byte {
	file := must.Get(os.Create(name))(t)
	defer file.Close()
	w := must.Get(NewWriter(file, npy))(t)
	for _, r := range records {
		must.Do(t, w.Write(r))
	}
	must.Do(t, w.Close())
	return must.Get(os.ReadFile(name))(t)
}

// NumPy, where it is installed, reads an array.
func TestNumPyReads(t *testing.T) {
	if exec.Command("python3", "-c", "import numpy").Run() != nil {
		t.Skip("there is no NumPy")
	}
	name := filepath.Join(t.TempDir(), "trails.npy")
	written(t, name, true, []Record{{7, 1, 2, 3, 0.25}, {7, 1, 3, 2, 1e-9}})
	const program = "import numpy, sys; a = numpy.load(sys.argv[1]); print(a['to'].tolist(), a['pheromone'].tolist())"
	out, err := exec.Command("python3", "-c", program, name).CombinedOutput()
	if want := "[3, 2] [0.25, 1e-09]"; err != nil || strings.TrimSpace(string(out)) != want {
		t.Errorf("%v: %s, want %s", err, out, want)
	}
}
