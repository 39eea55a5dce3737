package format

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	utf16 "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
)

// isCompressed reports whether data begin like a gzip file.
func isCompressed(begin []byte) bool { return bytes.HasPrefix(begin, []byte{0x1f, 0x8b}) }

// plainText returns the text of a file: decompressed if it is a gzip file, and in UTF-8 if it
// begins with a mark of UTF-16.
func plainText(r io.Reader, name string) (text io.Reader, encoding charEncoding, err error) {
	buffered := bufio.NewReader(r)
	begin, err := buffered.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, err
	}
	if isCompressed(begin) {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, 0, refuse(name, "the gzip file is damaged: %v", err)
		}
		buffered = bufio.NewReader(&zipReader{unzipped, name})
		if begin, err = buffered.Peek(2); err != nil && !errors.Is(err, io.EOF) {
			return nil, 0, err
		}
	}
	switch {
	case bytes.Equal(begin, []byte{0xff, 0xfe}):
		encoding = utf16Little
	case bytes.Equal(begin, []byte{0xfe, 0xff}):
		encoding = utf16Big
	default:
		return buffered, utf8Plain, nil
	}
	return transform.NewReader(buffered, utf16.BOMOverride(transform.Nop)), encoding, nil
}

// plainFile is the text of a file.
type plainFile struct {
	*bufio.Reader
	encoding charEncoding // by its mark; utf8Plain if it has none
}

// openText returns the plain text of a file within limits, and its beginning. Its reads end with
// the context.
func openText(ctx context.Context, r io.Reader, name string, limits Limits) (text *plainFile, begin []byte, err error) {
	plain, encoding, err := plainText(&boundedReader{ctx: ctx, r: r, name: name, limit: limits.Bytes}, name)
	if err != nil {
		return nil, nil, err
	}
	buffered := bufio.NewReaderSize(&boundedReader{ctx: ctx, r: plain, name: name, limit: limits.Bytes}, peekBytes)
	if begin, err = buffered.Peek(peekBytes); err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	if advice := foreign(begin); advice != "" {
		return nil, nil, refuse(name, "the file is %s", advice)
	}
	if endsInCR(begin) {
		buffered = bufio.NewReaderSize(crReader{buffered}, peekBytes)
		if begin, err = buffered.Peek(peekBytes); err != nil && !errors.Is(err, io.EOF) {
			return nil, nil, err
		}
	}
	return &plainFile{buffered, encoding}, begin, nil
}

// readText reads a text as UTF-8. Lines of CSV have a limit.
func (s *source) readText(text *plainFile, format Format) (err error) {
	r := io.Reader(text)
	if format == CSV || format == Matrix {
		r = &lineReader{Reader: text, name: s.name}
	}
	if s.data, err = io.ReadAll(r); err != nil {
		return err
	}
	if isZip(s.data) {
		return nil
	}
	s.encoding = text.encoding
	if err := s.toUTF8(); err != nil {
		return err
	}
	return s.joinFeatures()
}

// reader returns a reader of the data that ends with the context.
func (s *source) reader() io.Reader { return endingReader(s.ctx, s.data) }

func endingReader(ctx context.Context, data []byte) io.Reader {
	return &boundedReader{ctx: ctx, r: bytes.NewReader(data), limit: math.MaxInt64}
}

// maxLine is the largest number of bytes in a line of CSV, as in TSPLIB: a row of the largest
// matrix has half as many.
const maxLine = 1 << 20

// lineReader ends with an error in a line that is longer than maxLine.
type lineReader struct {
	io.Reader
	name   string
	number int // of complete lines
	length int // of the current line, in bytes
}

func (l *lineReader) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		line, after, complete := bytes.Cut(rest, []byte("\n"))
		if l.length += len(line); l.length > maxLine {
			return 0, &tsp.SyntaxError{File: l.name, Line: l.number + 1,
				Reason: fmt.Sprintf("the line is longer than %d bytes", maxLine)}
		}
		if complete {
			l.number, l.length = l.number+1, 0
		}
		rest = after
	}
	return n, err
}

// zipReader says in errors which file is damaged.
type zipReader struct {
	io.Reader
	name string
}

func (z *zipReader) Read(p []byte) (int, error) {
	n, err := z.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = refuse(z.name, "the gzip file is damaged: %v", err)
	}
	return n, err
}

