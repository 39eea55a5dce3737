package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/scratch/scratchtest"
)

var header = Header{
	Program: "aco-vk 1", Algorithm: "mmas", Revision: 1, Instance: Instance{"berlin52", 52, "0123"}, Seed: 1 << 63,
	Iteration: 7,
	Elapsed:   90 * time.Second, Run: json.RawMessage(`{"ants":3}`),
}

// words returns n different words.
func words(n int) []uint32 {
	all := make([]uint32, n)
	for i := range all {
		all[i] = uint32(i) * 0x9e3779b1
	}
	return all
}

func mustWrite(t testing.TB, path string, sections ...Section) []byte {
	t.Helper()
	must.Do(t, Write(path, header, sections))
	return must.Get(os.ReadFile(path))(t)
}

func requireReason(t *testing.T, what string, err, reason error) {
	t.Helper()
	if of := new(Error); !errors.As(err, &of) || !errors.Is(err, reason) {
		t.Errorf("%s: error %v, want %v", what, err, reason)
	}
}

func TestWriteThenRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	sections := map[string][]uint32{"none": {}, "one": {7}, "several chunks": words(2*chunkWords + 5)}
	for range 2 { // also over an old file
		mustWrite(t, path, NewSection("none", sections["none"]), NewSection("one", sections["one"]),
			NewSection("several chunks", sections["several chunks"]))
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if diff := cmp.Diff(header, f.Header); diff != "" {
		t.Error(diff)
	}
	for name, want := range sections {
		s, err := f.Section(name, uint64(len(want)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.ReadAll(); err != nil || !slices.Equal(got, want) {
			t.Errorf("section %s is not what was written: %v", name, err)
		}
	}
	_, err = f.Section("one", 2)
	requireReason(t, "a section of another size", err, ErrDamaged)
	_, err = f.Section("two", 0)
	requireReason(t, "a section that is not there", err, ErrDamaged)
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Errorf("files are left behind: %v", left)
	}
}

// TestOpenWhileReplaced opens a file that another goroutine replaces with files of other sizes.
func TestOpenWhileReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	mustWrite(t, path)
	done := make(chan error)
	go func() {
		var err error
		for i := range 100 {
			err = errors.Join(err, Write(path, header, []Section{NewSection("words", words(i%7))}))
		}
		done <- err
	}()
	for {
		f := must.Get(Open(path))(t)
		f.Close()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
	}
}

func TestFailedWriteLeavesTheOldFile(t *testing.T) {
	directory, disk := t.TempDir(), scratchtest.NewDisk(t)
	path := filepath.Join(directory, "file")
	old := mustWrite(t, path, NewSection("one", []uint32{1}))
	disk.Keeps(path)
	broken := errors.New("device lost")
	var failed *WriteError
	err := Write(path, header, []Section{{"two", 2 * chunkWords, func(offset uint64, _ []uint32) error {
		if offset > 0 {
			return broken
		}
		return nil
	}}})
	if !errors.Is(err, broken) || !errors.As(err, &failed) || failed.Path != path {
		t.Errorf("error %v", err)
	}
	if now, _ := os.ReadFile(path); !bytes.Equal(now, old) {
		t.Error("the old file is not as it was")
	}
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Errorf("files are left behind: %v", left)
	}
	if err := Write(directory, header, nil); !errors.As(err, &failed) {
		t.Errorf("writing over a directory: %v", err)
	}
	if err := os.WriteFile(path+".tmp", []byte("half of"), 0o600); err != nil { // by a process that was killed
		t.Fatal(err)
	}
	mustWrite(t, path, NewSection("one", []uint32{1}))
	disk.Keeps(path)
}

func TestEveryTruncationIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	whole := mustWrite(t, path, NewSection("first", words(3)), NewSection("second", words(40)))
	for n := range whole {
		must.Do(t, os.WriteFile(path, whole[:n], 0o600))
		_, err := Open(path)
		requireReason(t, "cut off", err, ErrTruncated)
	}
}

// Every flipped bit is found. The reason depends on its place.
func TestEveryFlippedBitIsFound(t *testing.T) {
	whole := mustWrite(t, filepath.Join(t.TempDir(), "file"), NewSection("first", words(3)),
		NewSection("second", words(40)))
	for at := range whole {
		for bit := range 8 {
			flipped := bytes.Clone(whole)
			flipped[at] ^= 1 << bit
			_, err := read(bytes.NewReader(flipped), int64(len(flipped)))
			if !isReason(err) {
				t.Errorf("bit %d of byte %d: error %v", bit, at, err)
			}
		}
	}
}

