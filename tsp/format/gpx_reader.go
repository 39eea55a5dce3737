package format

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// charset accepts the declared encodings that the data can have had before they became UTF-8.
func charset(label string, r io.Reader) (io.Reader, error) {
	encoding, err := htmlindex.Get(label)
	if err != nil {
		return nil, err
	}
	switch name, _ := htmlindex.Name(encoding); name {
	case "utf-16le", "utf-16be", "windows-1252": // which stands for ISO-8859-1, too
		return r, nil
	}
	return nil, fmt.Errorf("encoding %s is not supported; convert the file to UTF-8", quote(label))
}

// next reads a token.
func (g *gpxReader) next() (xml.Token, error) {
	g.count++
	if err := g.ended(g.count); err != nil {
		return nil, err
	}
	token, err := g.tokens.Token()
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, g.errorAt(syntax.Line, "%s", syntax.Msg)
	case errors.Is(err, io.EOF):
		return nil, err
	case err != nil:
		return nil, g.here("not a GPX file: %v", err)
	}
	switch token.(type) {
	case xml.StartElement:
		g.depth++
	case xml.EndElement:
		g.depth--
	}
	if g.depth > g.limits.Depth {
		return nil, overLimit(g.here("elements are nested more than %d deep, the limit; raise the limit",
			g.limits.Depth))
	}
	return token, nil
}

// here returns an error with the line of the last token.
func (g *gpxReader) here(format string, args ...any) error {
	line, _ := g.tokens.InputPos()
	return g.errorAt(line, format, args...)
}

// file reads the document.
func (g *gpxReader) file() error {
	for {
		token, err := g.next()
		if errors.Is(err, io.EOF) {
			return refuse(g.name, "not a GPX file: it has no element gpx")
		}
		if err != nil {
			return err
		}
		root, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if root.Name.Local != "gpx" {
			return g.here("not a GPX file: its element is %s, not gpx", quote(root.Name.Local))
		}
		g.namespace = root.Name.Space
		if err := g.elements(g.topElement); err != nil {
			return err
		}
		return g.end()
	}
}

// end returns an error if another element follows the document.
func (g *gpxReader) end() error {
	for {
		token, err := g.next()
		switch token.(type) {
		case xml.StartElement:
			return g.here("there is more than one element at the top")
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// elements reads the content of an element. It calls child for each element in it, which must read
// it to its end.
func (g *gpxReader) elements(child func(xml.StartElement) error) error {
	for {
		token, err := g.next()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Space != g.namespace {
				t.Name.Local = t.Name.Space + ":" + t.Name.Local // an extension
			}
			if err := child(t); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

// skip reads an element that is not used to its end.
func (g *gpxReader) skip(xml.StartElement) error {
	for depth := g.depth; g.depth >= depth; {
		if _, err := g.next(); err != nil {
			return err
		}
	}
	return nil
}

// text reads an element of text to its end.
func (g *gpxReader) text() (string, error) {
	var text strings.Builder
	for {
		token, err := g.next()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			return "", g.here("there is an element %s in a text", quote(t.Name.Local))
		case xml.EndElement:
			return text.String(), nil
		}
	}
}
