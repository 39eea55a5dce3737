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
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/job"
)

// Loss is what of a job in a data folder is lost or damaged.
type Loss struct{ Job, Text string }

func (l Loss) String() string { return "job " + l.Job + ": " + l.Text }

// Check reads a data folder that no server uses, and returns what is lost or damaged. The error is
// fs.ErrNotExist if the folder has no store.
func Check(ctx context.Context, folder string, log *slog.Logger) ([]Loss, error) {
	_, noFolder := os.Stat(filepath.Join(folder, natsFolder))
	if _, err := os.Stat(filepath.Join(folder, ledgerName)); noFolder != nil && err != nil {
		return nil, fmt.Errorf("check %s: it has no jobs: %w", folder, noFolder)
	}
	s, named, err := count(ctx, Options{Folder: folder, Log: log}, (*Store).findKept)
	defer func() { s.Close() }() // also after an error
	var whole map[string]bool
	if err == nil {
		whole, _, err = s.sortObjects(ctx)
	}
	for digest := range whole {
		if _, failed := s.Object(ctx, job.Digest(digest)); errors.Is(failed, job.ErrDamaged) {
			delete(whole, digest)
		} else {
			err = errors.Join(err, failed)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("check %s: %w", folder, err)
	}
	return append(s.lostJobs(), lostObjects(named, whole)...), nil
}

// logSlow logs that a folder takes long to read, unless the function that it returns is called before.
func logSlow(log *slog.Logger, folder string) (stop func() bool) {
	return time.AfterFunc(slowStart, func() {
		log.Warn("the data folder is still being read; it may take minutes", "folder", folder)
	}).Stop
}

const (
	// natsFolder has the files of the NATS server in the data folder.
	natsFolder = "jetstream"
	// indexFile is what the NATS server has written about the messages of a stream. It makes it anew.
	indexFile = "index.db"
)

// removeIndexes makes the NATS server read all messages when it starts, and compare their
// checksums. With an index it finds a damaged message when somebody needs it, waits at it for ever,
// or passes over it.
func removeIndexes(folder string) error {
	return filepath.WalkDir(filepath.Join(folder, natsFolder), func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && entry.Name() == indexFile {
			err = os.Remove(path)
		}
		return err
	})
}

// checkStreams returns an error if the NATS server could not read a stream of the ledger. It would
// be made anew, without its jobs.
func (s *Store) checkStreams(ctx context.Context) (err error) {
	for _, name := range s.ledger.streams {
		_, failed := s.stream.Stream(ctx, name)
		if errors.Is(failed, jetstream.ErrStreamNotFound) {
			failed = fmt.Errorf("stream %s is lost or damaged: restore a backup: %w", name, failed)
		}
		err = errors.Join(err, failed)
	}
	return err
}

// beginLedger logs what is lost since the ledger was written, and begins it anew. It removes objects
// without all their parts. named are the objects of the jobs.
func (s *Store) beginLedger(ctx context.Context, named map[job.Digest]string) error {
	whole, broken, err := s.sortObjects(ctx)
	for _, name := range broken { // so that nobody waits for their parts
		if err == nil {
			err = s.Forget(ctx, job.Digest(name))
		}
	}
	if err != nil {
		return fmt.Errorf("remove damaged objects: %w", err)
	}
	losses := s.lostJobs()
	for _, l := range append(losses, lostObjects(named, whole)...) {
		s.options.Log.Error("data is lost or damaged", "job", l.Job, "loss", l.Text)
	}
	gone := slices.DeleteFunc(losses, func(l Loss) bool { return l.Text != isLost })
	if len(gone) > 0 {
		s.damaged.Store(true)
		s.options.Log.Error("the data folder was damaged, and nothing is cleaned: restore a backup; "+
			"to accept the loss, end the server and remove the ledger", "jobs", len(gone), "ledger", s.ledger.name)
	}
	return s.ledger.begin(streamNames, s.tally.all)
}

// isLost is the loss of a whole job. Other losses leave the job, and what the store has of it.
const isLost = "it is lost"

// lostJobs returns the losses of the jobs in the ledger.
func (s *Store) lostJobs() (list []Loss) {
	for _, id := range slices.Sorted(maps.Keys(s.ledger.jobs)) {
		now, known := s.tally.find(id)
		switch {
		case !known:
			list = append(list, Loss{id, isLost})
		case s.ledger.jobs[id] && !now.state.Final():
			list = append(list, Loss{id, "its end is lost, and it is solved again"})
		}
	}
	return list
}

// lostObjects returns the losses of the jobs that name objects which are not whole.
func lostObjects(named map[job.Digest]string, whole map[string]bool) (list []Loss) {
	for digest, id := range named {
		if !whole[string(digest)] {
			list = append(list, Loss{id, fmt.Sprintf("its object %s is lost or damaged", digest)})
		}
	}
	slices.SortFunc(list, func(a, b Loss) int { return strings.Compare(a.String(), b.String()) })
	return list
}

// sortObjects returns the objects that have all their parts, and the names of the others.
func (s *Store) sortObjects(ctx context.Context) (whole map[string]bool, broken []string, err error) {
	parts, err := s.listSubjects(ctx, objectsStream, partSubject+">")
	if err != nil {
		return nil, nil, err
	}
	objects, err := s.listObjects(ctx)
	if err != nil {
		return nil, nil, err
	}
	whole = map[string]bool{}
	for _, o := range objects {
		if parts[partSubject+o.NUID] >= uint64(o.Chunks) {
			whole[o.Name] = true
		} else {
			broken = append(broken, o.Name)
		}
	}
	return whole, broken, nil
}

// noteLost logs the jobs of a list that are lost: the tally has them for beginAge, and the store has not. It
// reports whether there are any.
func (s *Store) noteLost(ctx context.Context, gone map[string]job.State) bool {
	if s.ledger == nil {
		return false
	}
	isThere := func(id string, _ job.State) bool {
		_, known := s.tally.find(id)
		_, err := s.load(ctx, id)
		return !known || !isGone(err)
	}
	maps.DeleteFunc(gone, isThere)
	if len(gone) == 0 || !timed.Pause(ctx, beginAge) {
		return false
	}
	maps.DeleteFunc(gone, isThere)
	for id := range gone {
		s.damaged.Store(true)
		s.options.Log.Error("data is lost or damaged", "job", id, "loss", isLost)
		s.tally.remove(id)
	}
	return len(gone) > 0
}