// isReason reports whether an error is a reason why read refuses a file.
func isReason(err error) bool {
	reasons := []error{ErrNotCheckpoint, ErrTruncated, ErrDamaged}
	return strings.HasPrefix(fmt.Sprint(err), "the checkpoint has format ") || slices.ContainsFunc(reasons,
		func(reason error) bool { return errors.Is(err, reason) })
}

// sealed returns a file of a header and the given bytes, with the right hash.
func sealed(header string, rest []byte) []byte {
	numbers := binary.LittleEndian.AppendUint32([]byte(magic), format)
	numbers = binary.LittleEndian.AppendUint32(numbers, uint32(len(header)))
	numbers = binary.LittleEndian.AppendUint64(numbers, uint64(prologueBytes+len(header)+len(rest)+sha256.Size))
	all := slices.Concat(numbers, []byte(header), rest)
	sum := sha256.Sum256(all)
	return append(all, sum[:]...)
}

// hostile are contradictory files with right hashes.
var hostile = map[string][]byte{
	"no header":       sealed("", nil),
	"no JSON":         sealed("{", nil),
	"more than there": sealed(`{"sections":[{"name":"a","words":2}]}`, make([]byte, 4)),
	"far more":        sealed(`{"sections":[{"name":"a","words":18446744073709551615}]}`, make([]byte, 4)),
	"more all together": sealed(`{"sections":[{"name":"a","words":1},{"name":"b","words":4611686018427387904}]}`,
		make([]byte, 4)),
	"negative":        sealed(`{"sections":[{"name":"a","words":-1}]}`, make([]byte, 4)),
	"less than there": sealed(`{"sections":[{"name":"a","words":1}]}`, make([]byte, 5)),
	"one name twice":  sealed(`{"sections":[{"name":"a","words":0},{"name":"a","words":0}]}`, nil),
}

func TestHostileFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	whole := mustWrite(t, path, NewSection("first", words(3)))
	set := func(at int, bytes ...byte) []byte { return slices.Concat(whole[:at], bytes, whole[at+len(bytes):]) }
	huge := []byte{255, 255, 255, 255, 255, 255, 255, 255}
	at := len(magic)
	cases := []struct {
		what    string
		content []byte
		reason  error
	}{
		{"foreign", []byte("NAME: berlin52\n"), ErrNotCheckpoint},
		{"header beyond the file", set(at+4, 0, 1), ErrDamaged},
		{"huge header", set(at+4, huge[:4]...), ErrDamaged},
		{"huge file", set(at+8, huge...), ErrDamaged},
		{"almost as huge", set(at+8, 255, 255, 255, 255, 255, 255, 255, 127), ErrTruncated},
		{"longer than it says", append(bytes.Clone(whole), 0), ErrDamaged},
	}
	for what, content := range hostile {
		cases = append(cases, struct {
			what    string
			content []byte
			reason  error
		}{what, content, ErrDamaged})
	}
	for _, c := range cases {
		must.Do(t, os.WriteFile(path, c.content, 0o600))
		_, err := Open(path)
		requireReason(t, c.what, err, c.reason)
	}
	_, err := Open(filepath.Dir(path))
	requireReason(t, "a directory", err, ErrNotCheckpoint)
	if _, err := Open(path + "2"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestOtherRunsAreRefused(t *testing.T) {
	same := header.Instance
	same.Name = "renamed"
	other := header.Instance
	other.SHA256 = "4567"
	if err := header.CheckInstance(same); err != nil {
		t.Errorf("the same instance: %v", err)
	}
	if err := header.CheckInstance(other); !errors.Is(err, ErrOtherInstance) {
		t.Errorf("another instance: %v", err)
	}
	if err := header.CheckAlgorithm("mmas", 1); err != nil {
		t.Errorf("the same algorithm: %v", err)
	}
	for algorithm, revision := range map[string]int{"mmas": 2, "acs": 1} {
		if err := header.CheckAlgorithm(algorithm, revision); !errors.Is(err, ErrOtherAlgorithm) {
			t.Errorf("%s %d: %v", algorithm, revision, err)
		}
	}
}