// endsInCR reports whether the lines of a text end in CR alone, as old programs of the Macintosh and
// some devices write.
func endsInCR(begin []byte) bool {
	at := bytes.IndexByte(begin, '\r')
	return at >= 0 && at < peekBytes-1 && bytes.IndexByte(begin, '\n') < 0 && !isZip(begin)
}

// crReader makes LF of CR.
type crReader struct{ io.Reader }

func (c crReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	for i, b := range p[:n] {
		if b == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// toUTF8 removes a byte order mark, and the character 26 (Ctrl-Z) at the end of a DOS text. Text
// that is not UTF-8 is taken as Windows-1252, which spreadsheets write in Western Europe and which
// has all of Latin-1. If most of its characters beyond ASCII are UTF-8, this holds for single bytes.
func (s *source) toUTF8() error {
	data, marked := bytes.CutPrefix(s.data, []byte("\ufeff"))
	if marked && s.encoding == utf8Plain {
		s.encoding = utf8Marked
	}
	if text := bytes.TrimRight(data, " \r\n"); bytes.HasSuffix(text, []byte{0x1a}) {
		data = bytes.TrimRight(text, "\x1a")
	}
	s.data = data
	valid, err := isUTF8(s.ctx, data)
	if err != nil || valid {
		return err
	}
	mixed, good, bad := withoutBytes(data)
	if s.encoding == utf8Marked || good >= bad.Count {
		s.data = mixed
		s.warnings = append(s.warnings, fmt.Sprintf("number of bytes that are not UTF-8 in a text of UTF-8: %d: %s; "+
			"they are read as Windows-1252", bad.Count, &bad))
		return nil
	}
	s.encoding = windows1252
	s.data, err = io.ReadAll(transform.NewReader(endingReader(s.ctx, data), charmap.Windows1252.NewDecoder()))
	reading := "the text is not UTF-8 and is read as Windows-1252, as in " + quote(foreignWord(data)) +
		"; if this is wrong, save it as UTF-8"
	switch {
	case bytes.ContainsRune(s.data, utf8.RuneError): // bytes that Windows-1252 does not have
		s.warnings = append(s.warnings, reading)
	case !declares1252.Match(data):
		s.notes = append(s.notes, reading)
	}
	return err
}

// declares1252 matches XML that says that it is in Windows-1252 or Latin-1.
var declares1252 = regexp.MustCompile(`^\s*<\?xml[^>]*encoding=["'](?i:windows-1252|iso-8859-1)["']`)

// withoutBytes returns a text whose bytes that are not UTF-8 are characters of Windows-1252, their lines,
// and the number of characters of several bytes.
func withoutBytes(data []byte) (text []byte, good int, bad faults.List) {
	line := 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			bad.Add(nil, fmt.Sprintf("line %d", line))
			text = utf8.AppendRune(text, charmap.Windows1252.DecodeByte(data[0]))
		} else {
			text = append(text, data[:size]...)
			if size > 1 {
				good++
			}
		}
		if r == '\n' {
			line++
		}
		data = data[size:]
	}
	return text, good, bad
}

// foreignWord returns the first word of a text in Windows-1252 that has a character beyond ASCII.
func foreignWord(data []byte) string {
	at := bytes.IndexFunc(data, func(r rune) bool { return r >= utf8.RuneSelf })
	isEnd := func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) }
	first := 1 + bytes.LastIndexFunc(data[:at], isEnd)
	end := bytes.IndexFunc(data[at:], isEnd)
	if end < 0 {
		end = len(data) - at
	}
	word, _ := charmap.Windows1252.NewDecoder().Bytes(data[first : at+min(end, maxLine)]) // no error: each byte is a character
	return string(word)
}

// isUTF8 reports whether a text is valid UTF-8. The error is the context's.
func isUTF8(ctx context.Context, data []byte) (bool, error) {
	const piece = 16 << 20 // bytes
	for len(data) > 0 {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		n := min(len(data), piece)
		for back := 0; n < len(data) && !utf8.RuneStart(data[n]) && back < utf8.UTFMax; back++ {
			n--
		}
		if !utf8.Valid(data[:n]) {
			return false, nil
		}
		data = data[n:]
	}
	return true, nil
}
