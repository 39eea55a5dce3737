package roads

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/tsp/format"
)

const (
	// freshFor is how long an answer is used: servers load new maps at night.
	freshFor = 24 * time.Hour
	// cacheBytes bounds all answers: twenty tables of 1000 places.
	cacheBytes = 160 << 20
	// cacheMagic begins a file. Its number changes with what follows.
	cacheMagic = "aco-vk roads 1\n"
	wordBytes  = 8
	ofLocation = 3 // words
)

// cacheEntry is the file of an answer; "" for none.
type cacheEntry string

// cacheEntry returns the file of a table in the cache: its name follows from the address and the
// coordinates.
func (s *Server) cacheEntry(places []format.Location, o Options) cacheEntry {
	if o.Cache == "" {
		return ""
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%s\n", s.url, o.Measure)
	for _, at := range places {
		words(hash, at.Latitude, at.Longitude)
	}
	return cacheEntry(filepath.Join(o.Cache, "roads-"+hex.EncodeToString(hash.Sum(nil)[:16])))
}

// words adds numbers to a hash.
func words(hash hash.Hash, values ...float64) {
	for _, v := range values {
		hash.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
}

// read returns the table of the file, nil if there is none, if it is old, or if it is damaged.
func (e cacheEntry) read(n int) *format.Roads {
	if e == "" {
		return nil
	}
	size := len(cacheMagic) + sha256.Size + wordBytes*(n*n+ofLocation*n)
	info, err := os.Stat(string(e))
	if err != nil || time.Since(info.ModTime()) > freshFor || info.Size() != int64(size) {
		return nil
	}
	data, err := cachefile.Read(string(e), int64(size))
	if err != nil || len(data) != size || !bytes.HasPrefix(data, []byte(cacheMagic)) {
		return nil
	}
	data = data[len(cacheMagic):]
	sum, data := data[:sha256.Size], data[sha256.Size:]
	if own := sha256.Sum256(data); !bytes.Equal(own[:], sum) {
		return nil
	}
	next := func() float64 {
		v := math.Float64frombits(binary.LittleEndian.Uint64(data))
		data = data[wordBytes:]
		return v
	}
	r := &format.Roads{}
	for range n {
		row := make([]float64, n)
		for i := range row {
			row[i] = next()
		}
		r.Legs = append(r.Legs, row)
	}
	for range n {
		r.At = append(r.At, format.Location{Latitude: next(), Longitude: next(), Off: next()})
	}
	return r
}

// write writes a table to the file, and removes old answers. A table above the bound of all answers is
// not written. A cache that cannot be written is no reason to fail.
func (e cacheEntry) write(r *format.Roads) {
	n := len(r.Legs)
	if e == "" || wordBytes*n*n > cacheBytes {
		return
	}
	data := make([]byte, 0, wordBytes*(n*n+ofLocation*n))
	add := func(values ...float64) {
		for _, v := range values {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
		}
	}
	for _, row := range r.Legs {
		add(row...)
	}
	for _, at := range r.At {
		add(at.Latitude, at.Longitude, at.Off)
	}
	sum := sha256.Sum256(data)
	if cachefile.Write(string(e), []byte(cacheMagic), sum[:], data) == nil {
		_ = cachefile.Trim(filepath.Join(filepath.Dir(string(e)), "roads-*"), cacheBytes)
	}
}
