package analysis

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// What a page of the class article has room for in the size \small, beside a caption and notes.
const (
	latexDigits = 70 // of a line
	latexGap    = 2  // digits between two columns
	latexNames  = 28 // digits of all columns of names, which are wrapped
	latexLines  = 34
)

var latexEscaper = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "%", `\%`, "_", `\_\allowbreak{}`, "&", `\&`, "#", `\#`,
	"$", `\$`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`, "∞", `$\infty$`,
	"–", "--", "|", `\textbar{}`, "χ²", `$\chi^2$`, "×", `$\times$`, "τ", `$\tau$`, "/", `/\allowbreak{}`, "\n", " ")

// latex writes a table in as many parts as fit pages of the class article. Columns of numbers that
// have no room on a line are in another part, with the names again.
func (t *Table) latex(b *strings.Builder) {
	var parts [][]int // columns
	for first := slices.IndexFunc(t.Columns, func(c Column) bool { return !c.Left }); first < len(t.Columns); {
		last, used := first, latexNames
		for ; last < len(t.Columns) && (last == first || used+latexGap+t.digits(last) <= latexDigits); last++ {
			used += latexGap + t.digits(last)
		}
		var columns []int
		for ; first < last; first++ {
			columns = append(columns, first)
		}
		parts = append(parts, columns)
	}
	pages := t.pages()
	for i := range len(parts) * len(pages) {
		caption, label := t.Caption, strings.ReplaceAll(t.Name, "_", "-")
		if all := len(parts) * len(pages); all > 1 {
			caption, label = fmt.Sprintf("%s (%d of %d)", caption, i+1, all), fmt.Sprintf("%s-%d", label, i+1)
		}
		fmt.Fprintf(b, "\\begin{table}\n\\caption{%s}\\label{tab:%s}\n\\centering\\small\\setlength{\\tabcolsep}{4pt}\n",
			latexEscaper.Replace(caption), label)
		t.latexPart(b, parts[i/len(pages)], pages[i%len(pages)])
		if i == len(parts)*len(pages)-1 && len(t.Notes) > 0 {
			fmt.Fprintf(b, "\\par\\smallskip\\footnotesize\n%s\n", latexEscaper.Replace(strings.Join(t.Notes, " ")))
		}
		b.WriteString("\\end{table}\n")
	}
}

// pages returns the rows by page.
func (t *Table) pages() (pages [][][]Value) {
	first, used := 0, 0
	for i, row := range t.Rows {
		lines := 1
		for _, c := range t.names() {
			lines = max(lines, 1+utf8.RuneCountInString(row[c].Text)*len(t.names())/latexNames)
		}
		if t.Columns[0].Name == instanceColumn && (i == 0 || row[0].Text != t.Rows[i-1][0].Text) {
			lines++
		}
		if used += lines; used > latexLines && i > first {
			pages, first, used = append(pages, t.Rows[first:i]), i, lines+1
		}
	}
	return append(pages, t.Rows[first:])
}

// names returns the columns of names that are not of instances.
func (t *Table) names() (columns []int) {
	for c, column := range t.Columns {
		if column.Left && column.Name != instanceColumn {
			columns = append(columns, c)
		}
	}
	return columns
}

// digits returns the width of a column of numbers in digits.
func (t *Table) digits(c int) int {
	width := utf8.RuneCountInString(t.Columns[c].Head)
	for _, row := range t.Rows {
		width = max(width, utf8.RuneCountInString(row[c].Text))
	}
	return width
}

// latexPart writes the names and some columns of rows. The instance is a line above its rows.
func (t *Table) latexPart(b *strings.Builder, columns []int, rows [][]Value) {
	names := t.names()
	width := float64(latexNames) / latexDigits / float64(len(names))
	fmt.Fprintf(b, "\\begin{tabular}{%s%s}\n\\toprule\n", strings.Repeat(fmt.Sprintf("p{%.2f\\linewidth}", width), len(names)),
		strings.Repeat("r", len(columns)))
	columns = slices.Concat(names, columns)
	line := func(text func(c int) string) {
		texts := make([]string, len(columns))
		for i, c := range columns {
			if texts[i] = text(c); t.Columns[c].Left {
				texts[i] = `\raggedright ` + texts[i]
			}
		}
		fmt.Fprintf(b, "%s \\\\\n", strings.Join(texts, " & "))
	}
	line(func(c int) string { return latexEscaper.Replace(t.Columns[c].Head) })
	b.WriteString("\\midrule\n")
	instance := ""
	for _, row := range rows {
		if t.Columns[0].Name == instanceColumn && row[0].Text != instance {
			instance = row[0].Text
			fmt.Fprintf(b, "\\multicolumn{%d}{l}{\\textit{%s}} \\\\\n", len(columns), latexEscaper.Replace(instance))
		}
		line(func(c int) string {
			if row[c].Best {
				return `\textbf{` + latexEscaper.Replace(row[c].Text) + "}"
			}
			return latexEscaper.Replace(row[c].Text)
		})
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}
