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
//
// A reader keeps its first error, and so do all readers of its document. From then on its methods
// return zeros, and objects and arrays end.
type jsonReader struct {
	*source
	*failure
	tokens *jsontext.Decoder
	part   part
	count  int // tokens that were read
	bad    faults.List
}

// failure keeps the first error of a document.
type failure struct{ err error }

// fail keeps an error unless there is one already, or the error is nil.
func (f *failure) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// part is a value in the data, from offset begin to end.
type part struct {
	begin, end int64
	name       string // of the member that has the value; "": the whole document
}

// jsonReader returns a reader of all data.
func (s *source) jsonReader() *jsonReader {
	r := &jsonReader{source: s, failure: &failure{}}
	return r.of(part{end: int64(len(s.data))})
}

// of returns a reader of a part of the same document.
func (r *jsonReader) of(p part) *jsonReader {
	tokens := jsontext.NewDecoder(bytes.NewBuffer(r.data[p.begin:p.end:p.end]))
	return &jsonReader{source: r.source, failure: r.failure, part: p, tokens: tokens}
}

// next reads a token. It is valid until the next call.
func (r *jsonReader) next() (token jsontext.Token) {
	r.count++
	if r.fail(r.ended(r.count)); r.err != nil {
		return token
	}
	token, err := r.tokens.ReadToken()
	if err != nil {
		r.fail(r.syntaxError(err))
		return jsontext.Token{}
	}
	depth := r.tokens.StackDepth()
	if depth > r.limits.Depth {
		r.fail(overLimit(r.errorHere("values are nested more than %d deep, the limit; write them flatter",
			r.limits.Depth)))
	}
	if kind, length := r.tokens.StackIndex(depth); kind == '{' && length > 2*maxMembers {
		r.failHere("an object has more than %d members, the most that is read", maxMembers)
	}
	return token
}

// maxMembers bounds the memory for the names of an object, which are compared with each other.
const maxMembers = 100_000

// kind returns the kind of the next token: one of {}[]"0tfn, or 0 after an error.
func (r *jsonReader) kind() jsontext.Kind {
	if r.err != nil {
		return jsontext.KindInvalid
	}
	return r.tokens.PeekKind()
}

// object reads an object. It calls member for each member, which must read the value. Members that
// are null are left out: null says that there is no value.
func (r *jsonReader) object(member func(name string)) {
	r.want('{', "an object")
	for r.err == nil && r.kind() != '}' {
		token := r.next()
		if r.err != nil {
			return
		}
		if name := token.String(); r.kind() == 'n' {
			r.skip()
		} else {
			member(name)
		}
	}
	r.next()
}

// only reads an object. It calls use for the member with a name, which must read the value, and skips the others.
func (r *jsonReader) only(name string, use func()) {
	r.object(func(member string) {
		if member != name {
			r.skip()
			return
		}
		use()
	})
}

// array reads an array. It calls element for each element, which must read it.
func (r *jsonReader) array(element func(index int)) {
	r.want('[', "an array")
	for index := 0; r.err == nil && r.kind() != ']'; index++ {
		element(index)
	}
	r.next()
}

// want reads a token of a kind.
func (r *jsonReader) want(kind jsontext.Kind, want string) (token jsontext.Token) {
	if token = r.next(); r.err == nil && token.Kind() != kind {
		r.fail(r.wrong(token, want))
	}
	return token
}

// wrong returns the error for a token of another kind than wanted.
func (r *jsonReader) wrong(token jsontext.Token, want string) error {
	return r.errorHere("%s where %s is expected", describe(token), want)
}

// number reads a number.
func (r *jsonReader) number() float64 {
	token := r.want('0', "a number")
	if r.err != nil {
		return 0
	}
	v, err := token.Float()
	if err != nil {
		r.failHere("%s is too large for a number of 64 bits", shorten(token.String()))
	}
	return v
}

// index reads a whole number from 0 on.
func (r *jsonReader) index() int {
	v := r.number()
	if v < 0 || v > math.MaxInt32 || v != math.Trunc(v) {
		r.failHere("%v is not a whole number of 0 or more", v)
	}
	return int(v)
}

// text reads a text.
func (r *jsonReader) text() string {
	token := r.want('"', "a text")
	if r.err != nil {
		return ""
	}
	return token.String()
}

// cell reads any value as the text of a table: texts without quotes, null as nothing, all others
// as written, without blanks.
func (r *jsonReader) cell() string {
	switch kind := r.kind(); kind {
	case '{', '[':
		p := r.skipped()
		value := jsontext.Value(bytes.Clone(r.data[p.begin:p.end]))
		r.fail(value.Compact())
		return string(value)
	case 'n':
		r.skip()
		return ""
	}
	token := r.next()
	if r.err != nil {
		return ""
	}
	return token.String()
}

// skip reads a value that is not used.
func (r *jsonReader) skip() {
	depth := r.tokens.StackDepth()
	for r.next(); r.err == nil && r.tokens.StackDepth() != depth; {
		r.next()
	}
}

// skipped reads a value and returns where it is.
func (r *jsonReader) skipped() part {
	begin := r.offset()
	r.skip()
	end := r.offset()
	between := r.data[begin:end]
	return part{begin: end - int64(len(bytes.TrimLeft(between, ":, \t\r\n"))), end: end}
}

// finish fails if there is something after the value.
func (r *jsonReader) finish() {
	if r.err != nil {
		return
	}
	if _, err := r.tokens.ReadToken(); !errors.Is(err, io.EOF) {
		r.failLine("there is more text after the end of the JSON value")
	}
}

// offset returns where the last token ends in the data.
func (r *jsonReader) offset() int64 { return r.part.begin + r.tokens.InputOffset() }
