package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/filelock"
	"github.com/aco-vk/aco-vk/serve/store/blocks"
)

// copiesFolder has copies of the files that were repaired.
const copiesFolder = "damaged"

// Check reads a data folder that no server uses, and changes nothing. It returns what is lost or
// damaged. The error is fs.ErrNotExist if the folder has no store.
func Check(ctx context.Context, folder string, log *slog.Logger) ([]Loss, error) {
	streams, err := blocks.Streams(folder)
	if err == nil && len(streams) == 0 {
		err = fmt.Errorf("it has no jobs: %w", fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("check %s: %w", folder, err)
	}
	lock, err := lockFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("check %s: %w", folder, err)
	}
	defer lock.Close()
	defer logSlow(log, folder)()
	in, err := inspect(ctx, folder, streams, true)
	if err != nil {
		return nil, fmt.Errorf("check %s: %w", folder, err)
	}
	return in.losses(), nil
}

// lockFolder locks a data folder.
func lockFolder(folder string) (*os.File, error) {
	lock, err := filelock.File(filepath.Join(folder, "lock"))
	if err != nil {
		return nil, fmt.Errorf("lock the folder: %w", err)
	}
	return lock, nil
}

// logSlow logs that a folder is still being read, until the function that it returns is called.
func logSlow(log *slog.Logger, folder string) (end func()) {
	tick, ended, begun := time.NewTicker(slowStart), make(chan struct{}), time.Now()
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
				log.Warn("the data folder is still being read", "folder", folder,
					"seconds", int(time.Since(begun).Seconds()))
			}
		}
	}()
	return func() { close(ended) }
}

// repair takes what is damaged out of a data folder before a server reads it, and logs what is
// lost. It returns the names of objects that are damaged.
func repair(ctx context.Context, folder string, log *slog.Logger) (badObjects []string, err error) {
	streams, err := blocks.Streams(folder)
	if err != nil {
		return nil, err
	}
	in, err := inspect(ctx, folder, streams, false)
	if err != nil {
		return nil, err
	}
	if len(in.broken) > 0 {
		return nil, errors.Join(in.broken...)
	}
	losses := in.losses()
	if len(in.damage) == 0 && len(in.badObjects) == 0 {
		return nil, nil // what was lost earlier was logged then
	}
	for _, l := range losses {
		log.Error("data is lost or damaged", "job", l.Job, "loss", l.Text)
	}
	copies := filepath.Join(folder, copiesFolder, time.Now().UTC().Format("20060102-150405"))
	repaired := map[string]bool{}
	for _, d := range in.damage {
		if repaired[d.Stream] {
			continue
		}
		repaired[d.Stream] = true
		if err := blocks.Repair(folder, d.Stream, copies); err != nil {
			return nil, fmt.Errorf("stream %s: %w", d.Stream, err)
		}
	}
	if len(repaired) > 0 {
		log.Error("the data folder was damaged and is repaired: restore a backup if too much is lost",
			"losses", len(losses), "streams", slices.Sorted(maps.Keys(repaired)), "copies", copies)
	}
	return slices.Sorted(maps.Keys(in.badObjects)), nil
}

// removeBad removes damaged objects, so that nobody waits for their parts.
func (s *Store) removeBad(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := s.deleteObject(ctx, name); err != nil {
			return fmt.Errorf("remove damaged object %s: %w", name, err)
		}
	}
	return nil
}
