package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"path/filepath"
	"slices"
	"testing"
)

// read returns a file whose sections can all be read, or a reason, for any bytes. Each input is
// also tried with the right hash, to reach the checks behind the hash.
func FuzzRead(f *testing.F) {
	f.Add(mustWrite(f, filepath.Join(f.TempDir(), "file"), NewSection("first", words(3)), NewSection("second", words(2))))
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
		if !isReason(err) {
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
