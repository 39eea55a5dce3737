package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"io"
	"io/fs"
	"os"
	"slices"
)

// archiveFile holds all modules, relative to the shaders' folder.
const archiveFile = "spirv.zip"

// writeArchive writes the modules of all entries. It leaves a file with the same modules alone:
// another version of Go may compress them to other bytes.
func writeArchive(entries []*entry) error {
	entries = slices.SortedFunc(slices.Values(entries), func(a, b *entry) int { return cmp.Compare(a.Name, b.Name) })
	if old, err := os.ReadFile(archiveFile); err == nil && holds(old, entries) {
		return nil
	}
	packed, err := pack(entries)
	if err != nil {
		return err
	}
	return os.WriteFile(archiveFile, packed, 0o644)
}

// pack returns an archive of the modules in their order, without times.
func pack(entries []*entry) ([]byte, error) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestCompression)
	})
	for _, e := range entries {
		file, err := w.CreateHeader(&zip.FileHeader{Name: e.Name + ".spv", Method: zip.Deflate})
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(e.SPIRV); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// holds reports whether an archive has exactly the modules of the entries, in their order.
func holds(packed []byte, entries []*entry) bool {
	files, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || len(files.File) != len(entries) {
		return false
	}
	for i, f := range files.File {
		module, err := fs.ReadFile(files, f.Name)
		if f.Name != entries[i].Name+".spv" || err != nil || !bytes.Equal(module, entries[i].SPIRV) {
			return false
		}
	}
	return true
}
