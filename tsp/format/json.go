package format

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// document is a JSON object with the places of its members, so that they can be read in any order.
type document struct {
	*jsonReader
	names   []string // of the members, in their order
	members map[string]part
	unused  unused
}

// readJSON reads GeoJSON, a matrix or a problem of VROOM.
func (s *source) readJSON() (*Input, error) {
	r := s.jsonReader()
	if r.kind() == '[' {
		return s.inputOf(r.plainMatrix())
	}
	d := r.document()
	kind := d.textOf("type")
	if d.err != nil {
		return nil, d.err
	}
	geo, vroom := slices.Contains(geoTypes, kind), d.isVROOM()
	switch want := s.options.Format; {
	case want == GeoJSON && !geo:
		return nil, refuse(s.name, "the JSON is not GeoJSON: its type is none of %v", geoTypes)
	case want == VROOM && !vroom:
		return nil, refuse(s.name, "the JSON is not a problem of VROOM: it has neither vehicles nor jobs")
	case geo && want != VROOM:
		return s.readGeoJSON()
	case vroom:
		return d.readVROOM()
	}
	return s.inputOf(d.matrixModel())
}

// inputOf returns the input of a matrix.
func (s *source) inputOf(roads *Roads, err error) (*Input, error) {
	if err != nil {
		return nil, err
	}
	return s.matrixOf(roads, JSON)
}

func (d *document) isVROOM() bool { return d.has("vehicles") || d.has("jobs") || d.has("shipments") }

// document reads the names of the members and checks that all of the data is JSON.
func (r *jsonReader) document() *document {
	d := &document{jsonReader: r, members: map[string]part{}}
	r.object(func(name string) {
		p := r.skipped()
		p.name = name
		d.names, d.members[name] = append(d.names, name), p
	})
	r.finish()
	return d
}

func (d *document) has(name string) bool {
	_, ok := d.members[name]
	return ok
}

// member returns a reader of the value of a member that there is.
func (d *document) member(name string) *jsonReader { return d.of(d.members[name]) }

// textOf returns the text of a member, "" if there is no such member, or if it is not a text.
func (d *document) textOf(name string) string {
	if !d.has(name) || d.member(name).kind() != '"' {
		return ""
	}
	return d.member(name).text()
}

// syntaxError returns the error for text that is not JSON.
func (r *jsonReader) syntaxError(err error) error {
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		if errors.Is(err, io.EOF) {
			return r.errorHere("there is no JSON value")
		}
		return err
	}
	reason := syntax.Err.Error()
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		reason = quote(syntax.JSONPointer.LastToken()) + " is given twice in an object"
	case errors.Is(err, io.ErrUnexpectedEOF):
		reason = "the JSON ends before it is complete"
	}
	if where := r.where(); where != "" {
		reason += ", after " + where
	}
	return r.errorAt(r.lineOf(r.part.begin+syntax.ByteOffset), "%s", reason)
}

// lineOf returns the line of an offset.
func (s *source) lineOf(offset int64) int {
	return 1 + bytes.Count(s.data[:min(max(offset, 0), int64(len(s.data)))], []byte("\n"))
}

// errorHere returns an error with the line and the place of the last token.
func (r *jsonReader) errorHere(format string, args ...any) error {
	if where := r.where(); where != "" {
		format, args = format+", in %s", append(args, where)
	}
	return r.lineError(format, args...)
}

// failHere keeps an error with the line and the place of the last token.
func (r *jsonReader) failHere(format string, args ...any) { r.fail(r.errorHere(format, args...)) }

// lineError returns an error with the line of the last token.
func (r *jsonReader) lineError(format string, args ...any) error {
	return r.errorAt(r.lineOf(r.offset()), format, args...)
}

// describe names a token in a message.
func describe(token jsontext.Token) string {
	switch token.Kind() {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "the text " + quote(token.String())
	}
	return shorten(token.String())
}

// failLine keeps an error with the line of the last token.
func (r *jsonReader) failLine(format string, args ...any) { r.fail(r.lineError(format, args...)) }

// where names the place of the last token, such as "features 3, geometry, coordinates 1".
func (r *jsonReader) where() string {
	where := strings.Builder{}
	where.WriteString(r.part.name)
	level, indexed := 0, false
	for name := range r.tokens.StackPointer().Tokens() {
		level++
		kind, length := r.tokens.StackIndex(level)
		if indexed = !indexed && kind == '[' && where.Len() > 0; indexed {
			where.WriteString(" ")
		} else if where.Len() > 0 {
			where.WriteString(", ")
		}
		if kind == '[' {
			where.WriteString(strconv.FormatInt(length, 10))
		} else {
			where.WriteString(shorten(name))
		}
	}
	return where.String()
}
