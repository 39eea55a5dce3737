package scratch_test

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/internal/scratch"
	"github.com/aco-vk/aco-vk/internal/scratch/scratchtest"
)

// What Replace has written is there after a crash of the machine.
func TestReplaceIsDurable(t *testing.T) {
	disk, name := scratchtest.NewDisk(t), filepath.Join(t.TempDir(), "file")
	for _, text := range []string{"first", "second"} {
		if err := scratch.Replace(name, 0o600, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		disk.Keeps(name)
	}
}
