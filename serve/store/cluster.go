package store

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/job"
)

// After the loss of a node a cluster elects the leaders of its streams again, which takes up to
// ten seconds. Until then requests fail, or have no answer.
const (
	// attemptTime bounds an attempt of a request.
	attemptTime = 3 * time.Second
	// attemptPause is the time between two attempts.
	attemptPause = 200 * time.Millisecond
	// attemptsTime bounds all attempts of a request whose context has no deadline.
	attemptsTime = 25 * time.Second
)

// retry makes a request of a server in another process until it is answered. The error is
// job.ErrUnavailable if there was no answer in time. A server inside the process elects nobody, so
// the request is made once.
func retry[T any](ctx context.Context, s *Store, request func(context.Context) (T, error)) (T, error) {
	return retryLonger(ctx, s, 1, request)
}

// retryLonger is retry for requests that may take long: the time of each attempt is growth times
// the time of the attempt before.
func retryLonger[T any](
	ctx context.Context, s *Store, growth time.Duration, request func(context.Context) (T, error),
) (T, error) {
	if s.local != nil {
		return request(ctx)
	}
	if _, bounded := ctx.Deadline(); !bounded {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, attemptsTime)
		defer end()
	}
	for within := attemptTime; ; within *= growth {
		attempt, end := context.WithTimeout(ctx, within)
		value, err := request(attempt)
		end()
		if err == nil || !isUnanswered(err) {
			return value, err
		}
		if !timed.Pause(ctx, attemptPause) {
			if errors.Is(ctx.Err(), context.Canceled) {
				return value, err
			}
			return value, fmt.Errorf("%w: %w", job.ErrUnavailable, err)
		}
	}
}

// Codes of JetStream's errors while a cluster elects a leader.
const (
	clusterNotAvailable jetstream.ErrorCode = 10008
	clusterNotLeader    jetstream.ErrorCode = 10009
)

// isUnanswered reports whether the answer to a request may come if the request is repeated.
func isUnanswered(err error) bool {
	for _, other := range []error{
		nats.ErrTimeout, nats.ErrNoResponders, jetstream.ErrNoStreamResponse, context.DeadlineExceeded,
		nats.ErrDisconnected, nats.ErrConnectionReconnecting,
	} {
		if errors.Is(err, other) {
			return true
		}
	}
	refused, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (refused.ErrorCode == clusterNotAvailable || refused.ErrorCode == clusterNotLeader)
}

// keyPattern matches a key that is a subject without wildcards.
var keyPattern = regexp.MustCompile(`^[-_a-zA-Z0-9]+(\.[-_a-zA-Z0-9]+)*$`)

// bucket is a key-value store in a cluster. It repeats requests that were not answered. It reads
// from the leader of the bucket's stream: other nodes may be behind, and a job that was just
// submitted would be missing.
type bucket struct {
	jetstream.KeyValue
	store *Store
}

// Get returns the value of a key.
func (b *bucket) Get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	if !keyPattern.MatchString(key) {
		return nil, jetstream.ErrInvalidKey
	}
	return retry(ctx, b.store, func(ctx context.Context) (jetstream.KeyValueEntry, error) {
		m, err := b.store.lastMessage(ctx, "KV_"+b.Bucket(), "$KV."+b.Bucket()+"."+key)
		if errors.Is(err, jetstream.ErrMsgNotFound) || err == nil && m.isMarker() {
			return nil, jetstream.ErrKeyNotFound
		}
		if err != nil {
			return nil, err
		}
		return &entry{bucket: b.Bucket(), key: key, message: *m}, nil
	})
}

// Put implements jetstream.KeyValue.
func (b *bucket) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	return retry(ctx, b.store, func(ctx context.Context) (uint64, error) {
		return b.KeyValue.Put(ctx, key, value)
	})
}

// Create implements jetstream.KeyValue.
func (b *bucket) Create(ctx context.Context, key string, value []byte, o ...jetstream.KVCreateOpt) (uint64, error) {
	return b.write(ctx, key, value, func(ctx context.Context) (uint64, error) {
		return b.KeyValue.Create(ctx, key, value, o...)
	})
}

// Update implements jetstream.KeyValue.
func (b *bucket) Update(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	return b.write(ctx, key, value, func(ctx context.Context) (uint64, error) {
		return b.KeyValue.Update(ctx, key, value, revision)
	})
}

// write makes a conditional write. An attempt without an answer may have written: the next one
// then finds its own value, which is no conflict.
func (b *bucket) write(
	ctx context.Context, key string, value []byte, request func(context.Context) (uint64, error),
) (uint64, error) {
	attempts := 0
	return retry(ctx, b.store, func(ctx context.Context) (uint64, error) {
		attempts++
		revision, err := request(ctx)
		if attempts == 1 || !isConflict(err) {
			return revision, err
		}
		now, failed := b.Get(ctx, key)
		if failed == nil && bytes.Equal(now.Value(), value) {
			return now.Revision(), nil
		}
		return 0, errors.Join(err, failed)
	})
}

// message is a stored message, as JetStream's API returns it.
type message struct {
	Sequence uint64    `json:"seq"`
	Header   []byte    `json:"hdrs"`
	Data     []byte    `json:"data"`
	Time     time.Time `json:"time"`
}

// isMarker reports whether a message marks the removal of a key.
func (m *message) isMarker() bool {
	header, err := nats.DecodeHeadersMsg(m.Header)
	return len(m.Header) > 0 && err == nil &&
		(header.Get("KV-Operation") != "" || header.Get(jetstream.MarkerReasonHeader) != "")
}

// lastMessage returns the last message with a subject from the leader of a stream.
func (s *Store) lastMessage(ctx context.Context, stream, subject string) (*message, error) {
	question, err := json.Marshal(map[string]string{"last_by_subj": subject})
	if err != nil {
		return nil, err
	}
	text, err := s.conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, question)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Error   *jetstream.APIError `json:"error"`
		Message *message            `json:"message"`
	}
	if err := json.Unmarshal(text.Data, &answer); err != nil {
		return nil, fmt.Errorf("answer of JetStream: %w", err)
	}
	switch {
	case answer.Error != nil && answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return nil, jetstream.ErrMsgNotFound
	case answer.Error != nil:
		return nil, answer.Error
	case answer.Message == nil:
		return nil, jetstream.ErrInvalidJetStreamResponse
	}
	return answer.Message, nil
}

// hasObject reports whether an object is stored, as the leader knows it.
func (s *Store) hasObject(ctx context.Context, name string) bool {
	_, err := retry(ctx, s, func(ctx context.Context) (*message, error) {
		return s.lastMessage(ctx, "OBJ_"+objectsBucket, objectSubject(name))
	})
	return err == nil
}

// objectSubject returns the subject of what is known of an object.
func objectSubject(name string) string {
	return "$O." + objectsBucket + ".M." + base64.URLEncoding.EncodeToString([]byte(name))
}

// entry is a value that was read from the leader.
type entry struct {
	bucket, key string
	message     message
}

func (e *entry) Bucket() string                  { return e.bucket }
func (e *entry) Key() string                     { return e.key }
func (e *entry) Value() []byte                   { return e.message.Data }
func (e *entry) Revision() uint64                { return e.message.Sequence }
func (e *entry) Created() time.Time              { return e.message.Time }
func (e *entry) Delta() uint64                   { return 0 }
func (e *entry) Operation() jetstream.KeyValueOp { return jetstream.KeyValuePut }
