package classic

import (
	"slices"
	"testing"
)

// carriedWords is colonies that keep the words written to one of their buffers.
type carriedWords struct {
	colonies
	words []uint32
}

func (c *carriedWords) write(_ string, offset uint64, words []uint32) error {
	copy(c.words[offset:], words)
	return nil
}

// Each word of a carried buffer reaches its site, whatever the size of the chunks that a file is read in.
func TestCarriedWordsReachTheirSites(t *testing.T) {
	const colonyWords = 3
	counts := []int{1, 2, 1}
	want := []uint32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	for size := 1; size <= len(want); size++ {
		r := newFakeRun(Options{}, counts, 1)
		for _, s := range r.Sites() {
			s.Colonies = &carriedWords{s.Colonies, make([]uint32, colonyWords*s.Count)}
		}
		for offset := 0; offset < len(want); offset += size {
			chunk := want[offset:min(offset+size, len(want))]
			if err := r.writeCarried("tours", colonyWords, uint64(offset), chunk); err != nil {
				t.Fatal(err)
			}
		}
		var got []uint32
		for _, s := range r.Sites() {
			got = append(got, s.Colonies.(*carriedWords).words...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("in chunks of %d words: %v", size, got)
		}
	}
}
