package main

import (
	"bytes"
	"embed"
	"html"
	"html/template"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// Paths in the site. No Markdown file has the name of the index.
const (
	homeOutput  = "index.html"
	indexOutput = "site-index.html"
)

//go:embed files
var embedded embed.FS

var layout = template.Must(template.ParseFS(embedded, "files/*.tmpl"))

// assets are copied to the site as they are.
var assets = []string{"style.css", "filter.js", "icon.svg"}

// view is what the template shows of a page.
type view struct {
	output   string
	Title    string
	Sections []heading
	Body     template.HTML
	Index    []letter // of the index
	Files    []place  // of a folder
	groups   []group
}

// Link returns the relative address of a file of the site.
func (v view) Link(output string) string { return relative(v.output, output) }

// Here reports whether the view is of the file with this path.
func (v view) Here(output string) bool { return v.output == output }

// IsIndex reports whether the view is of the index.
func (v view) IsIndex() bool { return v.output == indexOutput }

// navigationGroup is a group of the navigation for the template.
type navigationGroup struct {
	Title string
	Pages []navigationPage
}

type navigationPage struct{ Title, Address, Output string }

// Groups returns the navigation with addresses relative to the view.
func (v view) Groups() []navigationGroup {
	var groups []navigationGroup
	for _, g := range v.groups {
		one := navigationGroup{Title: g.title}
		for _, p := range g.pages {
			one.Pages = append(one.Pages, navigationPage{p.title(), v.Link(p.output), p.output})
		}
		groups = append(groups, one)
	}
	return groups
}

// render makes the files of the site.
func (s *site) render() error {
	groups := s.groups()
	var views []view
	for _, p := range s.pages {
		var body bytes.Buffer
		if err := markdown.Renderer().Render(&body, p.text, p.tree); err != nil {
			return err
		}
		views = append(views, view{output: p.output, Title: p.title(), Sections: p.sections(),
			Body: template.HTML(body.String())})
	}
	for _, l := range s.listings {
		v := view{output: l.output, Title: l.folder}
		for _, name := range l.names {
			v.Files = append(v.Files, place{name, v.Link(s.outputs[path.Join(l.folder, name)])})
		}
		views = append(views, v)
	}
	views = append(views, view{output: indexOutput, Title: "Index", Index: s.index()})
	for _, v := range views {
		v.groups = groups
		var text strings.Builder
		if err := layout.ExecuteTemplate(&text, "page.html.tmpl", v); err != nil {
			return err
		}
		s.files[v.output] = []byte(text.String())
	}
	for _, name := range assets {
		data, err := embedded.ReadFile("files/" + name)
		if err != nil {
			return err
		}
		s.files[name] = data
	}
	return nil
}

// narrowRenderer renders tables and code for narrow windows: each table is in an element that
// scrolls. In code, a line may end after a | as in the values of a flag, but not at a hyphen of
// its name.
type narrowRenderer struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (narrowRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(tables.KindTable, renderTable)
	r.Register(ast.KindCodeSpan, renderCode)
}

func renderTable(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	tags := "<div class=\"scroll\">\n<table>\n"
	if !entering {
		tags = "</table>\n</div>\n"
	}
	_, err := w.WriteString(tags)
	return ast.WalkContinue, err
}

// option is the name of a flag in code.
var option = regexp.MustCompile(`(^|[ ,\[])(--?\w[\w-]*)`)

func renderCode(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	text := strings.ReplaceAll(html.EscapeString(plainText(node, source)), "|", "|<wbr>")
	text = option.ReplaceAllString(text, `$1<span class="option">$2</span>`)
	_, err := w.WriteString("<code>" + text + "</code>")
	return ast.WalkSkipChildren, err
}
