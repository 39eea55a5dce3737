package analysis

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Format is a format of tables.
type Format string

// The formats.
const (
	Text     Format = "txt"
	Markdown Format = "md"
	LaTeX    Format = "tex" // for the package booktabs
	CSV      Format = "csv"
)

// Formats lists the formats.
var Formats = []Format{Text, Markdown, LaTeX, CSV}

// FormatOf returns the format that the suffix of a file's name stands for.
func FormatOf(name string) (Format, error) {
	f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(name), ".")))
	if !slices.Contains(Formats, f) {
		return "", fmt.Errorf("%s: the suffix is none of %v", name, Formats)
	}
	return f, nil
}

// Write writes the tables and the notes of a study. CSV has the columns of all tables, numbers with
// all digits, and no notes.
func (s *Study) Write(w io.Writer, f Format) error {
	tables := s.Tables()
	var b strings.Builder
	switch f {
	case CSV:
		return writeCSV(w, tables)
	case LaTeX:
		b.WriteString("% \\usepackage{booktabs}\n")
	}
	for i := range tables {
		switch f {
		case Markdown:
			tables[i].markdown(&b)
		case LaTeX:
			tables[i].latex(&b)
		default:
			tables[i].text(&b)
		}
		b.WriteString("\n")
	}
	for _, note := range s.Notes {
		switch f {
		case Markdown:
			fmt.Fprintf(&b, "- %s\n", markdownEscaper.Replace(note))
		case LaTeX:
			fmt.Fprintf(&b, "%% %s\n", note)
		default:
			b.WriteString(wrapped("note: " + note))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// text writes a table with aligned columns. What is bold elsewhere has a star.
func (t *Table) text(b *strings.Builder) {
	texts := make([][]string, len(t.Rows)+1)
	for c, column := range t.Columns {
		texts[0] = append(texts[0], column.Head)
		marked := slices.ContainsFunc(t.Rows, func(row []Value) bool { return row[c].Best })
		for r, row := range t.Rows {
			text := row[c].Text
			switch {
			case row[c].Best:
				text += "*"
			case marked && !column.Left:
				text += " "
			}
			texts[r+1] = append(texts[r+1], text)
		}
	}
	width := make([]int, len(t.Columns))
	for _, line := range texts {
		for c, text := range line {
			width[c] = max(width[c], utf8.RuneCountInString(text))
		}
	}
	fmt.Fprintf(b, "%s\n\n", t.Caption)
	for _, line := range texts {
		for c, text := range line {
			space := strings.Repeat(" ", width[c]-utf8.RuneCountInString(text))
			if t.Columns[c].Left {
				line[c] = text + space
			} else {
				line[c] = space + text
			}
		}
		b.WriteString(strings.TrimRight(strings.Join(line, "  "), " ") + "\n")
	}
	for _, note := range t.Notes {
		b.WriteString(wrapped(note))
	}
}

// wrapped breaks a text into lines.
func wrapped(text string) string {
	const columns = 100
	var b strings.Builder
	used := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case used == 0:
		case used+1+n > columns:
			b.WriteString("\n")
			used = 0
		default:
			b.WriteString(" ")
			used++
		}
		b.WriteString(word)
		used += n
	}
	b.WriteString("\n")
	return b.String()
}

var markdownEscaper = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `&lt;`, "\n", " ")

func (t *Table) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "**%s**\n\n|", markdownEscaper.Replace(t.Caption))
	for _, column := range t.Columns {
		fmt.Fprintf(b, " %s |", markdownEscaper.Replace(column.Head))
	}
	b.WriteString("\n|")
	for _, column := range t.Columns {
		if column.Left {
			b.WriteString("---|")
		} else {
			b.WriteString("--:|")
		}
	}
	b.WriteString("\n")
	for _, row := range t.Rows {
		b.WriteString("|")
		for _, v := range row {
			text := markdownEscaper.Replace(v.Text)
			if v.Best {
				text = "**" + text + "**"
			}
			fmt.Fprintf(b, " %s |", text)
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
	for _, note := range t.Notes {
		b.WriteString(markdownEscaper.Replace(note) + "\n")
	}
}

// writeCSV writes all tables as one: a column for each name of a column, and one for the table.
func writeCSV(w io.Writer, tables []Table) error {
	names := []string{"table"}
	for _, t := range tables {
		for _, column := range t.Columns {
			if !slices.Contains(names, column.Name) {
				names = append(names, column.Name)
			}
		}
	}
	out := csv.NewWriter(w)
	_ = out.Write(names) // Flush keeps the error
	for _, t := range tables {
		for _, row := range t.Rows {
			cells := make([]string, len(names))
			cells[0] = t.Name
			for c, v := range row {
				text := v.Text
				if !math.IsNaN(v.Number) {
					text = strconv.FormatFloat(v.Number, 'f', -1, 64)
				}
				if text == "–" {
					text = ""
				}
				cells[slices.Index(names, t.Columns[c].Name)] = text
			}
			_ = out.Write(cells)
		}
	}
	out.Flush()
	return out.Error()
}
