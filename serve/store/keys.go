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
	stream, err := s.stream.Stream(ctx, "KV_"+bucket)
	if err != nil {
		return nil, err
	}
	prefix := "$KV." + bucket + "."
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
	if err != nil {
		return nil, err
	}
	var keys []string
	for subject := range info.State.Subjects {
		keys = append(keys, strings.TrimPrefix(subject, prefix))
	}
	slices.Sort(keys)
	return keys, nil
}
