//go:build cgo

package vk

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
)

// Random uploads and downloads on a buffer behave like copies on a slice.
func TestUploadsAndDownloadsRoundTrip(t *testing.T) {
	d := openDevice(t)
	for _, p := range []Placement{DeviceLocal, HostRead} {
		rapid.Check(t, func(t *rapid.T) {
			model := make([]byte, rapid.IntRange(1, 5000).Draw(t, "bytes"))
			b := must.Get(d.NewBuffer("b", uint64(len(model)), p))(t)
			defer b.Close()
			must.Do(t, d.Fill(b, 0))
			for range rapid.IntRange(1, 5).Draw(t, "steps") {
				from := rapid.IntRange(0, len(model)).Draw(t, "from")
				to := rapid.IntRange(from, len(model)).Draw(t, "to")
				data := make([]byte, to-from)
				for i := range data {
					data[i] = byte(rand.Uint32())
				}
				copy(model[from:], data)
				must.Do(t, d.Upload(b, uint64(from), data))
				from = rapid.IntRange(0, len(model)).Draw(t, "read from")
				out := make([]byte, rapid.IntRange(0, len(model)-from).Draw(t, "read"))
				must.Do(t, d.Download(b, uint64(from), out))
				if !bytes.Equal(out, model[from:from+len(out)]) {
					t.Fatalf("bytes %d to %d differ", from, from+len(out))
				}
			}
			if p == HostRead && !bytes.Equal(b.Mapped(), model) {
				t.Fatal("the mapped memory differs")
			}
		})
	}
}

// Transfers through the staging buffer, as on a discrete device, with more data than one staging
// buffer and not a multiple of it, after a small one.
func TestTransfersInChunks(t *testing.T) {
	d := openDevice(t)
	const bytesAll = 2*stagingBytes + 12345
	b := newBuffer(t, d, "b", bytesAll+7, DeviceLocal)
	b.memory.block.mapped = nil // the block holds this buffer alone
	data := make([]byte, bytesAll)
	rand.NewChaCha8([32]byte{1}).Read(data)
	for _, part := range [][]byte{data[:9], data} {
		must.Do(t, d.Upload(b, 5, part))
		size, small := d.transfer.staging.Bytes(), len(part) <= smallStagingBytes
		if small != (size == smallStagingBytes) || !small && size != stagingBytes {
			t.Errorf("a staging buffer of %d bytes for %d bytes", size, len(part))
		}
	}
	out := make([]byte, bytesAll)
	must.Do(t, d.Download(b, 5, out))
	if !bytes.Equal(out, data) {
		t.Error("the downloaded bytes differ")
	}
}

// Transfers through memory that is treated as not coherent. Flushing and invalidating coherent
// memory is allowed.
func TestTransfersThroughIncoherentMemory(t *testing.T) {
	d := openDevice(t)
	types := slices.Clone(d.physical.memoryTypes)
	for i := range types {
		types[i].flags &^= flagCoherent
	}
	d.physical.memoryTypes, d.physical.atomBytes = types, max(64, d.physical.atomBytes)
	for _, p := range []Placement{DeviceLocal, HostRead} {
		newBuffer(t, d, "neighbour", 10, p)
		b := newBuffer(t, d, "b", 1001, p)
		data := make([]byte, 1001)
		rand.NewChaCha8([32]byte{2}).Read(data)
		must.Do(t, d.Upload(b, 0, data))
		out := make([]byte, 900)
		must.Do(t, d.Download(b, 101, out))
		if !bytes.Equal(out, data[101:]) {
			t.Errorf("placement %d: the downloaded bytes differ", p)
		}
	}
}

func TestFillFillsAll(t *testing.T) {
	d := openDevice(t)
	for _, n := range []uint64{1, 3, 4, 5, 4096, 1<<20 + 2} {
		for _, p := range []Placement{DeviceLocal, HostRead} {
			b := newBuffer(t, d, "b", n, p)
			must.Do(t, d.Fill(b, 0x01010101))
			out := make([]byte, n)
			must.Do(t, d.Download(b, 0, out))
			if want := bytes.Repeat([]byte{1}, int(n)); !bytes.Equal(out, want) {
				t.Errorf("%d bytes, placement %d: not filled", n, p)
			}
			if p == HostRead && !bytes.Equal(out, b.Mapped()) {
				t.Errorf("%d bytes: the mapped memory differs", n)
			}
		}
	}
}

func TestTransfersRefuseWrongRanges(t *testing.T) {
	d := openDevice(t)
	b := newBuffer(t, d, "small", 10, DeviceLocal)
	wantError(t, d.Upload(b, 8, make([]byte, 3)), "upload", `"small"`, "10")
	wantError(t, d.Download(b, 1<<63, make([]byte, 3)), "download", `"small"`)
	wantError(t, d.Upload(b, 1<<64-1, make([]byte, 3)), `"small"`)
	wantError(t, d.Upload(nil, 0, nil), "nil")
	b.Close()
	b.Close()
	wantError(t, d.Fill(b, 0), "closed")
	for _, p := range []Placement{-1, 7} {
		_, err := d.NewBuffer("odd", 4, p)
		wantError(t, err, `"odd"`, "placement")
	}
	_, err := d.NewBuffer("none", 0, DeviceLocal)
	wantError(t, err, `"none"`, "at least one byte")
}
