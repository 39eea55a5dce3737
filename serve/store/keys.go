package store

import (
	"context"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// listKeys returns the keys of a bucket in order, also those whose values were deleted lately.
//
// It asks for the subjects of the bucket's stream. KeyValue.Keys reads a message for each key
// instead: if the last of them expires before it is sent, Keys never returns.
func (s *Store) listKeys(ctx context.Context, bucket string) ([]string, error) {
	prefix := "$KV." + bucket + "."
	subjects, err := s.listSubjects(ctx, "KV_"+bucket, prefix+">")
	if err != nil {
		return nil, err
	}
	var keys []string
	for subject := range subjects {
		keys = append(keys, strings.TrimPrefix(subject, prefix))
	}
	slices.Sort(keys)
	return keys, nil
}

// listSubjects returns the subjects of a stream that match a filter, with the number of messages
// of each.
func (s *Store) listSubjects(ctx context.Context, stream, filter string) (map[string]uint64, error) {
	return retryLonger(ctx, s, 2, func(ctx context.Context) (map[string]uint64, error) {
		found, err := s.stream.Stream(ctx, stream)
		if err != nil {
			return nil, err
		}
		info, err := found.Info(ctx, jetstream.WithSubjectFilter(filter))
		if err != nil {
			return nil, err
		}
		return info.State.Subjects, nil
	})
}
