package checkpoint

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
)

// testdata/format1.checkpoint was written by the release that introduced format 1. Every later
// version reads it.
func TestReleasedFormatIsRead(t *testing.T) {
	f := must.Get(Open("testdata/format1.checkpoint"))(t)
	defer f.Close()
	if diff := cmp.Diff(header, f.Header); diff != "" {
		t.Error(diff)
	}
	for _, want := range releasedSections {
		n := want.Words
		words := must.Get(f.Words(want.Name, n))(t)
		if all, _ := want.ReadAll(); !slices.Equal(words, all) {
			t.Errorf("section %s has other words", want.Name)
		}
	}
}

// releasedSections are the sections of testdata/format1.checkpoint.
var releasedSections = []Section{NewSection("best_tour", []uint32{2, 0, 1}), NewSection("pheromone", words(9)),
	NewSection("none", nil)}

// A change of what is written needs a new format number and a file of its own in testdata.
func TestWriteKeepsTheReleasedFormat(t *testing.T) {
	released := must.Get(os.ReadFile("testdata/format1.checkpoint"))(t)
	if now := mustWrite(t, filepath.Join(t.TempDir(), "file"), releasedSections...); format != 1 ||
		!bytes.Equal(now, released) {
		t.Errorf("a checkpoint of format %d is not what the release wrote", format)
	}
}

func TestOtherFormatsAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	whole := mustWrite(t, path, NewSection("first", words(3)))
	for _, c := range []struct {
		format uint32
		bytes  int // of the file
		remedy string
	}{
		{0, len(whole), "the version that wrote it"},
		{format + 1, len(whole), "the version that wrote it or a later one"},
		{format + 1, prologueBytes + 3, "the version that wrote it or a later one"},
		{1 << 31, len(whole), "the version that wrote it or a later one"},
	} {
		content := slices.Clone(whole[:c.bytes])
		binary.LittleEndian.PutUint32(content[len(magic):], c.format)
		must.Do(t, os.WriteFile(path, content, 0o600))
		_, err := Open(path)
		says := fmt.Sprintf("the checkpoint has format %d, and this version reads format 1: resume it with ", c.format)
		if refused := (*Error)(nil); !errors.As(err, &refused) || !strings.HasSuffix(err.Error(), says+c.remedy) {
			t.Errorf("format %d: error %v", c.format, err)
		}
	}
}
