package cite

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteBibTeX writes versions of the program and the publications of runs as entries of BibTeX, each
// below a comment that says what the runs have from it. The key of the second version ends with -2.
// Texts are UTF-8, as biber and today's bibtex read them.
func WriteBibTeX(w io.Writer, programs []Work, uses []Use) error {
	out := bufio.NewWriter(w) // keeps the first error until Flush
	var list []Use
	for i, program := range programs {
		if i > 0 {
			program.Key += fmt.Sprintf("-%d", i+1)
		}
		list = append(list, Use{program, "the program"})
	}
	for i, u := range append(list, uses...) {
		if i > 0 {
			out.WriteByte('\n')
		}
		writeEntry(out, u)
	}
	return out.Flush()
}

func writeEntry(out io.Writer, u Use) {
	fmt.Fprintf(out, "%% %s\n@%s{%s,\n", u.For, u.Kind, u.Key)
	year := ""
	if u.Year > 0 {
		year = fmt.Sprint(u.Year)
	}
	note := ""
	if u.Version != "" {
		note = "version " + bibText(u.Version)
	}
	if u.Commit != "" {
		note += ", commit " + u.Commit
	}
	for _, field := range []struct{ name, value string }{
		{"author", bibAuthors(u.Authors)}, {"title", "{" + bibText(u.Title) + "}"}, {fieldOfIn[u.Kind], bibText(u.In)}, {"year", year},
		{"volume", u.Volume}, {"number", u.Number}, {"pages", strings.ReplaceAll(u.Pages, "-", "--")},
		{"doi", u.DOI}, {"url", u.URL}, {"note", strings.TrimPrefix(note, ", ")},
	} {
		if field.value != "" {
			fmt.Fprintf(out, "  %s = {%s},\n", field.name, field.value)
		}
	}
	fmt.Fprint(out, "}\n")
}

// bibAuthors returns authors as BibTeX reads them: a family name of several words stays one.
func bibAuthors(authors []Person) string {
	var names []string
	for _, a := range authors {
		if a.Given == "" {
			names = append(names, "{"+bibText(a.Family)+"}")
			continue
		}
		names = append(names, bibText(a.Family)+", "+bibText(a.Given))
	}
	return strings.Join(names, " and ")
}

// bibText escapes what is special in TeX.
func bibText(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "%", `\%`, "&", `\&`, "#", `\#`,
		"_", `\_`, "$", `\$`).Replace(s)
}
