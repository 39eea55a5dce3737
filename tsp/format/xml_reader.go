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

// xmlReader reads the elements of a file one after another. It keeps its first error: from then on
// elements end and texts are empty.
type xmlReader struct {
	*source
	failure
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
	root := x.root()
	if x.err != nil {
		return nil, x.err
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

// next reads a token, nil after an error. The end of the file is the error [io.EOF].
func (x *xmlReader) next() xml.Token {
	x.count++
	if x.fail(x.ended(x.count)); x.err != nil {
		return nil
	}
	token, err := x.tokens.Token()
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		x.fail(x.errorAt(syntax.Line, "%s", syntax.Msg))
	case errors.Is(err, io.EOF):
		x.fail(err)
	case err != nil:
		x.fail(x.here("not XML that is read: %v", err))
	}
	switch token.(type) {
	case xml.StartElement:
		x.depth++
	case xml.EndElement:
		x.depth--
	}
	if x.depth > x.limits.Depth {
		x.fail(overLimit(x.here("elements are nested more than %d deep, the limit; write them flatter", x.limits.Depth)))
	}
	if x.err != nil {
		return nil
	}
	return token
}

// here returns an error with the line of the last token.
func (x *xmlReader) here(format string, args ...any) error {
	line, _ := x.tokens.InputPos()
	return x.errorAt(line, format, args...)
}

// root reads the beginning of the document, and returns its element.
func (x *xmlReader) root() (root xml.StartElement) {
	for x.err == nil {
		var found bool
		if root, found = x.next().(xml.StartElement); found {
			x.namespace = root.Name.Space
			return root
		}
	}
	if errors.Is(x.err, io.EOF) {
		x.err = refuse(x.name, "the XML has no element")
	}
	return root
}

// document reads the elements of the document. It fails if another one follows.
func (x *xmlReader) document(child func(xml.StartElement)) error {
	x.elements(child)
	if x.err != nil {
		return x.err
	}
	for x.err == nil {
		if _, another := x.next().(xml.StartElement); another {
			x.fail(x.here("there is more than one element at the top"))
		}
	}
	if errors.Is(x.err, io.EOF) {
		x.err = nil
	}
	return x.err
}

// elements reads the content of an element. It calls child for each element in it, which must read
// it to its end.
func (x *xmlReader) elements(child func(xml.StartElement)) {
	for x.err == nil {
		switch t := x.next().(type) {
		case xml.StartElement:
			if t.Name.Space != x.namespace {
				t.Name.Local = t.Name.Space + ":" + t.Name.Local // an extension
			}
			child(t)
		case xml.EndElement:
			return
		}
	}
}

// only reads the content of an element, and skips all elements in it but those with a name.
func (x *xmlReader) only(name string, use func(xml.StartElement)) {
	x.elements(func(e xml.StartElement) {
		if e.Name.Local != name {
			x.skip()
			return
		}
		use(e)
	})
}

// skip reads an element that is not used to its end.
func (x *xmlReader) skip() {
	for depth := x.depth; x.err == nil && x.depth >= depth; {
		x.next()
	}
}

// text reads an element of text to its end.
func (x *xmlReader) text() string {
	var text strings.Builder
	for x.err == nil {
		switch t := x.next().(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			x.fail(x.here("there is an element %s in a text", quote(t.Name.Local)))
		case xml.EndElement:
			return text.String()
		}
	}
	return ""
}
