package vk

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"
)

// Whatever a row of limits says, it is refused or one that a device can be taken for.
func FuzzReadLimits(f *testing.F) {
	rows, err := filepath.Glob("../testdata/devices/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, row := range rows {
		text, err := os.ReadFile(row)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if l, err := ReadLimits(text); err == nil && l.absurd() != "" {
			t.Fatal(l.absurd())
		}
	})
}

// Whatever a file of pipelines has in it, a driver is given nothing but what has its own header.
func FuzzReadCache(f *testing.F) {
	p := &physical{info: Info{VendorID: 0x1002, DeviceID: 7}, cacheUUID: [16]byte{1, 2, 3}}
	header := []byte{32, 0, 0, 0, 1, 0, 0, 0, 2, 16, 0, 0, 7, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	f.Add(header)
	f.Add([]byte(cacheMark))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "cache")
		sum := sha256.Sum256(data)
		for _, file := range [][]byte{data, bytes.Join([][]byte{[]byte(cacheMark), sum[:], data}, nil)} {
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			if got := readCache(path, p); got != nil && (!bytes.Equal(got[4:len(header)], header[4:]) || !bytes.Equal(got, data)) {
				t.Fatalf("%q was read of %q", got, file)
			}
		}
	})
}
