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

const (
	// followTime is how far the tally may be behind the store.
	followTime = 2 * time.Second
	// probeAttempts bounds how often a server that was started again is asked whether it answers.
	probeAttempts = 5
)

// mendDamage looks for jobs that are gone, or back in an earlier state, after the server may have
// found damage while it runs. The tally knows the jobs as they were. If there are any, the folder is
// repaired and the server started again, and jobs that are still lost are logged.
func (s *Store) mendDamage() {
	ctx, end := s.untilClosed()
	defer end()
	suspects := s.differing(ctx, s.tally.ids())
	if len(suspects) == 0 {
		return
	}
	if !pause(ctx, followTime) {
		return
	}
	suspects = s.differing(ctx, slices.Sorted(maps.Keys(suspects)))
	if len(suspects) == 0 {
		return
	}
	s.options.Log.Error("the server has found damage while it runs: it is started again to repair the folder",
		"folder", s.options.Folder, "jobs", len(suspects))
	err := s.local.repairAndRestart(ctx, s.options.Log)
	if err == nil {
		err = s.waitUntilWritable()
	}
	if err == nil {
		err = s.removeBad(ctx, s.local.badObjects)
	}
	if err != nil {
		s.options.Log.Error("the folder is not repaired: start the service again", "error", err)
	}
	for id, loss := range s.differing(ctx, slices.Sorted(maps.Keys(suspects))) {
		s.options.Log.Error("data is lost or damaged", "job", id, "loss", loss)
		s.tally.remove(id) // what is there is counted at its next change
	}
}

// waitUntilWritable waits for a server that was started again.
func (s *Store) waitUntilWritable() (err error) {
	for range probeAttempts {
		if err = s.probe(); err == nil {
			break
		}
	}
	return err
}

// differing returns what is lost of jobs that the tally has and the store has not, or that have not
// ended any more.
func (s *Store) differing(ctx context.Context, ids []string) map[string]string {
	losses := map[string]string{}
	for _, id := range ids {
		r, err := s.load(ctx, id)
		was, known := s.tally.state(id)
		switch {
		case !known || ctx.Err() != nil:
		case isGone(err):
			losses[id] = "it is lost"
		case err != nil: // the store does not answer; watchHealth finds that
		case was.Final() && !r.State.Final():
			losses[id] = "its end is lost, and it is solved again"
		}
	}
	return losses
}
