package main

import (
	"errors"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"

	"github.com/yuin/goldmark/ast"
)

// link is a link or a picture of a page that leads to a file of the repository.
type link struct {
	node        ast.Node
	destination *[]byte // of the node
	written     string
	line        int
	output      string // path of the target in the site, empty if there is none
	anchor      string
}

// findLinks collects the links that do not lead to other sites.
func (p *page) findLinks() {
	for node := range descendants(p.tree) {
		switch n := node.(type) {
		case *ast.Link:
			p.addLink(n, &n.Destination)
		case *ast.Image:
			p.addLink(n, &n.Destination)
		}
	}
}

func (p *page) addLink(node ast.Node, destination *[]byte) {
	written := string(*destination)
	if u, err := url.Parse(written); err == nil && (u.Scheme != "" || u.Host != "") {
		return
	}
	p.links = append(p.links, &link{node: node, destination: destination, written: written, line: p.line(node)})
}

// resolve points the links of a page to files of the site, and adds these files to the site.
func (s *site) resolve(p *page) {
	for _, l := range p.links {
		u, err := url.Parse(l.written)
		if err != nil {
			s.fault(p, l.line, l.written+" is not a valid address")
			continue
		}
		target := p.source
		if u.Path != "" {
			target = path.Join(path.Dir(p.source), u.Path)
		}
		output, err := s.output(target)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrInvalid): // invalid: outside the repository
			s.fault(p, l.line, l.written+" leads to a file that does not exist")
			continue
		case err != nil:
			s.fault(p, l.line, l.written+": "+err.Error())
			continue
		}
		l.output, l.anchor = output, u.Fragment
		address := url.URL{Path: relative(p.output, output), Fragment: u.Fragment}
		*l.destination = []byte(address.String())
		s.nameTarget(p, l)
	}
}

// nameTarget replaces the text of a link that is the name of a Markdown file by the title of its
// page: the site has no such file.
func (s *site) nameTarget(p *page, l *link) {
	text := plainText(l.node, p.text)
	if to := s.pageAt(l.output); to != nil && path.Ext(text) == ".md" && path.Base(text) == path.Base(to.source) {
		l.node.RemoveChildren(l.node)
		l.node.AppendChild(l.node, ast.NewString([]byte(to.title())))
	}
}

// checkAnchors reports the links of a page to headings that do not exist.
func (s *site) checkAnchors(p *page) {
	for _, l := range p.links {
		if l.output == "" || l.anchor == "" {
			continue
		}
		if to := s.pageAt(l.output); to == nil || !to.anchors[l.anchor] {
			s.fault(p, l.line, l.written+" leads to a heading that does not exist")
		}
	}
}

// relative returns the path from a page of the site to another file of the site.
func relative(from, to string) string {
	rel, err := filepath.Rel(filepath.Dir(filepath.FromSlash(from)), filepath.FromSlash(to))
	if err != nil { // both are relative to the root of the site
		return to
	}
	return filepath.ToSlash(rel)
}
