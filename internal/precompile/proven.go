package precompile

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"path/filepath"
	"slices"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/vk"
)

// proven are the pipelines that a driver has made, and their file. A file that is damaged or
// cannot be read has no pipelines.
type proven struct {
	device string // its name, which says more than its driver's version: llvmpipe's has the width of its vectors
	path   string // "" if there is no cache folder
	keys   [][sha256.Size]byte
}

// provenMagic begins a file. The keys follow.
const provenMagic = "aco-vk proven pipelines 3\n"

// maxProvenBytes has room for 30,000 pipelines. A larger file begins anew.
const maxProvenBytes = 1 << 20

// opening stands for opening the device among the pipelines that a driver has made.
var opening = []vk.PipelineSpec{{}}

// loadProven reads the file of a driver. device is the device's name.
func loadProven(device, driver string) *proven {
	p := &proven{device: device}
	dir, err := cachefile.Dir()
	if err != nil {
		return p
	}
	p.path = filepath.Join(dir, driver+".proven")
	data, err := cachefile.Read(p.path, maxProvenBytes)
	if err != nil {
		return p
	}
	keys, ours := bytes.CutPrefix(data, []byte(provenMagic))
	if !ours || len(keys)%sha256.Size != 0 {
		return p
	}
	for key := range slices.Chunk(keys, sha256.Size) {
		p.keys = append(p.keys, [sha256.Size]byte(key))
	}
	return p
}

// key identifies what a driver compiles.
func (p *proven) key(s vk.PipelineSpec) (key [sha256.Size]byte) {
	key = s.Key()
	return sha256.Sum256(append([]byte(p.device), key[:]...))
}

// missing returns the pipelines that are not proven, each once.
func (p *proven) missing(pipelines []vk.PipelineSpec) (missing []vk.PipelineSpec) {
	seen := map[[sha256.Size]byte]bool{}
	for _, key := range p.keys {
		seen[key] = true
	}
	for _, s := range pipelines {
		if key := p.key(s); !seen[key] {
			seen[key] = true
			missing = append(missing, s)
		}
	}
	return missing
}

// keep adds pipelines to the file, at once: the process may end before the next ones are made. It was
// written before; otherwise the pipelines are made again.
func (p *proven) keep(pipelines []vk.PipelineSpec) {
	for _, s := range pipelines {
		p.keys = append(p.keys, p.key(s))
	}
	_ = p.store()
}

// store writes the file.
func (p *proven) store() error {
	if p.path == "" {
		return errors.New("no cache folder")
	}
	parts := [][]byte{[]byte(provenMagic)}
	for _, key := range p.keys {
		parts = append(parts, key[:])
	}
	return cachefile.Write(p.path, parts...)
}
