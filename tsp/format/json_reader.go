package format

import (
	"bytes"
	"errors"
	"io"
	"math"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/aco-vk/aco-vk/internal/faults"
)

// jsonReader reads JSON from a part of the data. It stops at the limits and when the context ends.
// Errors have the line, and the place in the document counted from 1. No member of an object may
// be given twice.
type jsonReader struct {
	*source
	tokens *jsontext.Decoder
	part   part
	count  int // tokens that were read
	bad    faults.List
}

// part is a value in the data, from offset begin to end.
type part struct {
	begin, end int64
	name       string // of the member that has the value; "": the whole document
}

// jsonReader returns a reader of a part of the data.
func (s *source) jsonReader(p part) *jsonReader {
	return &jsonReader{source: s, part: p, tokens: jsontext.NewDecoder(bytes.NewBuffer(s.data[p.begin:p.end:p.end]))}
}

// whole is the part that has all data.
func (s *source) whole() part { return part{end: int64(len(s.data))} }

// next reads a token. It is valid until the next call.
func (r *jsonReader) next() (jsontext.Token, error) {
	r.count++
	if err := r.ended(r.count); err != nil {
		return jsontext.Token{}, err
	}
	token, err := r.tokens.ReadToken()
	if err != nil {
		return token, r.syntaxError(err)
	}
	depth := r.tokens.StackDepth()
	if depth > r.limits.Depth {
		return token, overLimit(r.errorHere("values are nested more than %d deep, the limit; write them flatter",
			r.limits.Depth))
	}
	if kind, length := r.tokens.StackIndex(depth); kind == '{' && length > 2*maxMembers {
		return token, r.errorHere("an object has more than %d members, the most that is read", maxMembers)
	}
	return token, nil
}

// maxMembers bounds the memory for the names of an object, which are compared with each other.
const maxMembers = 100_000

// kind returns the kind of the next token: one of {}[]"0tfn, or 0 if there is an error, which next
// returns.
func (r *jsonReader) kind() jsontext.Kind { return r.tokens.PeekKind() }

// object reads an object. It calls member for each member, which must read the value. Members that
// are null are left out: null says that there is no value.
func (r *jsonReader) object(member func(name string) error) error {
	if err := r.begin('{', "an object"); err != nil {
		return err
	}
	for r.kind() != '}' {
		token, err := r.next()
		if err != nil {
			return err
		}
		if name := token.String(); r.kind() == 'n' {
			err = r.skip()
		} else {
			err = member(name)
		}
		if err != nil {
			return err
		}
	}
	_, err := r.next()
	return err
}

// array reads an array. It calls element for each element, which must read it.
func (r *jsonReader) array(element func(index int) error) error {
	if err := r.begin('[', "an array"); err != nil {
		return err
	}
	for index := 0; r.kind() != ']'; index++ {
		if err := element(index); err != nil {
			return err
		}
	}
	_, err := r.next()
	return err
}

// begin reads the first token of an object or an array.
func (r *jsonReader) begin(kind jsontext.Kind, want string) error {
	token, err := r.next()
	if err == nil && token.Kind() != kind {
		err = r.wrong(token, want)
	}
	return err
}

// number reads a number.
func (r *jsonReader) number() (float64, error) {
	token, err := r.next()
	switch {
	case err != nil:
		return 0, err
	case token.Kind() != '0':
		return 0, r.wrong(token, "a number")
	}
	v, err := token.Float()
	if err != nil {
		return 0, r.errorHere("%s is too large for a number of 64 bits", shorten(token.String()))
	}
	return v, nil
}

// index reads a whole number from 0 on.
func (r *jsonReader) index() (int, error) {
	v, err := r.number()
	if err == nil && (v < 0 || v > math.MaxInt32 || v != math.Trunc(v)) {
		err = r.errorHere("%v is not a whole number of 0 or more", v)
	}
	return int(v), err
}

// text reads a text.
func (r *jsonReader) text() (string, error) {
	token, err := r.next()
	if err == nil && token.Kind() != '"' {
		err = r.wrong(token, "a text")
	}
	if err != nil {
		return "", err
	}
	return token.String(), nil
}

// cell reads any value as the text of a table: texts without quotes, null as nothing, all others
// as written, without blanks.
func (r *jsonReader) cell() (string, error) {
	switch kind := r.kind(); kind {
	case '{', '[':
		p, err := r.skipped()
		if err != nil {
			return "", err
		}
		value := jsontext.Value(bytes.Clone(r.data[p.begin:p.end]))
		return string(value), value.Compact()
	case 'n':
		return "", r.skip()
	}
	token, err := r.next()
	if err != nil {
		return "", err
	}
	return token.String(), nil
}

// skip reads a value that is not used.
func (r *jsonReader) skip() error {
	depth := r.tokens.StackDepth()
	for {
		if _, err := r.next(); err != nil || r.tokens.StackDepth() == depth {
			return err
		}
	}
}

// skipped reads a value and returns where it is.
func (r *jsonReader) skipped() (part, error) {
	begin := r.offset()
	err := r.skip()
	end := r.offset()
	between := r.data[begin:end]
	return part{begin: end - int64(len(bytes.TrimLeft(between, ":, \t\r\n"))), end: end}, err
}

// finish returns an error if there is something after the value.
func (r *jsonReader) finish() error {
	if _, err := r.tokens.ReadToken(); !errors.Is(err, io.EOF) {
		return r.lineError("there is more text after the end of the JSON value")
	}
	return nil
}

// offset returns where the last token ends in the data.
func (r *jsonReader) offset() int64 { return r.part.begin + r.tokens.InputOffset() }
