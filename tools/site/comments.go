package main

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
)

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
