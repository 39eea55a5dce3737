package instancecache

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

const cities = 50_000 // whose file is large enough for a copy

// put writes a file of the given age with the cities of a seed; of all seeds the files have the
// same size.
func put(t testing.TB, file string, seed int64, age time.Duration) *tsp.Instance {
	t.Helper()
	in, err := generate.Instance("uniform", cities, seed)
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.X { // seven digits each
		in.X[i], in.Y[i] = in.X[i]+1_000_000, in.Y[i]+1_000_000
	}
	in.Fixed = []tsp.Edge{{int32(seed), 0}, {7, 9}}
	var text bytes.Buffer
	if err := tsplib.Write(&text, in); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	date(t, file, age)
	return in
}

// day is the time that ages are counted from.
var day = time.Now().Add(-24 * time.Hour).Round(0)

func date(t testing.TB, file string, age time.Duration) {
	t.Helper()
	if err := os.Chtimes(file, day.Add(-age), day.Add(-age)); err != nil {
		t.Fatal(err)
	}
}

func requireLoad(t *testing.T, what, folder, file string, want *tsp.Instance) {
	t.Helper()
	got, err := ReadFile(t.Context(), folder, file)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if !equal(want, got.Instance) {
		t.Errorf("%s: not the instance of the file", what)
	}
}

func equal(a, b *tsp.Instance) bool {
	return a.Name == b.Name && slices.Equal(a.X, b.X) && slices.Equal(a.Y, b.Y) && slices.Equal(a.Fixed, b.Fixed)
}

func copies(t *testing.T, folder string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestCopyIsTakenForTheFileAsItIs(t *testing.T) {
	folder, file := filepath.Join(t.TempDir(), "not", "yet"), filepath.Join(t.TempDir(), "f.tsp")
	first := put(t, file, 1, 0)
	requireLoad(t, "file", folder, file, first)
	if len(copies(t, folder)) != 1 {
		t.Fatalf("copies: %v", copies(t, folder))
	}
	// Only a copy can have what the file no longer has.
	put(t, file, 2, 0)
	requireLoad(t, "same size and time", folder, file, first)
	second := put(t, file, 2, time.Nanosecond)
	requireLoad(t, "other time", folder, file, second)
	if err := os.WriteFile(file, append(must(os.ReadFile(file)), '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	date(t, file, time.Nanosecond)
	requireLoad(t, "other size", folder, file, second)
	other := filepath.Join(filepath.Dir(file), "g.tsp")
	third := put(t, other, 3, time.Nanosecond)
	requireLoad(t, "other name", folder, other, third)
	if len(copies(t, folder)) != 2 {
		t.Errorf("copies: %v", copies(t, folder))
	}
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}

func TestDamagedCopiesAreReplaced(t *testing.T) {
	folder, file, other := t.TempDir(), filepath.Join(t.TempDir(), "f.tsp"), filepath.Join(t.TempDir(), "g.tsp")
	requireLoad(t, "other", folder, other, put(t, other, 3, 0))
	foreign := must(os.ReadFile(copies(t, folder)[0]))
	os.Remove(copies(t, folder)[0])
	requireLoad(t, "file", folder, file, put(t, file, 1, 0))
	path := copies(t, folder)[0]
	want := put(t, file, 2, 0) // which a copy that is taken does not have
	good := must(os.ReadFile(path))

	flipped := func(at int) []byte {
		damaged := bytes.Clone(good)
		damaged[at] ^= 4
		return damaged
	}
	for name, damaged := range map[string][]byte{
		"empty":                 {},
		"mark alone":            []byte(mark),
		"truncated":             good[:len(good)-1],
		"half":                  good[:len(good)/2],
		"longer":                append(bytes.Clone(good), 0),
		"other version":         append([]byte(strings.Replace(mark, "3", "2", 1)), good[len(mark):]...),
		"other file's":          foreign,
		"flipped in the header": flipped(len(mark) + 60),
		"flipped coordinate":    flipped(len(good) / 2),
		"flipped sum":           flipped(len(good) - 1),
	} {
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		requireLoad(t, name, folder, file, want)
		if in, err := read(t.Context(), path, keyFor(t, file)); err != nil || !equal(in, want) {
			t.Errorf("%s: the copy was not replaced: %v", name, err)
		}
	}
}

func keyFor(t *testing.T, file string) key {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	k, ok := keyOf(f)
	if !ok {
		t.Fatalf("%s may have no copy", file)
	}
	return k
}

func TestWhatHasNoCopy(t *testing.T) {
	folder, file := t.TempDir(), filepath.Join(t.TempDir(), "f.tsp")
	synctest.Test(t, func(t *testing.T) { // the time of the processor does not count
		requireLoad(t, "just written", folder, file, put(t, file, 1, day.Sub(time.Now().Add(-settled))))
	})
	small, err := ReadFile(t.Context(), folder, "../../testdata/five.tsp")
	if err != nil || small.Instance.Dimension() != 5 {
		t.Errorf("small: %v", err)
	}
	if err := os.WriteFile(file, bytes.Repeat([]byte("no instance\n"), smallest), 0o600); err != nil {
		t.Fatal(err)
	}
	date(t, file, 0)
	_, errRead := tsplib.ReadFile(file)
	if _, err := ReadFile(t.Context(), folder, file); err == nil || err.Error() != errRead.Error() {
		t.Errorf("no instance: %v, want %v", err, errRead)
	}
	if err := os.WriteFile(file, append(must(os.ReadFile("../../testdata/five.tsp")),
		bytes.Repeat([]byte("not used\n"), smallest)...), 0o600); err != nil {
		t.Fatal(err)
	}
	date(t, file, 0)
	if got, err := ReadFile(t.Context(), folder, file); err != nil || len(got.Unused) != 1 {
		t.Errorf("text after EOF: %+v, %v", got, err)
	}
	if len(copies(t, folder)) != 0 {
		t.Errorf("copies: %v", copies(t, folder))
	}
	want := put(t, file, 1, 0)
	requireLoad(t, "a folder that cannot be", filepath.Join(file, "folder"), file, want)
	requireLoad(t, "and again", filepath.Join(file, "folder"), file, want)
}

// Reading ends with the context, with a copy and without, and leaves no part of a copy.
func TestReadEndsWithItsContext(t *testing.T) {
	folder, file := t.TempDir(), filepath.Join(t.TempDir(), "f.tsp")
	want := put(t, file, 1, 0)
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := ReadFile(ctx, folder, file); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		requireLoad(t, "afterwards", folder, file, want)
		if len(copies(t, folder)) != 1 {
			t.Errorf("copies: %v", copies(t, folder))
		}
	}
}
