package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"path/filepath"
	"slices"
	"testing"
)

// Whatever the bytes: a file whose sections can all be read, or one of the reasons. Each input is also tried with a hash that is right, so
// that what is behind the check is reached.
func FuzzRead(f *testing.F) {
	f.Add(put(f, filepath.Join(f.TempDir(), "file"), NewSection("first", words(3)), NewSection("second", words(2))))
	for _, content := range hostile {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		check(t, content)
		if at := len(content) - sha256.Size; at >= 0 {
			sum := sha256.Sum256(content[:at])
			check(t, slices.Concat(content[:at], sum[:]))
		}
	})
}

func check(t *testing.T, content []byte) {
	file, err := read(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		reasons := []error{ErrNotCheckpoint, ErrTruncated, ErrDamaged, ErrNewer}
		if !slices.ContainsFunc(reasons, func(reason error) bool { return errors.Is(err, reason) }) {
			t.Fatal(err)
		}
		return
	}
	for name, s := range file.sections {
		if _, err := s.ReadAll(); err != nil {
			t.Fatalf("section %s: %v", name, err)
		}
	}
}
