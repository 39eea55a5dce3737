package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/aco-vk/aco-vk/internal/filelock"
	"github.com/aco-vk/aco-vk/serve/store"
)

// errDamaged is why a check of a data folder failed. Its losses are printed.
var errDamaged = fmt.Errorf("%w: the data folder is damaged", errReported)

// checkFolder prints what is lost or damaged in the data folder.
func (s *serveCommand) checkFolder(c console) error {
	if s.Data == "" {
		return usageError{errors.New("--check reads a data folder: give --data")}
	}
	ctx, stop := untilInterrupted()
	defer stop()
	losses, err := store.Check(ctx, s.Data, s.logger(c))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, filelock.ErrLocked) {
		err = usageError{err}
	}
	if err != nil {
		return err
	}
	for _, l := range losses {
		fmt.Fprintln(c.out, l)
	}
	if len(losses) > 0 {
		fmt.Fprintf(c.out, "%s: %d losses: start the server, which goes on without them, or restore a backup\n", s.Data, len(losses))
		return errDamaged
	}
	fmt.Fprintf(c.out, "%s: nothing is lost or damaged\n", s.Data)
	return nil
}
