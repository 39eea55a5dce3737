package checkpoint

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Header describes the run of a checkpoint.
type Header struct {
	Program   string          `json:"program"` // name and version of the program that wrote the file
	Algorithm string          `json:"algorithm"`
	Revision  int             `json:"revision"` // of the algorithm: revisions make different tours from the same parameters
	Instance  Instance        `json:"instance"`
	Seed      uint64          `json:"seed"`
	Iteration int             `json:"iteration"` // the most iterations that any colony has completed
	Elapsed   time.Duration   `json:"elapsed"`   // running time so far, in nanoseconds
	Run       json.RawMessage `json:"run"`       // what else the algorithm needs to resume: parameters, counters, trace
}

// Instance identifies the instance of a run.
type Instance struct {
	Name   string `json:"name"`
	Cities int    `json:"cities"`
	SHA256 string `json:"sha256"` // of tsp.Instance
}

// CheckInstance returns ErrOtherInstance unless the checkpoint is of instance i. Names are not
// compared.
func (h Header) CheckInstance(i Instance) error {
	if h.Instance.Cities == i.Cities && h.Instance.SHA256 == i.SHA256 {
		return nil
	}
	return fmt.Errorf("%w: it is of %s (%d cities), not of %s (%d cities)", ErrOtherInstance, h.Instance.Name,
		h.Instance.Cities, i.Name, i.Cities)
}

// CheckAlgorithm returns ErrOtherAlgorithm unless the checkpoint is of this revision of the
// algorithm.
func (h Header) CheckAlgorithm(algorithm string, revision int) error {
	if h.Algorithm == algorithm && h.Revision == revision {
		return nil
	}
	return fmt.Errorf(
		"%w: %s wrote it with revision %d of %s, and this is revision %d of %s: resume it with the version that wrote it",
		ErrOtherAlgorithm, h.Program, h.Revision, h.Algorithm, revision, algorithm)
}

// Section is a named sequence of 32-bit words. It may be larger than memory.
type Section struct {
	Name  string
	Words uint64
	// Read fills a slice with the words from offset on. They must lie within the section.
	Read func(offset uint64, into []uint32) error
}

// NewSection returns a section of words in memory.
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

// chunkWords is the size of a chunk: 1 MiB, beyond which chunks are read no faster.
const chunkWords = 1 << 18

// write writes the words of a section to w, chunk by chunk.
func (s Section) write(w io.Writer) error {
	words, bytes := make([]uint32, min(s.Words, chunkWords)), []byte(nil)
	for offset := uint64(0); offset < s.Words; offset += uint64(len(words)) {
		words = words[:min(s.Words-offset, chunkWords)]
		err := s.Read(offset, words)
		if err == nil {
			bytes = bytes[:0]
			for _, word := range words {
				bytes = binary.LittleEndian.AppendUint32(bytes, word)
			}
			_, err = w.Write(bytes)
		}
		if err != nil {
			return fmt.Errorf("section %s: %w", s.Name, err)
		}
	}
	return nil
}

// fileSection returns the section of a file that begins start bytes into it.
func fileSection(file io.ReaderAt, start int64, name string, words uint64) Section {
	return Section{name, words, func(offset uint64, into []uint32) error {
		bytes := make([]byte, 4*min(len(into), chunkWords))
		for at := start + 4*int64(offset); len(into) > 0; {
			chunk := bytes[:4*min(len(into), chunkWords)]
			if _, err := file.ReadAt(chunk, at); err != nil {
				return fmt.Errorf("section %s: %w", name, err)
			}
			for i := range len(chunk) / 4 {
				into[i] = binary.LittleEndian.Uint32(chunk[4*i:])
			}
			at, into = at+int64(len(chunk)), into[len(chunk)/4:]
		}
		return nil
	}}
}
