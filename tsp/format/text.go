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
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

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
	return transform.NewReader(buffered, unicode.BOMOverride(transform.Nop)), encoding, nil
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
	return s.toUTF8()
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

// toUTF8 removes a byte order mark, and the character 26 (Ctrl-Z) at the end of a DOS text. Text
// that is not UTF-8 is taken as Windows-1252, which spreadsheets write in Western Europe and which
// has all of Latin-1.
func (s *source) toUTF8() error {
	data, marked := bytes.CutPrefix(s.data, []byte("\ufeff"))
	if marked && s.encoding == utf8Plain {
		s.encoding = utf8Marked
	}
	if text := bytes.TrimRight(data, " \r\n"); bytes.HasSuffix(text, []byte{0x1a}) {
		data = bytes.TrimRight(text, "\x1a")
	}
	valid, err := isUTF8(s.ctx, data)
	if err == nil && !valid {
		s.encoding = windows1252
		data, err = io.ReadAll(transform.NewReader(endingReader(s.ctx, data), charmap.Windows1252.NewDecoder()))
	}
	s.data = data
	return err
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
