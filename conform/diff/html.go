package diff

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/aco-vk/aco-vk/conform"
)

//go:embed diff.html
var htmlText string

var htmlTemplate = template.Must(template.New("diff.html").Funcs(template.FuncMap{"ms": milliseconds}).Parse(htmlText))

// htmlData is the data of diff.html.
type htmlData struct {
	*Comparison
	Style  template.CSS
	Repeat func(testCase string) string
}

// WriteHTML writes the comparison as one self-contained HTML page. repeatCommand returns the
// command line that repeats a case.
func (c *Comparison) WriteHTML(w io.Writer, repeatCommand func(testCase string) string) error {
	if err := htmlTemplate.Execute(w, htmlData{c, conform.Style, repeatCommand}); err != nil {
		return fmt.Errorf("writing the comparison as HTML: %w", err)
	}
	return nil
}

// milliseconds formats a time, "" if it is unknown.
func milliseconds(ms float64) string {
	if ms == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f ms", ms)
}
