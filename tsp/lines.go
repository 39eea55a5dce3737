package tsp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine bounds the bytes of a line, and with it what a hostile file can make a reader hold. A row of the largest
// explicit matrix (46,340 weights of up to 10 digits) takes half of it.
const maxLine = 1 << 20

// lines reads a file line by line and counts. Lines may end in LF or CR LF; the last needs no end.
type lines struct {
	file    string
	scanner *bufio.Scanner
	number  int    // of the current line, from 1
	text    string // the current line, without blanks around it
	again   bool   // the next call of next gives the current line once more
	err     error
}

func newLines(r io.Reader, file string) *lines {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 64<<10), maxLine)
	return &lines{file: file, scanner: scanner}
}

// next moves on to the next line that is not blank, and reports whether there is one; at the end or on a failure of
// the reader it is false, and err tells them apart.
func (l *lines) next() bool {
	if l.again {
		l.again = false
		return true
	}
	if l.err != nil {
		return false
	}
	for l.scanner.Scan() {
		l.number++
		text := l.scanner.Text()
		if l.number == 1 {
			text = strings.TrimPrefix(text, "\ufeff") // the byte order mark that spreadsheets write
		}
		if l.text = strings.TrimSpace(text); l.text != "" {
			return true
		}
	}
	switch err := l.scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		l.number++
		l.err = l.errorf("the line is longer than %d bytes", maxLine)
	case err != nil:
		l.err = fmt.Errorf("read %s after line %d: %w", l.file, l.number, err)
	}
	return false
}

// back makes the next call of next give the current line once more.
func (l *lines) back() { l.again = true }

// errorf returns a SyntaxError at the current line.
func (l *lines) errorf(format string, args ...any) error {
	return l.errorAt(l.number, format, args...)
}

func (l *lines) errorAt(line int, format string, args ...any) error {
	return &SyntaxError{File: l.file, Line: max(line, 1), Reason: fmt.Sprintf(format, args...)}
}

// endOr returns the failure of the reader, if that is why there is no next line, and otherwise a SyntaxError.
func (l *lines) endOr(format string, args ...any) error {
	if l.err != nil {
		return l.err
	}
	return l.errorf(format, args...)
}
