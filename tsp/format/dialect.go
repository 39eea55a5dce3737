package format

import (
	"bytes"
	"encoding/csv"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// dialect says how a CSV file is written. Routes are written as their places were, so that the
// program that wrote these opens them. The zero value is UTF-8 with commas, decimal points and LF.
type dialect struct {
	encoding  charEncoding
	separator rune // 0: a comma
	comma     bool // is the decimal mark
	crlf      bool // ends lines
	named     bool // the first line is Excel's "sep=;"
}

// charEncoding is the encoding of a text.
type charEncoding int

const (
	utf8Plain charEncoding = iota
	utf8Marked
	utf16Little
	utf16Big
	windows1252
)

// writer returns a writer that encodes UTF-8, which begins with the mark of the encoding. Close
// writes the rest.
func (e charEncoding) writer(w io.Writer) (io.WriteCloser, error) {
	encoder := encoding.Nop.NewEncoder()
	switch e {
	case utf8Marked:
		if _, err := io.WriteString(w, "\ufeff"); err != nil {
			return nil, err
		}
	case utf16Little:
		encoder = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()
	case utf16Big:
		encoder = unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder()
	case windows1252:
		encoder = encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder())
	}
	return transform.NewWriter(w, encoder), nil
}

// number writes a number that has a decimal point.
func (d dialect) number(text string) string {
	if d.comma {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// ofCSV returns the dialect of a file with the suffix csv. Spreadsheets open such files with
// semicolons where the comma is the decimal mark, else with commas; they do not divide lines at
// tabs and blanks.
func (d dialect) ofCSV() dialect {
	switch {
	case d.separator != '\t' && d.separator != blanks && d.separator != 0:
	case d.comma:
		d.separator = ';'
	default:
		d.separator = ','
	}
	return d
}

// csvDialect returns the dialect of routes with the suffix csv. A workbook has none, so its routes are in the one
// that Excel reads and writes in the workbook's language.
func (i *Input) csvDialect() dialect {
	if i.Format == XLSX && i.Language.hasComma() {
		return dialect{encoding: utf8Marked, separator: ';', comma: true, crlf: true}
	}
	return i.dialect.ofCSV()
}

// preamble is what may stand before the table of a CSV file.
type preamble struct {
	lines     int    // number of lines
	titles    int    // of them, those above the header that are no comments
	comment   string // the last line with #, without it
	separator rune   // that a line "sep=;" names; 0 if there is none
}

// cutPreamble returns what stands before a table, and the table.
func cutPreamble(data []byte) (p preamble, table []byte) {
	for {
		line, rest, more := bytes.Cut(data, []byte("\n"))
		text := strings.TrimSpace(string(line[:min(len(line), peekBytes)]))
		separator := namedSeparator(line)
		switch {
		case p.lines == 0 && separator != 0:
			p.separator = separator
		case strings.HasPrefix(text, "#"):
			p.comment = strings.TrimLeft(text, "#")
		case text != "" || !more:
			return p, data
		}
		p.lines++
		data = rest
	}
}

// titleLines returns the number of lines above a header that names the coordinates of places: a
// title, or who has made the table. It is 0 if none of the first lines is such a header.
func titleLines(data []byte) (count int) {
	const enough = 20 // lines
	for line := range bytes.Lines(data) {
		for _, separator := range separators {
			names := strings.Split(string(line[:min(len(line), peekBytes)]), string(separator))
			for i, name := range names {
				names[i] = strings.Trim(name, " \r\n\"")
			}
			if namesPlaces(names) {
				return count
			}
		}
		if count++; count == enough {
			break
		}
	}
	return 0
}

// cutTitles returns what follows the lines above the header, and counts them.
func (p *preamble) cutTitles(data []byte) (table []byte) {
	p.titles = titleLines(data)
	for range p.titles {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	p.lines += p.titles
	return data
}

// namedSeparator returns the separator that a line such as "sep=;" names, else 0.
func namedSeparator(line []byte) rune {
	text := bytes.Trim(line, "\r\"")
	if len(text) != len("sep=;") || !strings.EqualFold(string(text[:4]), "sep=") {
		return 0
	}
	for _, separator := range separators {
		if rune(text[4]) == separator {
			return separator
		}
	}
	return 0
}

// header returns the names of columns that the last comment has before a table of a width; nil if
// it names no pair of coordinates.
func (p preamble) header(separator rune, width int) []string {
	text := []byte(p.comment)
	if separator == blanks {
		text, separator = tabbed(text), '\t'
	}
	names, err := newCSVReader(bytes.NewReader(text), separator).Read()
	if err != nil || len(names) != width || !namesPlaces(names) {
		return nil
	}
	return names
}

// namesPlaces reports whether names of columns have a pair of coordinates.
func namesPlaces(names []string) bool {
	l, _ := named(names)
	return l.hasPair()
}

// begin returns a writer of CSV, and what ends it.
func (d dialect) begin(w io.Writer) (out *csv.Writer, end func() error, err error) {
	encoded, err := d.encoding.writer(w)
	if err != nil {
		return nil, nil, err
	}
	out = csv.NewWriter(encoded)
	out.UseCRLF = d.crlf
	if d.separator != 0 {
		out.Comma = d.separator
	}
	if d.named {
		line := "sep=" + string(out.Comma) + "\n"
		if d.crlf {
			line = strings.Replace(line, "\n", "\r\n", 1)
		}
		if _, err := io.WriteString(encoded, line); err != nil {
			return nil, nil, err
		}
	}
	return out, func() error {
		out.Flush()
		if err := out.Error(); err != nil {
			return err
		}
		return encoded.Close()
	}, nil
}
