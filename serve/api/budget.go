package api

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"mime"
	"os"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
)

// Budget bounds what a process may take for a body or an answer.
type Budget struct {
	Memory uint64        `json:"memory"` // resident bytes of the process; it has an effect on Linux only
	Time   time.Duration `json:"time"`   // from the request to the answer
}

// DefaultBudget is for the smallest input.
var DefaultBudget = Budget{Memory: 128 << 20, Time: 20 * time.Second}

const (
	// byteMemory is how much memory a byte of an input takes at most: pairs of small numbers become
	// cities with names, rows and neighbours.
	byteMemory = 64
	// Many bytes are a large matrix or long names. They take up to this, and for each city.
	largeMemory, cityMemory, longMemory = 256 << 20, 512, 8
	// byteRate is how many bytes of input a process reads in a second on a busy machine.
	byteRate = 512 << 10
)

// with returns the budget of an input of so many bytes, which has no more cities than this.
func (b Budget) with(bytes int64, cities int) Budget {
	bytes = max(0, bytes)
	return Budget{
		b.Memory + uint64(min(byteMemory*bytes, largeMemory+cityMemory*int64(cities)+longMemory*bytes)),
		b.Time + time.Duration(float64(bytes)/byteRate*float64(time.Second)),
	}
}

func (b Budget) limits() child.Limits { return child.Limits{Silence: b.Time, Memory: b.Memory} }

// ofUpload returns the budget of an upload.
func (b Budget) ofUpload(from *Upload) Budget {
	return b.with(min(from.Body.unpackedAs(from.Type), from.MaxBody), from.MaxCities)
}

// ofRendering returns the budget of an answer. It has the instance, which was read within its
// budget before, and the route.
func (b Budget) ofRendering(of *Rendering) Budget {
	bytes := of.Places.unpacked() + of.Matrix.unpacked() + of.Tour.size()
	return b.with(2*bytes, 2*of.Job.Input.Cities)
}

// size returns the number of bytes, 0 if it is not known.
func (c Content) size() int64 {
	if c.File == "" {
		return int64(len(c.Bytes))
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return 0
	}
	return info.Size()
}

// unpacked returns how many bytes the content may have when it is unpacked.
func (c Content) unpacked() int64 {
	f, err := c.open()
	if err != nil {
		return 0
	}
	defer f.Close()
	begin := make([]byte, len(zipHead))
	n, _ := io.ReadFull(f, begin)
	if !isGzip(begin[:n]) && !isZip(begin[:n]) {
		return c.size()
	}
	if size, isSmall := smallUnpacked(c.Bytes); isSmall {
		return size
	}
	return c.mostUnpacked()
}

func (c Content) mostUnpacked() int64 { return mostRatio*c.size() + leastUnpacked }

// unpackedAs returns how many bytes a body of a media type may have when it is unpacked.
func (c Content) unpackedAs(media string) int64 {
	kind, _, _ := mime.ParseMediaType(media)
	if kind == formType && (c.File != "" || bytes.Contains(c.Bytes, gzipHead) || bytes.Contains(c.Bytes, zipHead)) {
		return c.mostUnpacked() // a file of the form may be packed
	}
	return c.unpacked()
}

// isLarge reports whether to read a body of a media type may take much memory and time.
func (c Content) isLarge(media string) bool {
	return c.File != "" || c.unpackedAs(media) > smallContent
}

// smallUnpacked returns how many bytes packed data have when they are unpacked. isSmall is false if they are
// many, or damaged.
func smallUnpacked(data []byte) (size int64, isSmall bool) {
	if isGzip(data) {
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return 0, false
		}
		if data, err = io.ReadAll(io.LimitReader(r, smallContent+1)); err != nil || isGzip(data) {
			return 0, false
		}
	}
	if !isZip(data) {
		return int64(len(data)), len(data) > 0 && len(data) <= smallContent
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return 0, false
	}
	for _, f := range archive.File { // a reader refuses a file that has more than it says
		if f.UncompressedSize64 > smallContent || size > smallContent {
			return 0, false
		}
		size += int64(f.UncompressedSize64)
	}
	return size, size <= smallContent
}

var gzipHead, zipHead = []byte{0x1f, 0x8b}, []byte("PK\x03\x04")

// isGzip reports whether data are a gzip file.
func isGzip(data []byte) bool { return bytes.HasPrefix(data, gzipHead) }

// isZip reports whether data are a zip archive, as workbooks and KMZ files are.
func isZip(data []byte) bool { return bytes.HasPrefix(data, zipHead) }
