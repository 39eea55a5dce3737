package main

import (
	"strconv"
	"strings"
	"unicode"
)

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
