package papers

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"
)

// figureFiles has the papers' figures as published, one file per table: comment lines "# key:
// value" with the source, then a line of column names and a line for each instance, separated by
// tabs. An empty cell has no figure.
//
//go:embed figures/*.tsv
var figureFiles embed.FS

// anyInstance names the row of figures that apply to all instances.
const anyInstance = "*"

// Published is a published table of a paper.
type Published struct {
	Paper   string
	Table   string // its number and subject
	Device  string
	Unit    string // a Quantity, without ", least"
	Columns []string
	cells   map[[2]string]float64 // by instance and column; times are per iteration
}

// Figure names a column of a published table.
type Figure struct{ File, Column string }

// UnmarshalText reads "FILE: COLUMN". Empty text is no figure.
func (f *Figure) UnmarshalText(text []byte) error {
	var named bool
	if f.File, f.Column, named = strings.Cut(string(text), ": "); !named && len(text) > 0 {
		return fmt.Errorf("%q does not name a file and a column", text)
	}
	return nil
}

// At returns a figure for an instance, false if there is none.
func (p *Published) At(instance, column string) (float64, bool) {
	if value, ok := p.cells[[2]string{instance, column}]; ok {
		return value, true
	}
	value, ok := p.cells[[2]string{anyInstance, column}]
	return value, ok
}

// Source describes where the figures are from.
func (p *Published) Source() string {
	table := p.Table
	if !strings.HasPrefix(table, "figure ") {
		table = "table " + table
	}
	return fmt.Sprintf("%s, %s (%s)", p.Paper, table, p.Device)
}

// published reads the published tables, once, by the names of their files without extension. They are
// a part of the program, so it panics if one is wrong.
var published = sync.OnceValue(func() map[string]*Published {
	all := map[string]*Published{}
	names, _ := fs.Glob(figureFiles, "figures/*.tsv") // the pattern is right
	for _, file := range names {
		name := strings.TrimSuffix(path.Base(file), ".tsv")
		text, err := figureFiles.ReadFile(file)
		if err == nil {
			all[name], err = parsePublished(string(text))
		}
		if err != nil {
			panic(fmt.Sprintf("papers: figures %s: %v", name, err))
		}
	}
	return all
})

// parsePublished reads a table from the text of a file.
func parsePublished(text string) (*Published, error) {
	p := &Published{cells: map[[2]string]float64{}}
	iterations := 1.0 // per published time
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		var err error
		switch comment, isComment := strings.CutPrefix(line, "# "); {
		case isComment:
			iterations, err = p.comment(comment, iterations)
		case p.Columns == nil:
			_, names, _ := strings.Cut(line, "\t")
			p.Columns = strings.Split(names, "\t")
		default:
			err = p.row(strings.Split(line, "\t"), iterations)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if p.Paper == "" || p.Table == "" || p.Device == "" || p.Unit == "" || len(p.cells) == 0 {
		return nil, fmt.Errorf("a table needs paper, table, device, unit and figures")
	}
	return p, nil
}

// comment reads a comment line, and returns the number of iterations per published time.
func (p *Published) comment(line string, iterations float64) (float64, error) {
	key, value, _ := strings.Cut(line, ": ")
	fields := map[string]*string{"paper": &p.Paper, "table": &p.Table, "device": &p.Device, "unit": &p.Unit}
	if field := fields[key]; field != nil {
		*field = value
		return iterations, nil
	}
	if key != "iterations" {
		return iterations, fmt.Errorf("unknown key %q", key)
	}
	return strconv.ParseFloat(value, 64)
}

// row reads the figures of an instance.
func (p *Published) row(cells []string, iterations float64) error {
	if len(cells) != 1+len(p.Columns) {
		return fmt.Errorf("%d cells under %d columns", len(cells)-1, len(p.Columns))
	}
	for i, cell := range cells[1:] {
		if cell == "" {
			continue
		}
		value, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			return err
		}
		p.cells[[2]string{cells[0], p.Columns[i]}] = value / iterations
	}
	return nil
}

// lookUp returns the figure for an instance, false if there is none.
func (f Figure) lookUp(instance string) (value float64, ok bool) {
	p := published()[f.File]
	if p == nil {
		return 0, false
	}
	return p.At(instance, f.Column)
}

// Quantity is a measured quantity with its unit.
type Quantity string

const (
	Time       Quantity = "ms"            // device time of the measured stages per iteration
	ToursTime  Quantity = "ms of n tours" // the same for as many tours as cities
	Bandwidth  Quantity = "GB/s"          // bytes that the measured stages move per second; see stageBytes
	Length     Quantity = "length"        // of the best ant's tour, mean over the seeds
	BestLength Quantity = "length, least" // shortest over the seeds
	MostLength Quantity = "length, most"  // longest over the seeds
	Error      Quantity = "%"             // error of the mean length over the best known one
	BestError  Quantity = "%, least"      // error of the shortest length
	Limit      Quantity = "s"             // time limit of a run
	Speedup    Quantity = "speedup"       // over a paper's own sequential program, which is not available
	Hash       Quantity = "hash"          // of the tour of one seed
	Trials     Quantity = "% of choices"  // that a number of trials decides
)

// quantity returns the quantity of a published column: the table's unit, with ", least" for the
// best of several runs and ", most" for the worst.
func (p *Published) quantity(column string) Quantity {
	for _, of := range []string{"least", "most"} {
		if strings.HasSuffix(column, " "+of) {
			return Quantity(p.Unit + ", " + of)
		}
	}
	return Quantity(p.Unit)
}

// isTime reports whether the quantity follows from device times.
func (q Quantity) isTime() bool { return q == Time || q == ToursTime || q == Bandwidth }

// IsLength reports whether the quantity follows from tour lengths over several seeds.
func (q Quantity) IsLength() bool {
	return q == Length || q == BestLength || q == MostLength || q == Error || q == BestError
}

// Compared says what a comparison of our value with a published one is: PublishedFigure.Points of
// lengths and errors, otherwise PublishedFigure.Ratio. "": they are not compared.
func (q Quantity) Compared() string {
	switch {
	case q.IsLength():
		return "points"
	case q == Bandwidth:
		return "times as much"
	case q == Speedup: // the paper's base program is not available
		return ""
	}
	return "times as fast"
}

// value returns the row's value of a quantity, 0 if it was not measured.
func (r Row) value(q Quantity) float64 {
	switch {
	case q == Time && r.Times != nil:
		return r.Times.MeasuredMS
	case q == ToursTime && r.Times != nil:
		return r.Times.ToursMS
	case q == Bandwidth && r.Times != nil:
		return r.Times.GBPerS
	case (q == Length || q == BestLength || q == MostLength) && r.Lengths != nil:
		return r.Lengths.of(q)
	case q == Limit && r.Lengths != nil:
		return r.Lengths.LimitS
	}
	return 0
}

// compare compares a published figure with the row's value.
func (r Row) compare(value float64, q Quantity) PublishedFigure {
	figure := PublishedFigure{Value: value, Quantity: q}
	if value == 0 {
		return figure
	}
	if q.IsLength() {
		figure.Points = r.Lengths.points(value, q)
	}
	if ours := r.value(q); ours > 0 {
		figure.Ratio = ours / value
		if q == Time || q == ToursTime || q == Limit {
			figure.Ratio = value / ours
		}
	}
	return figure
}
