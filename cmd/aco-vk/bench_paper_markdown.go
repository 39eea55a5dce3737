package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/aco-vk/aco-vk/study/papers"
)

// paperMarkdown prints the report of a paper as Markdown: the tables, each row as soon as it is
// measured, then the figures and the verdicts.
type paperMarkdown struct {
	out     io.Writer
	paper   papers.Paper
	current *benchMarkdown // nil before the first table
}

// table ends the table before and begins another one with the rows that it has already.
func (m *paperMarkdown) table(table papers.Table, report *papers.Report) {
	m.endTable()
	m.current = newBenchMarkdown(m.out, table, report, table.PublishedQuantities())
	for _, row := range report.Rows {
		m.current.row(row)
	}
}

func (m *paperMarkdown) endTable() {
	if m.current != nil {
		m.current.end()
		fmt.Fprintln(m.out)
	}
}

// end prints what follows from the rows of all tables.
func (m *paperMarkdown) end(report *papers.PaperReport) {
	m.endTable()
	for _, figure := range m.paper.Figures() {
		m.figure(figure, figure.Curves(report))
	}
	fmt.Fprintf(m.out, "The claims of %s:\n\n", report.Title)
	writeHeadings(m.out, []string{"claim", "source", "seen here", "result", "why"})
	for _, j := range report.Verdicts {
		writeRow(m.out, []string{j.Claim, j.Source, j.Seen, string(j.Result), j.Why})
	}
}

// figure prints the points of a figure, a line for each curve.
func (m *paperMarkdown) figure(figure papers.PaperFigure, curves []papers.Curve) {
	if len(curves) == 0 {
		return
	}
	fmt.Fprintf(m.out, "%s: %s (%s)\n", figure.Name, figure.Title, figure.Source)
	if figure.Y == papers.Speedup {
		fmt.Fprint(m.out, "Speed-up over the sequential reference on this host; "+
			"in brackets, over the paper's sequential program, and the paper's own speed-up.\n")
	}
	fmt.Fprintln(m.out)
	var places []string
	for _, curve := range curves {
		for _, p := range curve.Points {
			if place := placeText(figure, p); !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	writeHeadings(m.out, append([]string{fmt.Sprintf("%s by %s", figure.Y, figure.X)}, places...))
	for _, curve := range curves {
		cells := []string{curve.Name}
		for _, place := range places {
			text := ""
			for _, p := range curve.Points {
				if placeText(figure, p) == place {
					text = pointText(figure, p)
				}
			}
			cells = append(cells, text)
		}
		writeRow(m.out, cells)
	}
	fmt.Fprintln(m.out)
}

// placeText returns the heading of a point's column.
func placeText(figure papers.PaperFigure, p papers.CurvePoint) string {
	if figure.X == papers.AxisCities {
		return p.Instance
	}
	return fmt.Sprintf("%.0f", p.X)
}

// pointText writes the value of a point. A value that is not known is –.
func pointText(figure papers.PaperFigure, p papers.CurvePoint) string {
	if figure.Y == papers.Error {
		return fmt.Sprintf("%.2f", p.Y)
	}
	text := func(value float64) string {
		if value == 0 {
			return "–"
		}
		return number(value)
	}
	if p.OverPublished == 0 && p.Published == 0 {
		return text(p.Y)
	}
	return fmt.Sprintf("%s (%s; %s)", text(p.Y), text(p.OverPublished), text(p.Published))
}
