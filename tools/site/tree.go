package main

import (
	"iter"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

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
