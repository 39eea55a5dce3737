package main

import (
	"errors"
	"io/fs"
	"path"
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

// rootPages are the pages outside docs. A page that does not exist is left out.
var rootPages = []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"}

// site is a site while it is built.
type site struct {
	root     fs.FS
	outputs  map[string]string // from the name of a file or folder of the repository to its path in the site
	pages    []*page           // pages are added while links are resolved
	listings []*listing
	files    map[string][]byte // the finished site
	faults   faults
}

// build makes the site of a repository: the contents of all files by path. The error is of type
// faults if links are broken.
func build(root fs.FS) (map[string][]byte, error) {
	s := &site{root: root, outputs: map[string]string{}, files: map[string][]byte{}}
	names, err := sources(root)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, err := s.output(name); err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(s.pages); i++ {
		s.removeComments(s.pages[i])
		s.resolve(s.pages[i])
	}
	for _, p := range s.pages {
		s.checkAnchors(p)
	}
	if len(s.faults) > 0 {
		return nil, s.faults.sorted()
	}
	if err := s.render(); err != nil {
		return nil, err
	}
	return s.files, nil
}

// sources returns the names of the files that are always pages.
func sources(root fs.FS) ([]string, error) {
	var names []string
	for _, name := range rootPages {
		_, err := fs.Stat(root, name)
		if err == nil {
			names = append(names, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	err := fs.WalkDir(root, "docs", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path.Ext(name) == ".md" {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// pageAt returns the page with a path in the site, or nil.
func (s *site) pageAt(output string) *page {
	if i := slices.IndexFunc(s.pages, func(p *page) bool { return p.output == output }); i >= 0 {
		return s.pages[i]
	}
	return nil
}
