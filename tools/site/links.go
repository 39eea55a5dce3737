package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

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

// findLinks collects the links that do not lead to other sites. Pages load nothing from other
// sites: a picture of one, such as a badge, becomes its text.
func (p *page) findLinks() {
	var badges []*ast.Image
	for node := range descendants(p.tree) {
		switch n := node.(type) {
		case *ast.Link:
			p.addLink(n, &n.Destination)
		case *ast.Image:
			if isElsewhere(n.Destination) {
				badges = append(badges, n)
			} else {
				p.addLink(n, &n.Destination)
			}
		}
	}
	for _, badge := range badges {
		badge.Parent().ReplaceChild(badge.Parent(), badge, ast.NewString([]byte(plainText(badge, p.text))))
	}
}

func (p *page) addLink(node ast.Node, destination *[]byte) {
	if !isElsewhere(*destination) {
		p.links = append(p.links, &link{node: node, destination: destination, written: string(*destination), line: p.line(node)})
	}
}

// isElsewhere says whether an address is on another site.
func isElsewhere(destination []byte) bool {
	u, err := url.Parse(string(destination))
	return err == nil && (u.Scheme != "" || u.Host != "")
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

// anchorOf returns the anchor that GitHub makes of a heading: in lower case, without punctuation,
// with hyphens for spaces.
func anchorOf(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.Pc):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// newAnchor adds an anchor to the page. If the page has it already, a number is added to it, as on
// GitHub.
func (p *page) newAnchor(wanted string) string {
	anchor := wanted
	for n := 1; p.anchors[anchor]; n++ {
		anchor = wanted + "-" + strconv.Itoa(n)
	}
	p.anchors[anchor] = true
	return anchor
}

// fault is an error in a line of a page.
type fault struct {
	source string
	line   int
	text   string
}

// faults are the errors of all pages.
type faults []fault

// Error returns a line for each fault.
func (f faults) Error() string {
	lines := []string{fmt.Sprintf("%d faults; correct these lines:", len(f))}
	for _, one := range f {
		lines = append(lines, fmt.Sprintf("%s:%d: %s", one.source, one.line, one.text))
	}
	return strings.Join(lines, "\n")
}

// sorted returns the faults by file and line. Equal faults of a line, such as both tags of an
// element, are one.
func (f faults) sorted() faults {
	return slices.Compact(slices.SortedStableFunc(slices.Values(f), func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.line, b.line))
	}))
}

// fault adds an error of a page.
func (s *site) fault(p *page, line int, text string) {
	s.faults = append(s.faults, fault{p.source, line, text})
}
