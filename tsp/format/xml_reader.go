package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// xmlReader reads the elements of a file one after another.
type xmlReader struct {
	*source
	tokens    *xml.Decoder
	namespace string
	depth     int
	count     int // tokens that were read
	unused    unused
}

// readXML reads GPX or KML.
func (s *source) readXML() (*Input, error) {
	x := &xmlReader{source: s, tokens: xml.NewDecoder(bytes.NewReader(s.data))}
	x.tokens.CharsetReader = charset
	root, err := x.root()
	if err != nil {
		return nil, err
	}
	switch want := s.options.Format; {
	case root.Name.Local == "gpx" && want != KML:
		return x.readGPX()
	case root.Name.Local == "kml" && want != GPX:
		return x.readKML()
	case want == "":
		return nil, x.here("the XML is neither GPX nor KML: its element is %s", quote(root.Name.Local))
	default:
		return nil, x.here("not a %s file: its element is %s, not %s", strings.ToUpper(string(want)),
			quote(root.Name.Local), want)
	}
}

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
func (x *xmlReader) next() (xml.Token, error) {
	x.count++
	if err := x.ended(x.count); err != nil {
		return nil, err
	}
	token, err := x.tokens.Token()
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, x.errorAt(syntax.Line, "%s", syntax.Msg)
	case errors.Is(err, io.EOF):
		return nil, err
	case err != nil:
		return nil, x.here("not XML that is read: %v", err)
	}
	switch token.(type) {
	case xml.StartElement:
		x.depth++
	case xml.EndElement:
		x.depth--
	}
	if x.depth > x.limits.Depth {
		return nil, overLimit(x.here("elements are nested more than %d deep, the limit; write them flatter",
			x.limits.Depth))
	}
	return token, nil
}

// here returns an error with the line of the last token.
func (x *xmlReader) here(format string, args ...any) error {
	line, _ := x.tokens.InputPos()
	return x.errorAt(line, format, args...)
}

// root reads the beginning of the document, and returns its element.
func (x *xmlReader) root() (xml.StartElement, error) {
	for {
		token, err := x.next()
		if errors.Is(err, io.EOF) {
			return xml.StartElement{}, refuse(x.name, "the XML has no element")
		}
		if err != nil {
			return xml.StartElement{}, err
		}
		if root, ok := token.(xml.StartElement); ok {
			x.namespace = root.Name.Space
			return root, nil
		}
	}
}

// end returns an error if another element follows the document.
func (x *xmlReader) end() error {
	for {
		token, err := x.next()
		switch token.(type) {
		case xml.StartElement:
			return x.here("there is more than one element at the top")
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
func (x *xmlReader) elements(child func(xml.StartElement) error) error {
	for {
		token, err := x.next()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Space != x.namespace {
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
func (x *xmlReader) skip(xml.StartElement) error {
	for depth := x.depth; x.depth >= depth; {
		if _, err := x.next(); err != nil {
			return err
		}
	}
	return nil
}

// text reads an element of text to its end.
func (x *xmlReader) text() (string, error) {
	var text strings.Builder
	for {
		token, err := x.next()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			return "", x.here("there is an element %s in a text", quote(t.Name.Local))
		case xml.EndElement:
			return text.String(), nil
		}
	}
}
