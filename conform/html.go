package conform

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/aco-vk/aco-vk/vk/pipeline"
)

//go:embed report.html
var htmlText string

// Style is the style sheet of pages about reports.
//
//go:embed report.css
var Style template.CSS

var htmlTemplate = template.Must(template.New("report.html").Funcs(template.FuncMap{
	"bytes":  func(n uint64) string { return pipeline.FormatBytes(n) },
	"uint64": func(n uint32) uint64 { return uint64(n) },
	"join":   func(words []string) string { return strings.Join(words, ", ") }, "short": shortHash,
	"duration": duration,
}).Parse(htmlText))

// htmlData is the data of report.html.
type htmlData struct {
	Style   template.CSS
	Reports []*Report
	Repeat  func(testCase string) string
}

// WriteHTML writes reports as one self-contained HTML page. repeatCommand returns the command line
// that repeats a case.
func WriteHTML(w io.Writer, reports []*Report, repeatCommand func(testCase string) string) error {
	if err := htmlTemplate.Execute(w, htmlData{Style, reports, repeatCommand}); err != nil {
		return fmt.Errorf("writing the conformance reports as HTML: %w", err)
	}
	return nil
}

// Class returns the CSS class of the counts' table cell.
func (c Counts) Class() string {
	switch {
	case c.Differs+c.Failed > 0:
		return "bad"
	case c.Equal > 0:
		return "ok"
	}
	return "none"
}

// Total returns the number of comparisons, "" for none.
func (c Counts) Total() string {
	if all := c.Equal + c.Differs + c.Failed; all > 0 {
		return fmt.Sprint(all)
	}
	return ""
}

// shortHash returns the beginning of a hash.
func shortHash(hash string) string { return hash[:min(len(hash), 12)] }

// duration formats milliseconds, from 1000 on as seconds.
func duration(ms float64) string {
	if ms < 1000 {
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.1f s", ms/1000)
}
