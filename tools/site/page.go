package main

import (
	"bytes"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// page is a parsed Markdown file.
type page struct {
	source   string // name of the file
	output   string // path in the site
	text     []byte
	tree     ast.Node
	headings []heading
	commands []command // of the reference of flags
	anchors  map[string]bool
	links    []*link
}

// heading is a heading of a page.
type heading struct {
	Level  int
	Text   string
	Anchor string
}

// markdown parses and renders pages. Renderers with a smaller number replace others; those of the
// library have 500 and more.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(narrowRenderer{}, 100))),
)

// pageOutput returns the path of the page that is made from a Markdown file.
func pageOutput(source string) string {
	folder, name := path.Split(source)
	if name == "README.md" {
		return folder + "index.html"
	}
	return strings.TrimSuffix(source, ".md") + ".html"
}

// newPage parses a Markdown file.
func newPage(source string, data []byte) *page {
	p := &page{source: source, output: pageOutput(source), text: data, anchors: map[string]bool{}}
	p.tree = markdown.Parser().Parse(text.NewReader(data))
	p.findHeadings()
	if source == flagsPage {
		p.findFlags()
	}
	p.findLinks()
	return p
}

// findHeadings collects the headings and gives them anchors.
func (p *page) findHeadings() {
	for node := range descendants(p.tree) {
		if h, ok := node.(*ast.Heading); ok {
			found := heading{h.Level, plainText(h, p.text), ""}
			found.Anchor = p.newAnchor(anchorOf(found.Text))
			h.SetAttributeString("id", []byte(found.Anchor))
			p.headings = append(p.headings, found)
		}
	}
}

// title returns the text of the first heading, or the name of the file.
func (p *page) title() string {
	if len(p.headings) > 0 {
		return p.headings[0].Text
	}
	return p.source
}

// sections returns the headings of level 2. Those of commands are without arguments.
func (p *page) sections() []heading {
	sections := slices.DeleteFunc(slices.Clone(p.headings), func(h heading) bool { return h.Level != 2 })
	for i := range sections {
		for _, c := range p.commands {
			if c.anchor == sections[i].Anchor {
				sections[i].Text = programName + " " + c.name
			}
		}
	}
	return sections
}

// descendants returns the nodes below a node, in the order of the text.
func descendants(node ast.Node) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) { visit(node, yield) }
}

// visit calls yield for the nodes below a node until it returns false.
func visit(node ast.Node, yield func(ast.Node) bool) bool {
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if !yield(child) || !visit(child, yield) {
			return false
		}
	}
	return true
}

// plainText returns the text of a node without markup.
func plainText(node ast.Node, source []byte) string {
	var plain strings.Builder
	for n := range descendants(node) {
		switch n := n.(type) {
		case *ast.Text:
			value := n.Value(source)
			if _, code := n.Parent().(*ast.CodeSpan); !code {
				value = util.ResolveEntityNames(util.UnescapePunctuations(value))
			}
			plain.Write(value)
			if n.SoftLineBreak() || n.HardLineBreak() {
				plain.WriteByte(' ')
			}
		case *ast.String:
			plain.Write(n.Value)
		case *ast.AutoLink:
			plain.Write(n.Label(source))
		}
	}
	return plain.String()
}

// removeComments removes the comments of a page. Other HTML is a fault: it would be missing in the
// page, because the renderer leaves out raw HTML.
func (s *site) removeComments(p *page) {
	var comments []ast.Node
	for node := range descendants(p.tree) {
		var raw []byte
		switch n := node.(type) {
		case *ast.HTMLBlock:
			raw = n.Lines().Value(p.text)
		case *ast.RawHTML:
			raw = n.Segments.Value(p.text)
		default:
			continue
		}
		if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("<!--")) {
			comments = append(comments, node)
		} else {
			s.fault(p, p.line(node), "raw HTML is left out of the site; write Markdown")
		}
	}
	for _, comment := range comments {
		comment.Parent().RemoveChild(comment.Parent(), comment)
	}
}

// line returns the number of the line in which a node begins.
func (p *page) line(node ast.Node) int {
	return 1 + bytes.Count(p.text[:node.Pos()], []byte("\n"))
}
