package main

import (
	"slices"

	"github.com/yuin/goldmark/ast"
)

// overview is the page that orders all pages. Its headings of level 2 are the groups of the
// navigation.
const overview = "docs/README.md"

// group is a part of the navigation.
type group struct {
	title string
	pages []*page
}

// groups returns the navigation: the overview's groups with the pages that they link to, each page
// once. The first group has no title. It has the home page and the overview. The last group has
// the pages that the overview does not link to.
func (s *site) groups() []group {
	all := []group{{}}
	var seen []*page
	add := func(p *page) {
		if p != nil && !slices.Contains(seen, p) {
			seen = append(seen, p)
			last := &all[len(all)-1]
			last.pages = append(last.pages, p)
		}
	}
	add(s.pageAt(homeOutput))
	if top := s.pageAt(pageOutput(overview)); top != nil {
		add(top)
		for node := range descendants(top.tree) {
			switch n := node.(type) {
			case *ast.Heading:
				if n.Level == 2 {
					all = append(all, group{title: plainText(n, top.text)})
				}
			case *ast.Link:
				add(s.linked(top, n))
			}
		}
	}
	all = append(all, group{title: "More"})
	for _, p := range s.pages {
		add(p)
	}
	return slices.DeleteFunc(all, func(g group) bool { return len(g.pages) == 0 })
}

// linked returns the page that a link of a page leads to, or nil.
func (s *site) linked(from *page, node ast.Node) *page {
	for _, l := range from.links {
		if l.node == node {
			return s.pageAt(l.output)
		}
	}
	return nil
}
