package main

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"
)

// buildRepository makes the site of this repository.
func buildRepository(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := build(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Every link and picture of every finished page leads to a file of the site and to an element of
// it, and the same input makes the same bytes.
func TestRepository(t *testing.T) {
	files := buildRepository(t)
	ids, links := map[string]map[string]bool{}, map[string][]string{}
	for name, data := range files {
		if path.Ext(name) == ".html" {
			ids[name], links[name] = idsAndLinks(t, string(data))
		}
	}
	for name, all := range links {
		for _, link := range all {
			if strings.Contains(link, "://") {
				continue
			}
			u, err := url.Parse(link)
			if err != nil {
				t.Fatal(err)
			}
			target := name
			if u.Path != "" {
				target = path.Join(path.Dir(name), u.Path)
			}
			if files[target] == nil || u.Fragment != "" && !ids[target][u.Fragment] {
				t.Errorf("%s: %s leads nowhere", name, link)
			}
		}
	}
	if diff := cmp.Diff(files, buildRepository(t)); diff != "" {
		t.Errorf("a second site differs (-first +second):\n%s", diff)
	}
}

// idsAndLinks returns the identifiers of elements of a page and the addresses of its links and
// pictures.
func idsAndLinks(t *testing.T, page string) (ids map[string]bool, links []string) {
	t.Helper()
	tree, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	ids = map[string]bool{}
	for node := range tree.Descendants() {
		for _, attribute := range node.Attr {
			switch attribute.Key {
			case "id":
				if ids[attribute.Val] {
					t.Errorf("two elements have the id %s", attribute.Val)
				}
				ids[attribute.Val] = true
			case "href", "src":
				links = append(links, attribute.Val)
			}
		}
	}
	return ids, links
}

// Each mistake is found in its line, and nothing else is.
func TestFaults(t *testing.T) {
	binary := &fstest.MapFile{Data: []byte{0xff, 0xfe}}
	files := fstest.MapFS{
		"README.md": {Data: []byte(
			"# Home\n\n[good](docs/page.md#two-words)\n[missing](docs/none.md)\n[anchor](docs/page.md#none)\n" +
				"[own](#home) [outside](../other.md)\n\n| a |\n|---|\n| [cell](#none) |\n\n![picture](none.svg)\n\n<!-- a comment -->\n\n<b>bold</b>\n")},
		"docs/page.md": {Data: []byte(
			"# Page\n\n## Two words\n\n[binary](data.bin) [large](large.txt) [folder](../folder) [text](../notes) [text's line](../notes#L1)\n")},
		"docs/data.bin": binary, "docs/large.txt": {Data: make([]byte, largestCopy+1)},
		"folder/a.tsp": {Data: []byte("a")}, "notes": {Data: []byte("a")},
	}
	_, err := build(files)
	var got faults
	if !errors.As(err, &got) {
		t.Fatalf("build returned %v", err)
	}
	want := []struct {
		place, text string
	}{
		{"README.md:4", "docs/none.md leads to a file"},
		{"README.md:5", "docs/page.md#none leads to a heading"},
		{"README.md:6", "../other.md leads to a file"},
		{"README.md:10", "#none leads to a heading"},
		{"README.md:12", "none.svg leads to a file"},
		{"README.md:16", "raw HTML"},
		{"docs/page.md:5", "docs/data.bin is not text"},
		{"docs/page.md:5", "docs/large.txt has more than"},
		{"docs/page.md:5", "../notes#L1 leads to a heading"},
	}
	lines := strings.Split(err.Error(), "\n")[1:]
	for i, line := range lines {
		if len(lines) != len(want) || !strings.HasPrefix(line, want[i].place+": ") ||
			!strings.Contains(line, want[i].text) {
			t.Fatalf("build returned %v, want %v", err, want)
		}
	}
}

// Paths, addresses and the list of a folder.
func TestLayout(t *testing.T) {
	files, err := build(fstest.MapFS{
		"README.md": {Data: []byte(
			"# Home\n\n[one](docs/one.md#a--b_c) [folder](data/) [readme](docs) [other](https://example.com/a.md) [docs/one.md](docs/one.md)\n\n![picture](docs/a.svg) ![badge](https://example.com/b.svg)\n")},
		"docs/README.md": {Data: []byte(
			"# Documentation\n\n## First\n\n[one](one.md) [home](../README.md) [deep](deep/README.md#deep)\n")},
		"docs/one.md":          {Data: []byte("# One\n\n## A: `b_c`!\n\n## A & B_c\n\n[list](../data)\n")},
		"docs/a.svg":           {Data: []byte("<svg/>")},
		"docs/deep/README.md":  {Data: []byte("# Deep\n\n[outside](../../data/NOTES.md)\n")},
		"data/places.tsp":      {Data: []byte("NAME: places")},
		"data/NOTES.md":        {Data: []byte("# Notes\n")},
		"data/inner/ignored.x": {Data: []byte("x")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"index.html": {`<a href="docs/one.html#a--b_c">`, `<a href="data/index.html">`, `<a href="docs/index.html">`,
			`<a href="https://example.com/a.md">`,
			`<a href="docs/one.html">One</a>`,
			`<img src="docs/a.svg" alt="picture"> badge`, `<h2>First</h2>`, `<h2>More</h2>`},
		"docs/one.html": {`<h2 id="a-b_c">`, `<h2 id="a--b_c">`, `<a href="../data/index.html">`,
			`<a href="../index.html">Home</a>`},
		"docs/deep/index.html": {`<a href="../../data/NOTES.html">`,
			`<a href="index.html" aria-current="page">Deep</a>`},
		"data/index.html":     {`<a href="places.tsp.txt">places.tsp</a>`, `<a href="NOTES.html">NOTES.md</a>`},
		"data/places.tsp.txt": {"NAME: places"},
	} {
		for _, text := range want {
			if !strings.Contains(string(files[name]), text) {
				t.Errorf("%s lacks %s:\n%s", name, text, files[name])
			}
		}
	}
}

// The anchors are GitHub's: of the third equal heading, too.
func TestAnchors(t *testing.T) {
	p := newPage("a.md",
		[]byte(
			"# `aco-vk solve <file>`\n\n# Größe, in m²\n\n# Same\n\n# Same\n\n# Same\n\n# [A link](b) & *more*: 1.5\n\nUnder\n-----\n\n# &lt;x\\_y\n"))
	var got []string
	for _, h := range p.headings {
		got = append(got, h.Anchor)
	}
	want := []string{"aco-vk-solve-file", "größe-in-m²", "same", "same-1", "same-2", "a-link--more-15", "under", "x_y"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("anchors (-want +got):\n%s", diff)
	}
}

// CHANGELOG.md is a page if it exists, and a repository without docs is an error.
func TestSources(t *testing.T) {
	files := fstest.MapFS{"CHANGELOG.md": {}, "README.md": {}, "other.md": {}, "docs/b.md": {}, "docs/c/d.md": {},
		"docs/e.json": {}}
	got, err := sources(files)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"README.md", "CHANGELOG.md", "docs/b.md", "docs/c/d.md"}, got); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	_, err = sources(fstest.MapFS{"README.md": {}})
	if diff := cmp.Diff(fs.ErrNotExist, err, cmpopts.EquateErrors()); diff != "" {
		t.Errorf("without docs: %v", err)
	}
}
