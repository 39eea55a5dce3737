// Command site makes the documentation a static site. Its pages are README.md, ARCHITECTURE.md,
// CONTRIBUTING.md, CHANGELOG.md, all Markdown files in docs, and the Markdown files that these
// link to. A page is at the path of its file, with the suffix .html; README.md is index.html. A
// link whose text is the name of a Markdown file shows the title of the page instead. The groups
// of the navigation come from docs/README.md.
//
// The site has no scripts, fonts or styles from elsewhere, and all its links are relative: it
// works from any folder.
//
// Other files that pages link to are copied. A browser shows pictures, JSON and .txt; to the name
// of any other file, which has to be text, .txt is added, so that the browser shows it too. A link
// to a folder leads to its README.md or, without one, to a list of its files.
//
// Links to files and headings that do not exist are errors. The command lists all of them. It does
// not follow links to other sites.
package main

import (
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Out string `required:"" placeholder:"DIR" help:"Folder for the site; created if missing."`
}

func main() {
	var line commandLine
	context := kong.Parse(&line, kong.Description("Make the documentation in the current folder a static site."))
	context.FatalIfErrorf(line.run())
}

func (l *commandLine) run() error {
	files, err := build(os.DirFS("."))
	if err != nil {
		return err
	}
	for name, data := range files {
		name = filepath.Join(l.Out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
