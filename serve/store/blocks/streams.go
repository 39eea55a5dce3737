package blocks

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/minio/highwayhash"
)

// Damage is a part of a block that cannot be read.
type Damage struct {
	Stream      string
	File        string
	From, To    int    // bytes of the file
	First, Last uint64 // sequences of the messages
	Subject     string // of the first message; "": unknown
	// Tail says that nothing follows: it may be a write that was not confirmed before the machine
	// lost its power.
	Tail bool
	// Deleted says that the messages were deleted, so nothing is lost.
	Deleted bool
}

func (d Damage) String() string {
	messages := fmt.Sprintf("message %d", d.First)
	if d.Last > d.First {
		messages = fmt.Sprintf("messages %d to %d", d.First, d.Last)
	}
	text := fmt.Sprintf("stream %s, %s: bytes %d to %d of %s", d.Stream, messages, d.From, d.To, d.File)
	if d.Deleted {
		return text + ", which were deleted before"
	}
	if d.Tail {
		text += ", which nothing follows: perhaps a write that was not confirmed"
	}
	return text
}

// StreamError is a stream whose description is damaged.
type StreamError struct {
	Stream string
	Err    error
}

func (e *StreamError) Error() string {
	return fmt.Sprintf("stream %s: its description meta.inf is damaged: %v; restore a backup", e.Stream, e.Err)
}

// Unwrap returns the cause.
func (e *StreamError) Unwrap() error { return e.Err }

// Streams returns the streams in the folder of a server's data, which may be missing.
func Streams(folder string) (names []string, err error) {
	entries, err := os.ReadDir(streams(folder))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, err
}

func streams(folder string) string { return filepath.Join(folder, "jetstream", "$G", "streams") }

// file is a block in a folder.
type file struct {
	name   string
	number int
}

// files returns the blocks of a stream in their order.
func files(folder, stream string) (list []file, err error) {
	names, err := filepath.Glob(filepath.Join(streams(folder), stream, "msgs", "*.blk"))
	for _, name := range names {
		number, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(name), ".blk"))
		if err != nil {
			return nil, fmt.Errorf("block %s: %w", name, err)
		}
		list = append(list, file{name, number})
	}
	slices.SortFunc(list, func(a, b file) int { return cmp.Compare(a.number, b.number) })
	return list, err
}

// Read calls a function with all messages of a stream in their order, and with their deletions. It
// returns what is damaged.
func Read(ctx context.Context, folder, stream string, each func(Record)) (damage []Damage, err error) {
	if err := checkDescription(filepath.Join(streams(folder), stream), stream); err != nil {
		return nil, err
	}
	list, err := files(folder, stream)
	if err != nil {
		return nil, err
	}
	last, deleted := uint64(0), map[uint64]bool{}
	for i, f := range list {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		b, err := load(f, stream)
		if err != nil {
			return nil, err
		}
		var lost []region
		lost, last = b.read(last, func(r Record, _ []byte) {
			if r.mark == isErased {
				return
			}
			if r.Deletion = r.mark == isDeletion; r.Deletion {
				deleted[r.Sequence] = true
			}
			each(r)
		})
		for _, l := range lost {
			damage = append(damage, Damage{Stream: stream, File: f.name, From: l.from, To: l.to, First: l.first,
				Last: l.last, Subject: l.subject, Tail: i == len(list)-1 && l.to == len(b.data)})
		}
	}
	for i, d := range damage {
		damage[i].Deleted = areAll(deleted, d.First, d.Last)
	}
	return damage, nil
}

// areAll reports whether all sequences of a range are in a set.
func areAll(set map[uint64]bool, first, last uint64) bool {
	for s := first; s <= last; s++ {
		if !set[s] {
			return false
		}
	}
	return true
}

func load(f file, stream string) (*block, error) {
	data, err := os.ReadFile(f.name)
	if err != nil {
		return nil, err
	}
	return newBlock(stream, f.number, data)
}

// checkDescription returns a *StreamError if the description of a stream has not its checksum: a
// server would leave the stream out.
func checkDescription(folder, stream string) error {
	text, err := os.ReadFile(filepath.Join(folder, "meta.inf"))
	if err != nil {
		return &StreamError{stream, err}
	}
	want, err := os.ReadFile(filepath.Join(folder, "meta.sum"))
	if err != nil {
		return &StreamError{stream, err}
	}
	key := sha256.Sum256([]byte(stream))
	sum, err := highwayhash.New64(key[:])
	if err != nil {
		return err
	}
	sum.Write(text)
	if got := hex.EncodeToString(sum.Sum(nil)); got != string(want) {
		return &StreamError{stream, errors.New("it has not its checksum")}
	}
	return nil
}
