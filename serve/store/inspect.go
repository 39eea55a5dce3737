package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/serve/store/blocks"
)

// Names of streams in the files of the server.
const (
	jobsStream    = "KV_" + jobsBucket
	keysStream    = "KV_" + keysBucket
	hooksStream   = "KV_" + hooksBucket
	objectsStream = "OBJ_" + objectsBucket

	jobSubject      = "$KV." + jobsBucket + "."
	partSubject     = "$O." + objectsBucket + ".C."
	describeSubject = "$O." + objectsBucket + ".M."
)

// Loss is something in a data folder that is lost or damaged.
type Loss struct {
	Job  string // "": of no job, or of one that is not known
	Text string
}

func (l Loss) String() string {
	if l.Job == "" {
		return l.Text
	}
	return "job " + l.Job + ": " + l.Text
}

// inspection is what the files of a data folder have.
type inspection struct {
	digests bool
	jobs    map[string]latest    // by identifier
	objects map[string]latest    // their descriptions, by the end of the subject
	parts   map[string]*contents // by the identifier that the description has
	queued  map[uint64]string    // jobs with a message, by its sequence
	keyed   map[string]bool      // jobs that an idempotency key names

	damage     []blocks.Damage
	broken     []error         // streams that cannot be read
	badObjects map[string]bool // by name: they are there and cannot be read
}

// latest is the latest message of a subject.
type latest struct {
	sequence uint64
	data     []byte
	removed  bool
}

// contents is what the parts of an object are together.
type contents struct {
	sum  hash.Hash
	size uint64
}

// inspect reads streams of a data folder that no server uses. With digests it also computes those of
// all objects, which takes longer than to read the folder: the checksums of their parts find what a
// disk has changed.
func inspect(ctx context.Context, folder string, streams []string, digests bool) (*inspection, error) {
	in := &inspection{digests: digests, jobs: map[string]latest{}, objects: map[string]latest{}, parts: map[string]*contents{},
		queued: map[uint64]string{}, keyed: map[string]bool{}, badObjects: map[string]bool{}}
	for _, stream := range streams {
		damage, err := blocks.Read(ctx, folder, stream, func(r blocks.Record) { in.add(stream, r) })
		if broken := (*blocks.StreamError)(nil); errors.As(err, &broken) {
			in.broken = append(in.broken, err)
		} else if err != nil {
			return nil, err
		}
		in.damage = append(in.damage, damage...)
	}
	return in, nil
}

// add adds a message.
func (in *inspection) add(stream string, r blocks.Record) {
	if r.Deletion {
		if stream == queueStream {
			delete(in.queued, r.Sequence)
		}
		return
	}
	now := latest{r.Sequence, nil, bytes.Contains(r.Headers, []byte("KV-Operation"))}
	switch id, isPart := strings.CutPrefix(r.Subject, partSubject); {
	case stream == jobsStream:
		now.data = bytes.Clone(r.Data) // else the whole block stays in memory
		in.jobs[strings.TrimPrefix(r.Subject, jobSubject)] = now
	case stream == queueStream:
		id, _ := parseMessage(string(r.Data))
		in.queued[r.Sequence] = id
	case stream == keysStream:
		in.keyed[string(r.Data)] = true
	case isPart:
		if in.parts[id] == nil {
			in.parts[id] = &contents{sum: sha256.New()}
		}
		if in.digests {
			in.parts[id].sum.Write(r.Data)
		}
		in.parts[id].size += uint64(len(r.Data))
	case stream == objectsStream:
		now.data = bytes.Clone(r.Data)
		in.objects[strings.TrimPrefix(r.Subject, describeSubject)] = now
	}
}

// losses returns what is lost or damaged.
func (in *inspection) losses() (list []Loss) {
	for _, err := range in.broken {
		list = append(list, Loss{"", err.Error()})
	}
	named := map[string]bool{"": true, probeName: true}
	for _, d := range in.damage {
		l := in.lossOf(d)
		named[l.Job] = true
		list = append(list, l)
	}
	for _, id := range in.unrecorded() {
		if !named[id] {
			list = append(list, Loss{id, "it is lost: it was submitted, and has no record"})
		}
	}
	there := in.checkObjects()
	for _, id := range slices.Sorted(maps.Keys(in.jobs)) {
		if in.jobs[id].removed {
			continue
		}
		var r record
		if err := json.Unmarshal(in.jobs[id].data, &r); err != nil {
			list = append(list, Loss{id, fmt.Sprintf("its record cannot be read: %v", err)})
			continue
		}
		for _, object := range r.objects() {
			if object != "" && !there[string(object)] {
				list = append(list, Loss{id, fmt.Sprintf("its object %s is lost or damaged", object)})
			}
		}
	}
	return list
}

// unrecorded returns the jobs that are in the queue or have an idempotency key, and have no record.
// A key alone says something if records are damaged: a server may have died before the record.
func (in *inspection) unrecorded() []string {
	ids := map[string]bool{}
	for _, id := range in.queued {
		ids[id] = true
	}
	if slices.ContainsFunc(in.damage, func(d blocks.Damage) bool { return d.Stream == jobsStream }) {
		maps.Copy(ids, in.keyed)
	}
	maps.DeleteFunc(ids, func(id string, _ bool) bool { _, ok := in.jobs[id]; return ok })
	return slices.Sorted(maps.Keys(ids))
}

// lossOf returns what a damaged part of a file means.
func (in *inspection) lossOf(d blocks.Damage) Loss {
	if d.Deleted {
		return Loss{"", d.String()}
	}
	if id, ok := strings.CutPrefix(d.Subject, queueSubject+"."); ok {
		id, _, _ = strings.Cut(id, ".")
		return Loss{id, "its message in the queue is lost; the server queues it again: " + d.String()}
	}
	id, ok := strings.CutPrefix(d.Subject, jobSubject)
	if !ok {
		return Loss{"", d.String()}
	}
	switch now, isThere := in.jobs[id]; {
	case !isThere:
		return Loss{id, "it is lost: " + d.String()}
	case now.sequence > d.First:
		return Loss{id, "an earlier event is lost, and nothing else: " + d.String()}
	}
	return Loss{id, "its last change is lost, and it continues from the one before: " + d.String()}
}

// checkObjects returns the names of the objects that are as they were stored.
func (in *inspection) checkObjects() map[string]bool {
	there := map[string]bool{}
	for _, described := range in.objects {
		var o struct {
			Name, NUID, Digest string
			Size               uint64
			Deleted            bool
		}
		if json.Unmarshal(described.data, &o) != nil || o.Deleted {
			continue
		}
		is := in.parts[o.NUID]
		if is == nil {
			is = &contents{sum: sha256.New()}
		}
		sum := "SHA-256=" + base64.URLEncoding.EncodeToString(is.sum.Sum(nil))
		if there[o.Name] = is.size == o.Size && (!in.digests || sum == o.Digest); !there[o.Name] {
			in.badObjects[o.Name] = true
		}
	}
	return there
}
