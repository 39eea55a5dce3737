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

// Read reads an instance in the format of TSPLIB95, or in CSV as [ReadCSV] does. The data is CSV if name ends in ".csv" or
// if the first line has a comma and is not "KEYWORD: value".
//
// TSPLIB files may have TYPE TSP, ATSP or HCP, the metrics of this package, matrices in all formats but FUNCTION, and, except with TYPE ATSP, a
// FIXED_EDGES_SECTION. In the instance of a Hamiltonian cycle problem (HCP), the edges of the graph have weight 1, and all others are forbidden.
//
// name is the file's name in messages. If the data have no name for the instance, it is the file's name without folder and
// extension. An error in the data is a [*SyntaxError]; any other error comes from r.
func Read(r io.Reader, name string) (*Instance, error) {
	l := newLines(r, name)
	if err := l.peek(); err != nil {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(name), ".csv") || looksLikeCSV(l.text) {
		return readAs(readCSV, l)
	}
	return readAs(readTSPLIB, l)
}

// ReadCSV reads an instance from CSV with one city a line. A header names the columns: either x and y, in the plane ([FromXY] with [EUC2D]),
// or lat and lon, in decimal degrees ([FromDegrees]); latitude, longitude, long and lng are known too, in any case. Other columns are ignored.
// Without a header there are two columns, x and y. Name and error are as with [Read].
func ReadCSV(r io.Reader, name string) (*Instance, error) {
	l := newLines(r, name)
	if err := l.peek(); err != nil {
		return nil, err
	}
	return readAs(readCSV, l)
}

// readAs reads an instance in one format and gives it a name.
func readAs(format func(*lines) (*Instance, error), l *lines) (*Instance, error) {
	in, err := format(l)
	if err == nil && in.Name == "" {
		in.Name = strings.TrimSuffix(filepath.Base(l.file), filepath.Ext(l.file))
	}
	return in, err
}

func looksLikeCSV(line string) bool {
	before, _, comma := strings.Cut(line, ",")
	return comma && !strings.Contains(before, ":")
}
