package tsp

import (
	"bytes"
	"errors"
	"io"
)

// blockBytes is what is read at a time: enough that a core is busy with it for a while, and little for a small file.
const blockBytes = 256 << 10

// maxLine bounds the bytes of a line, and with it what a hostile file can make a reader hold. A row of the largest
// explicit matrix (46,340 weights of up to 10 digits) takes half of it.
const maxLine = 1 << 20

// errLongLine says that a line does not end within maxLine bytes.
var errLongLine = errors.New("the line is too long")

// blocks reads a file in blocks of whole lines.
type blocks struct {
	r     io.Reader
	begun []byte   // the line whose end the last block did not have
	free  [][]byte // memory that blocks no longer need
	err   error    // why there is no next block: io.EOF, errLongLine or the failure of r
}

// next returns the next block, whose lines have their ends, but for the last of a file, or nil: then err says why.
func (b *blocks) next() []byte {
	if b.err != nil {
		return nil
	}
	block := append(b.memory(), b.begun...)
	b.begun = b.begun[:0]
	for {
		n, err := io.ReadFull(b.r, block[len(block):cap(block)])
		block = block[:len(block)+n]
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			b.err = io.EOF
			return block
		}
		b.err = err
		end := bytes.LastIndexByte(block, '\n') + 1
		switch {
		case end > 0 || err != nil:
			b.begun = append(b.begun, block[end:]...)
			return block[:end]
		case len(block) >= maxLine:
			b.err = errLongLine
			return nil
		}
		block = append(make([]byte, 0, 2*cap(block)), block...)
	}
}

// memory returns an empty slice with room for a block.
func (b *blocks) memory() []byte {
	last := len(b.free) - 1
	if last < 0 {
		return make([]byte, 0, blockBytes)
	}
	memory := b.free[last]
	b.free = b.free[:last]
	return memory[:0]
}

// recycle takes the memory of a block that nobody reads any more.
func (b *blocks) recycle(block []byte) {
	if cap(block) >= blockBytes { // not so what is left of a block
		b.free = append(b.free, block)
	}
}
