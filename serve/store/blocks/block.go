package blocks

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"

	"github.com/minio/highwayhash"
)

const (
	headerBytes   = 22 // length, sequence, time, length of the subject
	checksumBytes = 8
	leastRecord   = headerBytes + checksumBytes
	longestRecord = 32 << 20

	hasHeaders = 1 << 31 // in the length
	isErased   = 1 << 63 // in the sequence: the message was erased
	isDeletion = 1 << 62 // in the sequence: the message of this sequence, in any block, is deleted
	// mostSequence is above every sequence. It tells records from other bytes.
	mostSequence = 1 << 48
)

// Record is an intact message of a stream.
type Record struct {
	Sequence uint64
	Deletion bool // the message of this sequence was deleted, and this has nothing else
	Subject  string
	Headers  []byte // as NATS has them; nil: none
	Data     []byte

	mark uint64 // isErased, isDeletion, or 0: a message
}

// region is a part of a block without an intact record.
type region struct {
	from, to    int
	first, last uint64 // sequences that were in it
	subject     string // of its first record, if that can be read; "": unknown
}

// block is a block in memory.
type block struct {
	data []byte
	sum  hash.Hash64
}

// newBlock returns the block of a number of a stream.
func newBlock(stream string, number int, data []byte) (*block, error) {
	key := sha256.Sum256(fmt.Appendf(nil, "%s-%d", stream, number))
	sum, err := highwayhash.New64(key[:])
	return &block{data, sum}, err
}

// parsed is what the bytes at an index are as a record, intact or not.
type parsed struct {
	Record
	length   int
	hashed   []byte // beside the header and the subject
	checksum []byte
}

// parse returns the bytes at an index as a record. ok is false if they cannot be one.
func (b *block) parse(at int) (p parsed, ok bool) {
	if at+leastRecord > len(b.data) {
		return p, false
	}
	header := b.data[at : at+headerBytes]
	size, sequence := binary.LittleEndian.Uint32(header), binary.LittleEndian.Uint64(header[4:])
	p.length = int(size &^ hasHeaders)
	p.Sequence, p.mark = sequence&^(isErased|isDeletion), sequence&(isErased|isDeletion)
	subject := at + headerBytes
	body := subject + int(binary.LittleEndian.Uint16(header[20:]))
	end := at + p.length - checksumBytes
	if p.length > longestRecord || p.Sequence > mostSequence || at+p.length > len(b.data) || body > end {
		return p, false
	}
	p.Subject, p.checksum = string(b.data[subject:body]), b.data[end:end+checksumBytes]
	if size&hasHeaders == 0 {
		p.Data, p.hashed = b.data[body:end], b.data[body:end]
		return p, true
	}
	if body+4 > end {
		return p, false
	}
	headers := binary.LittleEndian.Uint32(b.data[body:])
	if p.hashed = b.data[body+4 : end]; int(headers) > len(p.hashed) {
		return p, false
	}
	p.Headers, p.Data = p.hashed[:headers], p.hashed[headers:]
	return p, true
}

// isIntact reports whether a record has the checksum of its bytes at an index.
func (b *block) isIntact(p parsed, at int) bool {
	b.sum.Reset()
	b.sum.Write(b.data[at+4 : at+20])
	b.sum.Write([]byte(p.Subject))
	b.sum.Write(p.hashed)
	return bytes.Equal(b.sum.Sum(nil), p.checksum)
}

// read calls a function with all intact records and their bytes, and returns the regions between
// them. before is the last sequence of the blocks before.
func (b *block) read(before uint64, each func(r Record, bytes []byte)) (damaged []region, last uint64) {
	last = before
	for at := 0; at < len(b.data); {
		p, ok := b.parse(at)
		if ok && b.isIntact(p, at) {
			each(p.Record, b.data[at:at+p.length])
			if p.mark != isDeletion {
				last = max(last, p.Sequence)
			}
			at += p.length
			continue
		}
		lost := region{from: at, first: last + 1, last: last + 1}
		if ok && p.mark == 0 && isSubject(p.Subject) {
			lost.subject = p.Subject
		}
		if lost.to = b.next(at, p.length); lost.to < len(b.data) {
			after, _ := b.parse(lost.to)
			if after.mark != isDeletion && after.Sequence > lost.first {
				lost.last = after.Sequence - 1
			}
		}
		last = lost.last
		damaged = append(damaged, lost)
		at = lost.to
	}
	return damaged, last
}

// next returns the index of the next intact record after a damaged one, or the end of the block.
// length is the length that the damaged one says.
func (b *block) next(at, length int) int {
	if length >= leastRecord {
		if p, ok := b.parse(at + length); ok && b.isIntact(p, at+length) {
			return at + length
		}
	}
	for at++; at < len(b.data); at++ {
		if p, ok := b.parse(at); ok && b.isIntact(p, at) {
			return at
		}
	}
	return at
}

// isSubject reports whether a subject is one of printable characters.
func isSubject(text string) bool {
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return text != ""
}

// erased returns a record that says that the message of a sequence was erased. It keeps a server
// from giving the sequence to another message.
func (b *block) erased(sequence uint64) []byte {
	record := make([]byte, headerBytes, leastRecord)
	binary.LittleEndian.PutUint32(record, leastRecord)
	binary.LittleEndian.PutUint64(record[4:], sequence|isErased)
	b.sum.Reset()
	b.sum.Write(record[4:20])
	return b.sum.Sum(record)
}
