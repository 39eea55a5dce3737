package blocks

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aco-vk/aco-vk/internal/cachefile"
)

// indexFile is what a server has written about all blocks of a stream. It makes it anew.
const indexFile = "index.db"

// Repair takes what is damaged out of the blocks of a stream. It copies the blocks that it changes
// to a folder before. No server may use the stream.
func Repair(folder, stream, copies string) error {
	list, err := files(folder, stream)
	if err != nil {
		return err
	}
	last, changed := uint64(0), false
	for _, f := range list {
		b, err := load(f, stream)
		if err != nil {
			return err
		}
		var intact []byte
		var lost []region
		lost, last = b.read(last, func(_ Record, bytes []byte) { intact = append(intact, bytes...) })
		if len(lost) == 0 {
			continue
		}
		if lost[len(lost)-1].to == len(b.data) {
			intact = append(intact, b.erased(last)...)
		}
		changed = true
		if err := replace(f, b, stream, copies, intact); err != nil {
			return fmt.Errorf("repair %s: %w", f.name, err)
		}
	}
	if !changed {
		return nil
	}
	err = os.Remove(filepath.Join(streams(folder), stream, "msgs", indexFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// replace copies a block and replaces it.
func replace(f file, b *block, stream, copies string, intact []byte) error {
	if err := os.MkdirAll(copies, 0o700); err != nil {
		return err
	}
	if err := write(filepath.Join(copies, stream+"-"+filepath.Base(f.name)), b.data); err != nil {
		return err
	}
	return write(f.name, intact)
}

// write replaces a file atomically and syncs it.
func write(name string, data []byte) error {
	temporary := name + ".new"
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return cachefile.SyncFolder(filepath.Dir(name))
}
