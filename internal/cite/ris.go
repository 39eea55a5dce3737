package cite

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteRIS writes the program and the publications of a run in the format of RIS, which reference
// managers read. Lines end with CR LF, as the format asks.
func WriteRIS(w io.Writer, program Work, uses []Use) error {
	out := bufio.NewWriter(w) // keeps the first error until Flush
	for _, u := range append([]Use{{program, "the program"}}, uses...) {
		kind, in := "JOUR", "JO"
		switch u.Kind {
		case InBook:
			kind, in = "CPAPER", "BT"
		case Thesis:
			kind, in = "THES", "PB"
		case Software:
			kind = "COMP"
		}
		line := func(tag, value string) {
			if value != "" {
				fmt.Fprintf(out, "%s  - %s\r\n", tag, value)
			}
		}
		line("TY", kind)
		line("ID", u.Key)
		for _, a := range u.Authors {
			name := a.Family
			if a.Given != "" {
				name += ", " + a.Given
			}
			line("AU", name)
		}
		line("TI", u.Title)
		line(in, u.In)
		if u.Year > 0 {
			line("PY", fmt.Sprint(u.Year))
		}
		line("DA", strings.ReplaceAll(u.Date, "-", "/"))
		line("VL", u.Volume)
		line("IS", u.Number)
		first, last, _ := strings.Cut(u.Pages, "-")
		line("SP", first)
		line("EP", last)
		line("DO", u.DOI)
		line("UR", u.URL)
		line("ET", u.Version)
		if u.Commit != "" {
			line("N1", "commit "+u.Commit)
		}
		fmt.Fprint(out, "ER  - \r\n\r\n")
	}
	return out.Flush()
}
