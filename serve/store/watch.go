package store

import (
	"context"
	"iter"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
)

// watch returns the values of keys of a bucket, and then each change, until the context ends or an
// error is returned. nil follows the values that are there. If JetStream gives up, watch begins
// again with all values.
func (s *Store) watch(
	ctx context.Context, from jetstream.KeyValue, keys string, o ...jetstream.WatchOpt,
) iter.Seq2[jetstream.KeyValueEntry, error] {
	return func(yield func(jetstream.KeyValueEntry, error) bool) {
		for ctx.Err() == nil {
			for entry, err := range s.watchOnce(ctx, from, keys, o...) {
				if !yield(entry, err) || err != nil {
					return
				}
			}
			timed.Pause(ctx, attemptPause)
		}
	}
}

// staleEvery is the time between two looks whether a watcher in a cluster is behind. After the loss
// of a node JetStream takes up to 20 s to find out.
const staleEvery = 2 * time.Second

// watchOnce is watch until JetStream gives up.
func (s *Store) watchOnce(
	ctx context.Context, from jetstream.KeyValue, keys string, o ...jetstream.WatchOpt,
) iter.Seq2[jetstream.KeyValueEntry, error] {
	return func(yield func(jetstream.KeyValueEntry, error) bool) {
		watcher, err := retry(ctx, s, func(context.Context) (jetstream.KeyWatcher, error) {
			return from.Watch(ctx, keys, o...) // the context of an attempt would end the watcher
		})
		if err != nil {
			if ctx.Err() == nil {
				yield(nil, err)
			}
			return
		}
		defer watcher.Stop()
		tick := time.NewTicker(staleEvery)
		defer tick.Stop()
		seen, late := uint64(0), false
		for {
			select {
			case <-ctx.Done():
				return
			case entry, open := <-watcher.Updates():
				if !open || !yield(entry, nil) {
					return
				}
				if late = false; entry != nil {
					seen = entry.Revision()
				}
			case <-tick.C:
				wasLate := late
				if late = s.hasLater(ctx, from.Bucket(), keys, seen); late && wasLate {
					return
				}
			}
		}
	}
}

// hasLater reports whether a bucket of a cluster has a later revision of keys.
func (s *Store) hasLater(ctx context.Context, bucket, keys string, revision uint64) bool {
	if s.local != nil {
		return false
	}
	ctx, end := context.WithTimeout(ctx, staleEvery)
	defer end()
	last, err := s.lastMessage(ctx, "KV_"+bucket, "$KV."+bucket+"."+keys)
	return err == nil && last.Sequence > revision
}
