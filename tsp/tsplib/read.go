package tsplib

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// ReadFile reads an instance from a file, as [Read] does.
func ReadFile(file string) (*tsp.Instance, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, file)
}

// Read reads an instance in the format of TSPLIB95, as [ReadContext] does without limits. Package tsp/format reads other formats.
func Read(r io.Reader, name string) (*tsp.Instance, error) {
	f, err := ReadContext(context.Background(), r, name, Limits{})
	if err != nil {
		return nil, err
	}
	return f.Instance, nil
}

// Limits bound what [ReadContext] takes, so that a small file cannot take much memory. A field that is zero is no limit.
type Limits struct {
	Cities int
	Cells  int64 // distances of a matrix, cities × cities; that of a graph counts
}

// File is what a file of TSPLIB has.
type File struct {
	Instance *tsp.Instance
	Unused   []string // sentences about what the file has and the instance has not; nil for most files
}

// ReadContext reads an instance in the format of TSPLIB95.
//
// TSPLIB files may have TYPE TSP, ATSP or HCP, the metrics of TSPLIB in this package, matrices in all formats but FUNCTION, and a
// FIXED_EDGES_SECTION. In the instance of a Hamiltonian cycle problem (HCP), the edges of the graph have weight 1, and all others are forbidden.
//
// name is the file's name in messages. If the data have no name for the instance, it is the file's name without folder and
// extension. An error in the data is a [*tsp.SyntaxError]. When the context ends, the error is its cause. Any other error comes from r.
func ReadContext(ctx context.Context, r io.Reader, name string, limits Limits) (*File, error) {
	l := newLines(ctx, r, name)
	if err := l.peek(); err != nil {
		return nil, err
	}
	f, err := readTSPLIB(l, limits)
	if err == nil && f.Instance.Name == "" {
		f.Instance.Name = strings.TrimSuffix(filepath.Base(l.file), filepath.Ext(l.file))
	}
	return f, err
}
