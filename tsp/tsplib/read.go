package tsplib

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
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

// Read reads an instance in the format of TSPLIB95, as [ReadContext] does without limits. Package
// tsp/format reads other formats.
func Read(r io.Reader, name string) (*tsp.Instance, error) {
	f, err := ReadContext(context.Background(), r, name, Limits{})
	if err != nil {
		return nil, err
	}
	return f.Instance, nil
}

// Limits bound what [ReadContext] takes, so that a small file cannot take much memory. A field
// that is zero is no limit.
type Limits struct {
	Cities int
	Cells  int64 // distances of a matrix, cities × cities; the matrix of a graph counts
}

// File is what a file of TSPLIB has.
type File struct {
	Instance *tsp.Instance
	Unused   []string // sentences about what the file has and the instance has not; nil for most files
}

// ReadContext reads an instance in the format of TSPLIB95.
//
// TSPLIB files may have TYPE TSP, ATSP or HCP, the metrics of TSPLIB in this package, matrices in
// all formats but FUNCTION, and a FIXED_EDGES_SECTION. In the instance of a Hamiltonian cycle
// problem (HCP), the edges of the graph have weight 1, and all others are forbidden.
//
// name is the file's name in messages. If the data have no name for the instance, it is the file's
// name without folder and extension. An error in the data is a [*tsp.SyntaxError]. When the
// context ends, the error is its cause. Any other error comes from r.
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

// readTSPLIB reads an instance in the format of TSPLIB95.
func readTSPLIB(l *lines, limits Limits) (*File, error) {
	h := newHeader(l, limits)
	in := &tsp.Instance{FirstNumber: 1}
	for ended := false; !ended && l.next(); {
		keyword, value, err := h.keyword()
		if err != nil {
			return nil, err
		}
		switch keyword {
		case "NODE_COORD_SECTION":
			err = readCoordinates(h, in, keyword, value)
		case "DISPLAY_DATA_SECTION":
			err = readDisplay(h, keyword, value)
		case "EDGE_WEIGHT_SECTION":
			err = readWeights(h, in, keyword, value)
		case "EDGE_DATA_SECTION":
			err = readEdges(h, in, keyword, value)
		case "FIXED_EDGES_SECTION":
			err = readFixed(h, in, keyword, value)
		case "EOF":
			ended = true
			h.noteAfterEOF()
		default:
			if err = h.set(keyword, value); err == nil {
				err = h.checkInstance(keyword)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if l.err != nil {
		return nil, l.err
	}
	in.Name, in.Comment = h.name, strings.Join(h.comments, "\n")
	if in.Kind, in.Metric = tsp.Kind(h.kind), h.metric; h.kind == hcp {
		in.Kind, in.Metric = tsp.TSP, tsp.Explicit
	}
	if err := cmp.Or(h.checkComplete(in), h.checkFixed(in)); err != nil {
		return nil, err
	}
	if in.Metric == tsp.Explicit && h.display[0] != nil {
		in.Display, _ = tsp.FromCoordinates(tsp.EUC2D, h.display[:]...) // nil if they are out of range
	}
	return &File{in, h.unused}, l.ended()
}

// checkInstance returns an error for a TYPE that is not an instance of this package.
func (h *header) checkInstance(keyword string) error {
	if keyword != "TYPE" || slices.Contains([]string{string(tsp.TSP), string(tsp.ATSP), hcp}, h.kind) {
		return nil
	}
	if h.kind == "TOUR" {
		return h.lines.errorf("the file is a tour (TYPE: TOUR), not an instance")
	}
	return h.lines.errorf("TYPE %s is not supported; supported are TSP, ATSP and HCP", parse.Quote(h.kind))
}

// checkComplete returns an error for what is missing at the end of the file.
func (h *header) checkComplete(in *tsp.Instance) error {
	needs := []string{"TYPE", "DIMENSION", "EDGE_WEIGHT_TYPE"}
	if h.kind == hcp {
		needs = []string{"TYPE", "DIMENSION", "EDGE_DATA_SECTION"}
	}
	for _, keyword := range needs {
		if _, given := h.seen[keyword]; !given {
			return h.lines.errorf("the file ends without %s", keyword)
		}
	}
	switch {
	case h.kind == hcp && h.metric != "":
		return h.lines.errorAt(h.seen["EDGE_WEIGHT_TYPE"], "TYPE %s has edges, and no weights", hcp)
	case h.kind == hcp:
	case h.metric == tsp.Explicit && in.Weights == nil:
		return h.lines.errorf("the file ends without EDGE_WEIGHT_SECTION")
	case h.metric != tsp.Explicit && in.X == nil:
		return h.lines.errorf("the file ends without NODE_COORD_SECTION")
	case h.metric != tsp.Explicit && h.format != "" && h.format != "FUNCTION":
		return h.lines.errorAt(h.seen["EDGE_WEIGHT_FORMAT"], "EDGE_WEIGHT_FORMAT %s does not fit EDGE_WEIGHT_TYPE %s",
			h.format, h.metric)
	}
	return nil
}

func readCoordinates(h *header, in *tsp.Instance, keyword, value string) error {
	if err := h.section(keyword, value, "DIMENSION", "EDGE_WEIGHT_TYPE"); err != nil {
		return err
	}
	axes := h.metric.Axes()
	if h.metric == tsp.Explicit { // for pictures only: the distances are in the matrix
		axes = 2
	}
	if h.coordinate == "THREED_COORDS" {
		if axes = 3; h.metric.Geometry() != tsp.Space && h.metric != tsp.Explicit {
			return h.lines.errorf("NODE_COORD_TYPE THREED_COORDS does not fit EDGE_WEIGHT_TYPE %s", h.metric)
		}
	}
	section := coordinateLines{keyword, h.metric, axes, h.dimension}
	values, err := section.read(h.lines)
	switch {
	case err != nil:
	case h.metric != tsp.Explicit:
		in.X, in.Y, in.Z = values[0], values[1], values[2]
	case h.display[0] == nil:
		h.display = [2][]float64{values[0], values[1]}
	}
	return err
}

// readDisplay reads the section with the cities' positions in pictures: no distance depends on it.
func readDisplay(h *header, keyword, value string) error {
	if err := h.section(keyword, value, "DIMENSION"); err != nil {
		return err
	}
	section := coordinateLines{keyword, tsp.Explicit, 2, h.dimension}
	values, err := section.read(h.lines)
	h.display = [2][]float64{values[0], values[1]}
	return err
}
