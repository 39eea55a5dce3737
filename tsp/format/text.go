package format

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// isCompressed reports whether data begin like a gzip file.
func isCompressed(begin []byte) bool { return bytes.HasPrefix(begin, []byte{0x1f, 0x8b}) }

// plainText returns the text of a file: decompressed if it is a gzip file, and in UTF-8 if it begins with a mark of UTF-16.
func plainText(r io.Reader, name string) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	begin, err := buffered.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if isCompressed(begin) {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, refuse(name, "the gzip file is damaged: %v", err)
		}
		buffered = bufio.NewReader(&zipReader{unzipped, name})
		if begin, err = buffered.Peek(2); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	if bytes.Equal(begin, []byte{0xff, 0xfe}) || bytes.Equal(begin, []byte{0xfe, 0xff}) {
		return transform.NewReader(buffered, unicode.BOMOverride(transform.Nop)), nil
	}
	return buffered, nil
}

// openText returns the plain text of a file within limits. Its reads end with the context.
func openText(ctx context.Context, r io.Reader, name string, limits Limits) (io.Reader, error) {
	text, err := plainText(&boundedReader{ctx: ctx, r: r, name: name, limit: limits.Bytes}, name)
	if err != nil {
		return nil, err
	}
	return &boundedReader{ctx: ctx, r: text, name: name, limit: limits.Bytes}, nil
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

// toUTF8 removes a byte order mark. Text that is not UTF-8 is taken as Windows-1252, which spreadsheets write in Western Europe and which has all of
// Latin-1.
func toUTF8(data []byte) []byte {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if utf8.Valid(data) {
		return data
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil { // each byte has a character
		return bytes.ToValidUTF8(data, []byte("?"))
	}
	return text
}
