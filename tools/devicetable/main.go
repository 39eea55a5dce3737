// Command devicetable writes docs/devices/README.md from the conformance reports (aco-vk conform
// --json) in the same folder, and reduces each report to its summary: without the list of its
// cases. It writes docs/devices/speed/README.md from the figures of devices (aco-vk bench --table
// device --json) in that folder.
package main

import (
	"bytes"
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

type commandLine struct {
	Folder string `arg:"" help:"Folder of the reports and of README.md, with the subfolder speed."`
}

func main() {
	var line commandLine
	context := kong.Parse(&line)
	context.FatalIfErrorf(line.run())
}

func (l *commandLine) run() error {
	if err := reduceAll(l.Folder); err != nil {
		return err
	}
	for folder, page := range map[string]func(string) ([]byte, error){l.Folder: page, filepath.Join(l.Folder, speedFolder): speedPage} {
		text, err := page(folder)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, "README.md"), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

//go:embed README.md.tmpl
var readmeText string

// row is a report with the name of its file.
type row struct {
	*conform.Report
	File string
}

var readme = template.Must(template.New("README.md").Funcs(template.FuncMap{
	"bytes": func(n uint32) string { return pipeline.FormatBytes(uint64(n)) }, "cell": cell,
}).Parse(readmeText))

// page returns the text of README.md for the reports in a folder.
func page(folder string) ([]byte, error) {
	names, err := reportFiles(folder)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, name := range names {
		reports, err := readFile(name)
		if err != nil {
			return nil, err
		}
		for _, report := range reports {
			rows = append(rows, row{report, filepath.Base(name)})
		}
	}
	var out bytes.Buffer
	err = readme.Execute(&out, rows)
	return out.Bytes(), err
}

// cell escapes text for a cell of a Markdown table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;").Replace(text)
}
