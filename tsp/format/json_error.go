package format

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

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

// lineError returns an error with the line of the last token.
func (r *jsonReader) lineError(format string, args ...any) error {
	return r.errorAt(r.lineOf(r.offset()), format, args...)
}

// wrong returns the error for a token of another kind than wanted.
func (r *jsonReader) wrong(token jsontext.Token, want string) error {
	return r.errorHere("%s where %s is expected", describe(token), want)
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
