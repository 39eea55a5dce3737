package tune

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

var (
	someKey = Key{
		Name: "a GPU", UUID: "0123456789abcdef0123456789abcdef", Driver: "driver 1.2", Shaders: "ab",
		Selection: model.SelectNear,
		From:      128, To: 255,
	}
	someOutcome = Outcome{
		Kernel: classic.KernelConfig{AntGroup: 64, Deposit: classic.DepositRows}, Complete: true,
		Measured: []Measurement{{Axis: "deposit", Value: "rows", MS: 0.25, Chosen: true},
			{Axis: "deposit", Value: "atomic", Fault: "slow"}},
	}
)

func TestStoreAndLoad(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "not", "there", "yet")
	if got, err := Load(folder, someKey, gpu); got.Complete || err != nil {
		t.Fatalf("from an empty folder: %+v, %v", got, err)
	}
	for range 2 {
		if err := Store(folder, someKey, someOutcome); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Load(folder, someKey, gpu)
	if diff := cmp.Diff(someOutcome, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "*")); len(files) != 1 {
		t.Errorf("files %v", files)
	}
}

// An outcome of another key is not returned, and is not an error.
func TestLoadIgnoresOtherKeys(t *testing.T) {
	folder := t.TempDir()
	if err := Store(folder, someKey, someOutcome); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Key){
		"device":    func(k *Key) { k.UUID = strings.Repeat("f", 32) },
		"driver":    func(k *Key) { k.Driver = "driver 1.3" },
		"shaders":   func(k *Key) { k.Shaders = "cd" },
		"selection": func(k *Key) { k.Selection = model.SelectScan },
		"size":      func(k *Key) { k.From, k.To = 256, 511 },
	} {
		key := someKey
		change(&key)
		if got, err := Load(folder, key, gpu); got.Complete || err != nil {
			t.Errorf("another %s: %+v, %v", name, got, err)
		}
	}
}

// An entry of another version is not returned, and is not an error. The next Store replaces it.
func TestLoadIgnoresOtherSchemas(t *testing.T) {
	folder := t.TempDir()
	path := someKey.file(folder)
	if err := os.WriteFile(path, []byte(`{"schema": 2, "kernels": {"ant_group": "auto"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(folder, someKey, gpu); got.Complete || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	if err := Store(folder, someKey, someOutcome); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(folder, someKey, gpu); !got.Complete || err != nil {
		t.Errorf("after Store: %+v, %v", got, err)
	}
}

func TestLoadErrors(t *testing.T) {
	folder := t.TempDir()
	if err := Store(folder, someKey, someOutcome); err != nil {
		t.Fatal(err)
	}
	path := someKey.file(folder)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	swap := func(old, new string) []byte {
		bad := bytes.Replace(good, []byte(old), []byte(new), 1)
		if bytes.Equal(bad, good) {
			t.Fatalf("the entry has no %s", old)
		}
		return bad
	}
	files := map[string][]byte{
		"no schema":           swap(`"schema": 1`, `"schema": 0`),
		"text for a number":   swap(`"ant_group": 64`, `"ant_group": "64"`),
		"list for a kernel":   swap(`"form": {`, `"form": [], "x": {`),
		"unknown field":       swap(`"form"`, `"from": 1, "form"`),
		"unknown kernel":      swap(`"rows"`, `"columns"`),
		"not searched":        swap(`"rows"`, `"gather"`),
		"no power of two":     swap(`"ant_group": 64`, `"ant_group": 65`),
		"beyond the device":   swap(`"ant_group": 64`, `"ant_group": 256`),
		"negative":            swap(`"ant_group": 64`, `"ant_group": -64`),
		"beyond all integers": swap(`"ant_group": 64`, `"ant_group": 1e40`),
		"two entries":         append(bytes.Clone(good), good...),
		"huge":                append(bytes.Clone(good), bytes.Repeat([]byte(" "), maxEntryBytes)...),
		"null":                []byte("null"),
		"not text":            {0, 0xff, 0},
		"deeply nested":       bytes.Repeat([]byte("["), maxEntryBytes),
	}
	for cut := range len(good) - 2 { // the last two are a brace and a newline
		files["cut at "+string(good[:cut])] = good[:cut]
	}
	for name, file := range files {
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Load(folder, someKey, gpu); got.Complete || err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(folder, someKey, gpu); got.Complete || err == nil {
		t.Errorf("a folder instead of a file: %+v, %v", got, err)
	}
}

func TestStoreFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Store(filepath.Join(file, "folder"), someKey, someOutcome); err == nil {
		t.Error("Store wrote below a file")
	}
}
