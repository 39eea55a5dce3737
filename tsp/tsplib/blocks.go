package tsplib

import (
	"bytes"
	"errors"
	"io"
)

// blockBytes is the size of a block: parsing one takes much longer than handing it to a goroutine, and a small file wastes little.
const blockBytes = 256 << 10

// maxLine is the largest number of bytes in a line. It bounds the memory that a malformed file takes. A row of the largest
// matrix (46,340 weights of up to 10 digits) has half as many.
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

// next returns the next block of complete lines, or nil; then err says why. Only the last line of a file may have no end.
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

// withoutMark removes the character 26 (Ctrl-Z) at the end of a file, with which DOS ended texts.
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
