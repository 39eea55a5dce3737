package doccheck

import (
	"bytes"
	"slices"
	"testing"
)

// TestNoPrograms shows that no file is a compiled program, as go build leaves one in the root.
func TestNoPrograms(t *testing.T) {
	p, err := wholeProject()
	if err != nil {
		t.Fatal(err)
	}
	kinds := [][]byte{[]byte("\x7fELF"), []byte("MZ\x90\x00"), []byte("\xcf\xfa\xed\xfe"), []byte("!<arch>\n")}
	for name := range p.paths {
		f, err := p.files.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		first := make([]byte, 8)
		_, err = f.Read(first) // a folder has an error
		f.Close()
		if err == nil && slices.ContainsFunc(kinds, func(kind []byte) bool { return bytes.HasPrefix(first, kind) }) {
			t.Errorf("%s is a program: remove it", name)
		}
	}
}
