package checkpoint

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Section is a stretch of 32-bit words by name. It may have more than are to be in memory at once.
type Section struct {
	Name  string
	Words uint64
	// Read fills a slice with the words from an offset on, all of which are there.
	Read func(offset uint64, into []uint32) error
}

// NewSection is a section of words in memory.
func NewSection(name string, words []uint32) Section {
	return Section{name, uint64(len(words)), func(offset uint64, into []uint32) error {
		copy(into, words[offset:])
		return nil
	}}
}

// ReadAll returns the words of a section.
func (s Section) ReadAll() ([]uint32, error) {
	words := make([]uint32, s.Words)
	return words, s.Read(0, words)
}

// pieceWords are in memory at a time: 1 MiB, beyond which larger pieces are not faster.
const pieceWords = 1 << 18

// ReadChunks hands out a section's words in order, some at a time; they are valid until each returns.
func (s Section) ReadChunks(each func(offset uint64, words []uint32) error) error {
	words := make([]uint32, min(s.Words, pieceWords))
	for offset := uint64(0); offset < s.Words; {
		piece := words[:min(s.Words-offset, pieceWords)]
		if err := s.Read(offset, piece); err != nil {
			return err
		}
		if err := each(offset, piece); err != nil {
			return err
		}
		offset += uint64(len(piece))
	}
	return nil
}

// write appends a section to a file.
func (s Section) write(w io.Writer) error {
	bytes := make([]byte, 0, 4*min(s.Words, pieceWords))
	err := s.ReadChunks(func(_ uint64, words []uint32) error {
		bytes = bytes[:4*len(words)]
		for i, word := range words {
			binary.LittleEndian.PutUint32(bytes[4*i:], word)
		}
		_, err := w.Write(bytes)
		return err
	})
	if err != nil {
		return fmt.Errorf("section %s: %w", s.Name, err)
	}
	return nil
}

// sectionAt is a section of a file that begins at an offset in bytes.
func sectionAt(file io.ReaderAt, begin int64, name string, words uint64) Section {
	return Section{name, words, func(offset uint64, into []uint32) error {
		bytes := make([]byte, 4*min(len(into), pieceWords))
		for at := begin + 4*int64(offset); len(into) > 0; {
			piece := bytes[:4*min(len(into), pieceWords)]
			if _, err := file.ReadAt(piece, at); err != nil {
				return fmt.Errorf("section %s: %w", name, err)
			}
			for i := range len(piece) / 4 {
				into[i] = binary.LittleEndian.Uint32(piece[4*i:])
			}
			at, into = at+int64(len(piece)), into[len(piece)/4:]
		}
		return nil
	}}
}
