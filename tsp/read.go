package tsp

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ReadFile reads an instance from a file, as [Read] does.
func ReadFile(file string) (*Instance, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, file)
}

// Read reads an instance in the format of TSPLIB95. Package tsp/format reads other formats.
//
// TSPLIB files may have TYPE TSP, ATSP or HCP, the metrics of TSPLIB in this package, matrices in all formats but FUNCTION, and a
// FIXED_EDGES_SECTION. In the instance of a Hamiltonian cycle problem (HCP), the edges of the graph have weight 1, and all others are forbidden.
//
// name is the file's name in messages. If the data have no name for the instance, it is the file's name without folder and
// extension. An error in the data is a [*SyntaxError]; any other error comes from r.
func Read(r io.Reader, name string) (*Instance, error) {
	l := newLines(r, name)
	if err := l.peek(); err != nil {
		return nil, err
	}
	in, err := readTSPLIB(l)
	if err == nil && in.Name == "" {
		in.Name = strings.TrimSuffix(filepath.Base(l.file), filepath.Ext(l.file))
	}
	return in, err
}
