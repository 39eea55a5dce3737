package papers

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/aco-vk/aco-vk/internal/cite"
)

// dataFiles have the tables, figures and claims of the papers, as a researcher reads and corrects
// them: one [dataFile] for each paper.
//
//go:embed data/*.toml
var dataFiles embed.FS

// dataFile has the tables, figures and claims of a paper, and tables beside its authors' programs.
type dataFile struct {
	Paper      string
	Measure    []string        // tables of the paper's report, in the order of measuring
	Sequential []string        // bases: the reference measures them before the tables of lengths
	Bases      map[string]Base // of speed-ups
	Tables     []Table
	Figures    []PaperFigure
	Claims     []claim
}

// order lists the files.
var order = []string{"zhou2017", "cecilia2013", "uchida2014", "delevacq2013", "skinderowicz2016"}

// data has what all files have.
type data struct {
	papers  []Paper
	tables  []Table
	figures []PaperFigure
	claims  []claim
}

// read reads the files, once. They are a part of the program, so it panics if one is wrong.
var read = sync.OnceValue(func() *data {
	d := &data{}
	for _, name := range order {
		text, err := fs.ReadFile(dataFiles, "data/"+name+".toml")
		if err == nil {
			err = d.add(text)
		}
		if err != nil {
			panic(fmt.Sprintf("papers: data of %s: %v", name, err))
		}
	}
	slices.SortStableFunc(d.tables, func(a, b Table) int { return a.ofFigure() - b.ofFigure() })
	return d
})

// ofFigure is 1 if only a figure of a paper shows the table. These tables are last.
func (t Table) ofFigure() int { return strings.Count(t.Name, "-figure") }

// Papers lists all papers.
func Papers() []Paper { return read().papers }

// Tables lists all tables.
func Tables() []Table { return read().tables }

// Figures lists the figures of all papers, and the speed-ups of their tables.
func Figures() []PaperFigure { return read().figures }

// add adds what a file has. Tests find names of bases that do not exist.
func (d *data) add(text []byte) error {
	var file dataFile
	decoder := toml.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return err
	}
	paper := Paper{file.Paper, cite.Named(file.Paper).Short(), paperTables(file.Measure...)}
	// A device waits for the reference, and its times are measured before. Lengths take the longest, so
	// an interrupted run has the speed-ups.
	at := slices.IndexFunc(file.Measure, file.isOfLengths)
	for i, name := range file.Sequential {
		paper.Tables = slices.Insert(paper.Tables, at+i, sequential(file.Bases[name]))
	}
	for i := range file.Figures {
		f := &file.Figures[i]
		f.Base = file.Bases[f.BaseName]
	}
	for i := range file.Claims {
		c := &file.Claims[i]
		c.paper = file.Paper
		for j := range c.Speedups {
			c.Speedups[j].Base = file.Bases[c.Speedups[j].BaseName]
		}
		for j := range c.Grows {
			c.Grows[j].Base = file.Bases[c.Grows[j].BaseName]
		}
	}
	d.papers = append(d.papers, paper)
	d.tables = append(d.tables, file.Tables...)
	d.figures = append(d.figures, file.Figures...)
	d.claims = append(d.claims, file.Claims...)
	return nil
}

// isOfLengths reports whether a table has lengths alone.
func (f *dataFile) isOfLengths(table string) bool {
	return slices.ContainsFunc(f.Tables, func(t Table) bool { return t.Name == table && t.Quantity.IsLength() })
}
