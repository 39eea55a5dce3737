package checkpoint

import (
	"path/filepath"
	"testing"
)

const benchmarkWords = 64 << 20 // 256 MiB, of which one chunk is in memory

func big(b *testing.B) (file string, section Section) {
	b.SetBytes(4 * benchmarkWords)
	b.ReportAllocs()
	return filepath.Join(b.TempDir(), "file"), Section{"pheromone", benchmarkWords,
		func(offset uint64, words []uint32) error {
			for i := range words {
				words[i] = uint32(offset) + uint32(i)
			}
			return nil
		}}
}

func BenchmarkWrite(b *testing.B) {
	file, section := big(b)
	for b.Loop() {
		if err := Write(file, header, []Section{section}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	file, section := big(b)
	if err := Write(file, header, []Section{section}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f, err := Open(file)
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

func BenchmarkReadChunks(b *testing.B) {
	file, section := big(b)
	if err := Write(file, header, []Section{section}); err != nil {
		b.Fatal(err)
	}
	f, err := Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for b.Loop() {
		s, err := f.Section(section.Name, section.Words)
		if err == nil {
			err = s.ReadChunks(func(uint64, []uint32) error { return nil })
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
