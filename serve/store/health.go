package store

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// diskEvery is the time between two looks at the disk.
	diskEvery = time.Second
	// probeEvery is the least time between two probes. A probe writes to every stream.
	probeEvery = 3 * time.Second
	// probeTime is how long all streams may take to confirm a write.
	probeTime = 3 * time.Second
)

// watchHealth keeps the server inside the process fit to write, until the context ends. A
// stream whose write has failed, for example because the disk was full, refuses writes until its
// server starts again. So when the server has logged an error or the disk was full, all streams
// are probed as soon as there is space, and the server is started again if one of them fails.
func (s *Store) watchHealth(ctx context.Context) {
	tick := time.NewTicker(diskEvery)
	defer tick.Stop()
	full, suspect, probed, cleaned := false, false, time.Time{}, time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.local.log.errors:
			suspect = true
			continue
		case <-tick.C:
		}
		if s.conn.IsClosed() { // before the tick, too
			return
		}
		full = s.noteDisk(full)
		suspect = suspect || full
		if full && time.Since(cleaned) > unnamedFull {
			cleaned = time.Now()
			go s.makeRoom(ctx)
		}
		if suspect && !full && time.Since(probed) > probeEvery {
			probed, suspect = time.Now(), !s.mend(ctx)
		}
	}
}

// makeRoom removes objects that no job names any more, earlier than Clean does: checkpoints and
// tours of jobs that run.
func (s *Store) makeRoom(ctx context.Context) {
	if err := s.clean(ctx, time.Now(), unnamedFull); err != nil && ctx.Err() == nil {
		s.options.Log.Warn("old data stays on the full disk; it is removed later", "error", err)
	}
}

// noteDisk logs that the disk is full, or no longer, and returns whether it is.
func (s *Store) noteDisk(wasFull bool) (full bool) {
	err := s.checkRoom(0)
	full = errors.Is(err, job.ErrNoSpace)
	switch {
	case full && !wasFull:
		s.options.Log.Error("the disk is full: jobs are refused", "folder", s.options.Folder, "error", err)
	case wasFull && !full:
		holdReserve(s.options.Folder)
		s.options.Log.Info("the disk has space again", "folder", s.options.Folder)
	}
	return full
}

// mend starts the server again if a stream does not confirm a write. It reports whether all
// streams do.
func (s *Store) mend(ctx context.Context) bool {
	err := s.probe(ctx)
	if err == nil || ctx.Err() != nil { // the store confirms writes, or is closed
		return true
	}
	s.options.Log.Error("the store does not confirm writes; its server is started again", "error", err)
	if err = s.local.restart(context.WithoutCancel(ctx)); err == nil {
		err = s.probe(ctx)
	}
	if err != nil {
		s.options.Log.Error("the store does not confirm writes after a restart; another follows", "error", err,
			"pause", probeEvery)
		return false
	}
	s.options.Log.Info("the store confirms writes again")
	return true
}

// probe writes to all streams, also to streams that clients do not need.
func (s *Store) probe(ctx context.Context) error {
	ctx, end := context.WithTimeout(ctx, probeTime)
	defer end()
	return s.write(ctx, append(s.clientParts(), part{"workers", marks(s.workers)}, part{"machines", marks(s.machines)}))
}
