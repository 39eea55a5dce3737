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

// lines reads a file line by line and counts the lines. They may end in LF or CR LF; the last may
// have no end.
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

// next moves to the next line that is not blank and reports whether there is one. If there is
// none, err is nil at the end of the file and else the error.
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

// blockBytes is the size of a block: parsing one takes much longer than handing it to a goroutine,
// and a small file wastes little.
const blockBytes = 256 << 10

// maxLine is the largest number of bytes in a line. It bounds the memory that a malformed file
// takes. A row of the largest matrix (46,340 weights of up to 10 digits) has half as many.
const maxLine = 1 << 20

// errLongLine is the error of a line longer than maxLine.
var errLongLine = errors.New("the line is too long")

// blocks reads a file in blocks of whole lines.
type blocks struct {
	r       io.Reader
	partial []byte   // the beginning of a line whose end was not in the last block
	free    [][]byte // memory of blocks that are parsed
	err     error    // why there is no next block: io.EOF, errLongLine or the error of r
}

// next returns the next block of complete lines, or nil; then err says why. Only the last line of
// a file may have no end.
func (b *blocks) next() []byte {
	if b.err != nil {
		return nil
	}
	block := append(b.newBlock(), b.partial...)
	b.partial = b.partial[:0]
	for {
		n, err := io.ReadFull(b.r, block[len(block):cap(block)])
		block = block[:len(block)+n]
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			b.err = io.EOF
			return withoutMark(block)
		}
		b.err = err
		end := bytes.LastIndexByte(block, '\n') + 1
		switch {
		case end > 0 || err != nil:
			b.partial = append(b.partial, block[end:]...)
			return block[:end]
		case len(block) >= maxLine:
			b.err = errLongLine
			return nil
		}
		block = append(make([]byte, 0, 2*cap(block)), block...)
	}
}

// withoutMark removes the character 26 (Ctrl-Z) at the end of a file: DOS ended texts with it.
func withoutMark(block []byte) []byte {
	if text := bytes.TrimRight(block, " \r\n"); bytes.HasSuffix(text, []byte{0x1a}) {
		return bytes.TrimRight(text, "\x1a")
	}
	return block
}

// newBlock returns an empty slice with room for a block.
func (b *blocks) newBlock() []byte {
	last := len(b.free) - 1
	if last < 0 {
		return make([]byte, 0, blockBytes)
	}
	memory := b.free[last]
	b.free = b.free[:last]
	return memory[:0]
}

// recycle reuses the memory of a block that is parsed.
func (b *blocks) recycle(block []byte) {
	if cap(block) >= blockBytes { // smaller ones are parts of a block
		b.free = append(b.free, block)
	}
}
