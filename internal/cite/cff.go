package cite

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// WriteCFF writes the program in the Citation File Format 1.2.0, with the publications of a run as
// its references.
func WriteCFF(w io.Writer, program Work, uses []Use) error {
	out := bufio.NewWriter(w) // keeps the first error until Flush
	fmt.Fprintf(out, "cff-version: 1.2.0\nmessage: If you use aco-vk in your research, please cite it as below.\ntitle: %s\ntype: software\n",
		quoted(program.Title))
	for _, field := range []struct{ name, value string }{{"version", plain(program.Version)}, {"commit", plain(program.Commit)}, {"date-released", program.Date}} {
		if field.value != "" {
			fmt.Fprintf(out, "%s: %s\n", field.name, field.value)
		}
	}
	fmt.Fprint(out, "authors:\n")
	for _, a := range program.Authors {
		fmt.Fprintf(out, "  - name: %s\n", a.Family)
	}
	fmt.Fprintf(out, "url: %s\nrepository-code: %s\nlicense: %s\nkeywords:\n", program.URL, repository, licence)
	for _, k := range keywords {
		fmt.Fprintf(out, "  - %s\n", k)
	}
	if len(uses) > 0 {
		fmt.Fprint(out, "references:\n")
	}
	for _, u := range uses {
		writeReference(out, u)
	}
	return out.Flush()
}

func writeReference(out io.Writer, u Use) {
	kind := map[Kind]string{Article: "article", InBook: "conference-paper", Thesis: "thesis"}[u.Kind]
	fmt.Fprintf(out, "  - type: %s\n    title: %s\n    authors:\n", kind, quoted(u.Title))
	for _, a := range u.Authors {
		fmt.Fprintf(out, "      - family-names: %s\n        given-names: %s\n", quoted(a.Family), quoted(a.Given))
	}
	switch u.Kind {
	case InBook:
		fmt.Fprintf(out, "    collection-title: %s\n", quoted(u.In))
	case Thesis:
		fmt.Fprintf(out, "    thesis-type: PhD\n    institution:\n      name: %s\n", quoted(u.In))
	default:
		fmt.Fprintf(out, "    journal: %s\n", quoted(u.In))
	}
	first, last, _ := strings.Cut(u.Pages, "-")
	for _, field := range []struct{ name, value string }{
		{"year", fmt.Sprint(u.Year)}, {"volume", plain(u.Volume)}, {"issue", plain(u.Number)},
		{"start", plain(first)}, {"end", plain(last)}, {"doi", u.DOI},
	} {
		if field.value != "" {
			fmt.Fprintf(out, "    %s: %s\n", field.name, field.value)
		}
	}
	fmt.Fprintf(out, "    notes: %s\n", quoted(u.For))
}

// plain returns a text of YAML: in quotes if it could be read as another kind of value.
func plain(s string) string {
	if s == "" || strings.Count(s, ".") > 1 && !strings.ContainsAny(s, ":#+") {
		return s // such as 0.9.0
	}
	return quoted(s)
}

// quoted returns a text in the double quotes of YAML, whose escapes include JSON's.
func quoted(s string) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(s) // a string has an encoding, and a Builder takes it
	return strings.TrimSpace(text.String())
}
