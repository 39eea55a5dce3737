package tsplib

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// lines reads a file line by line and counts the lines. They may end in LF or CR LF; the last may have no end.
type lines struct {
	ctx    context.Context // ends the reading between two blocks
	file   string
	blocks blocks
	block  []byte   // the part of the current block after the current line
	ahead  [][]byte // blocks after the current one that were read already
	number int      // of the current line, from 1
	text   string   // the current line, without blanks around it
	again  bool     // next returns the current line again
	err    error
}

func newLines(ctx context.Context, r io.Reader, file string) *lines {
	return &lines{ctx: ctx, file: file, blocks: blocks{r: r}}
}

// next moves to the next line that is not blank and reports whether there is one. If there is none, err is nil at the end
// of the file and else the error.
func (l *lines) next() bool {
	if l.again {
		l.again = false
		return true
	}
	for {
		if len(l.block) == 0 {
			if l.block = l.fetch(); l.block == nil {
				l.finish()
				return false
			}
		}
		var line []byte
		line, l.block, _ = bytes.Cut(l.block, []byte("\n"))
		l.number++
		text := string(line)
		if l.number == 1 {
			text = strings.TrimPrefix(text, "\ufeff") // the byte order mark that spreadsheets write
		}
		if l.text = strings.TrimSpace(text); l.text != "" {
			return true
		}
	}
}

// fetch returns the next block, or nil when there is none or the context has ended.
func (l *lines) fetch() []byte {
	if l.ended() != nil {
		return nil
	}
	if len(l.ahead) > 0 {
		block := l.ahead[0]
		l.ahead = l.ahead[1:]
		return block
	}
	if block := l.blocks.next(); len(block) > 0 {
		return block
	}
	return nil
}

// ended sets err when the context has ended, and returns it.
func (l *lines) ended() error {
	if l.err == nil && l.ctx.Err() != nil {
		l.err = context.Cause(l.ctx)
	}
	return l.err
}

// finish sets err when there are no more lines.
func (l *lines) finish() {
	switch err := l.blocks.err; {
	case l.err != nil || errors.Is(err, io.EOF):
	case errors.Is(err, errLongLine):
		l.number++
		l.err = l.errorf("the line is longer than %d bytes", maxLine)
	case l.number == 0: // a folder, for example
		l.err = err
	default:
		l.err = fmt.Errorf("read %s after line %d: %w", l.file, l.number, err)
	}
}

// peek moves to the first line; next returns it again. A file without a line is an error.
func (l *lines) peek() error {
	if !l.next() {
		return l.endOr("the file is empty")
	}
	l.unread()
	return nil
}

// unread makes next return the current line again.
func (l *lines) unread() { l.again = true }

// errorf returns a SyntaxError at the current line.
func (l *lines) errorf(format string, args ...any) error {
	return l.errorAt(l.number, format, args...)
}

func (l *lines) errorAt(line int, format string, args ...any) error {
	return &tsp.SyntaxError{File: l.file, Line: max(line, 1), Reason: fmt.Sprintf(format, args...)}
}

// endOr returns the error of the reader if that ended the file, else a SyntaxError.
func (l *lines) endOr(format string, args ...any) error {
	if l.err != nil {
		return l.err
	}
	return l.errorf(format, args...)
}
