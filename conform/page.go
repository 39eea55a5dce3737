package conform

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/aco-vk/aco-vk/pipeline"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"bytes": func(n uint64) string { return pipeline.FormatBytes(n) }, "word": func(n uint32) uint64 { return uint64(n) },
	"join": func(words []string) string { return strings.Join(words, ", ") }, "short": short, "duration": duration,
}).Parse(pageText))

// WriteHTML writes reports as one page for a browser, which needs no other file.
func WriteHTML(w io.Writer, reports []*Report) error {
	if err := page.Execute(w, reports); err != nil {
		return fmt.Errorf("conformance page: %w", err)
	}
	return nil
}

// Class is the kind of a cell, for its colour.
func (c Counts) Class() string {
	switch {
	case c.Differs+c.Failed > 0:
		return "bad"
	case c.Equal > 0:
		return "ok"
	}
	return "none"
}

// Total is what is written in a cell: how often the stage was compared.
func (c Counts) Total() string {
	if all := c.Equal + c.Differs + c.Failed; all > 0 {
		return fmt.Sprint(all)
	}
	return ""
}

// short is the beginning of a hash.
func short(hash string) string { return hash[:min(len(hash), 12)] }

// duration writes milliseconds, as seconds where there are many.
func duration(ms float64) string {
	if ms < 1000 {
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.1f s", ms/1000)
}
