package tsp

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ReadFile reads the instance in a file, as [Read] does.
func ReadFile(file string) (*Instance, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, file)
}

// Read reads an instance: a TSPLIB95 file, or CSV where name ends in ".csv" or the first line looks like it (it has a
// comma and is no "KEYWORD: value"). Errors in the data are a [SyntaxError] with name as the file; others are failures
// of r. An instance without a name is called as the file is.
func Read(r io.Reader, name string) (*Instance, error) {
	l := newLines(r, name)
	if !l.next() {
		return nil, l.endOr("the file is empty")
	}
	l.back()
	read := readTSPLIB
	if strings.EqualFold(filepath.Ext(name), ".csv") || looksLikeCSV(l.text) {
		read = readCSV
	}
	in, err := read(l)
	if err != nil {
		return nil, err
	}
	if in.Name == "" {
		in.Name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	}
	return in, nil
}

func looksLikeCSV(line string) bool {
	before, _, comma := strings.Cut(line, ",")
	return comma && !strings.Contains(before, ":")
}

// ReadTourFile reads the tour in a file, as [ReadTour] does.
func ReadTourFile(file string) (Tour, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadTour(f, file)
}
