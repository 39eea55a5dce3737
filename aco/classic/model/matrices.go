package model

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"runtime"
	"sync"
)

// Matrices are rows of the tables that are computed once from an instance.
type Matrices struct {
	Distances, Heuristic []uint32 // pitch words per row, the first Cities of them used
	Near                 []uint32 // NearWords per row; nil unless the selection is near
}

// Rows computes the rows from first on, as many as m has, on all processors. It stops between rows when ctx ends.
func (p *Problem) Rows(ctx context.Context, first, pitch int, m Matrices) error {
	count := len(m.Distances) / pitch
	next := make(chan int, count)
	for i := range count {
		next <- i
	}
	close(next)
	var (
		workers sync.WaitGroup
		once    sync.Once
		failure error
	)
	for range min(count, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range next {
				from := i * pitch
				if ctx.Err() != nil {
					return
				}
				if err := p.Row(first+i, m.Distances[from:from+p.Cities], m.Heuristic[from:from+p.Cities]); err != nil {
					once.Do(func() { failure = err })
				}
				if m.Near != nil {
					nearRow(m.Near[i*NearWords:(i+1)*NearWords], m.Distances[from:from+p.Cities], first+i)
				}
			}
		})
	}
	workers.Wait()
	if failure == nil {
		failure = ctx.Err()
	}
	return failure
}

// TableHash is the SHA-256 of the words of a matrix, little-endian, row by row without padding. The zero value is ready for use.
type TableHash struct{ hash hash.Hash }

// Add hashes rows of pitch words, the first columns words of each.
func (t *TableHash) Add(rows []uint32, pitch, columns int) {
	if t.hash == nil {
		t.hash = sha256.New()
	}
	line := make([]byte, 0, 4*columns)
	for from := 0; from < len(rows); from += pitch {
		line = line[:0]
		for _, word := range rows[from : from+columns] {
			line = binary.LittleEndian.AppendUint32(line, word)
		}
		t.hash.Write(line)
	}
}

// Sum returns the hash in hexadecimal.
func (t *TableHash) Sum() string { return hex.EncodeToString(t.hash.Sum(nil)) }
