package main

import (
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

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
