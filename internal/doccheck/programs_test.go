package doccheck

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestNoPrograms shows that no compiled program is committed: go build leaves one in the root.
func TestNoPrograms(t *testing.T) {
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		t.Skip("this is no clone of a git repository")
	}
	kinds := [][]byte{[]byte("\x7fELF"), []byte("MZ\x90\x00"), []byte("\xcf\xfa\xed\xfe"), []byte("!<arch>\n")}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		f, err := os.Open(root + "/" + name)
		if err != nil {
			continue // it is removed, but not yet from the index
		}
		first := make([]byte, 8)
		io.ReadFull(f, first)
		f.Close()
		if slices.ContainsFunc(kinds, func(kind []byte) bool { return bytes.HasPrefix(first, kind) }) {
			t.Errorf("%s is a program: remove it", name)
		}
	}
}
