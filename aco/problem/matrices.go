package problem

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"runtime"
	"sync"
)

// Rows fills the rows from first on of both matrices, as many as there is room for, on all processors. A row takes
// pitch words of which the first Cities are used. It stops between rows when the context ends.
func (p *Problem) Rows(ctx context.Context, first, pitch int, distances, heuristic []uint32) error {
	count := len(distances) / pitch
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
				if err := p.Row(first+i, distances[from:from+p.Cities], heuristic[from:from+p.Cities]); err != nil {
					once.Do(func() { failure = err })
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

// TableHash is the SHA-256 of a matrix's words, little-endian, row by row without padding. The zero value is ready.
type TableHash struct{ hash hash.Hash }

// Add appends rows of pitch words of which the first columns count.
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
