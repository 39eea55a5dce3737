package packaging

import (
	"debug/elf"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// shortest is how long the tour of the sample for C is.
const shortest = "length 450.717, optimal\n"

// The samples compile with the library, and run.
func TestLibrarySamples(t *testing.T) {
	folder := bundle(t, "libaco_vk", "linux-amd64")
	environment := []string{"LD_LIBRARY_PATH=" + filepath.Join(folder, "lib")}
	program := filepath.Join(t.TempDir(), "solve")
	run(t, folder, nil, "gcc", "-Iinclude", "sample/solve.c", "-Llib", "-laco_vk", "-o", program)
	if printed := run(t, ".", environment, program); !strings.HasPrefix(printed, shortest) {
		t.Errorf("the sample for C printed %q", printed)
	}
	need(t, "rustc")
	run(t, folder, nil, "rustc", "sample/solve.rs", "-L", "lib", "-l", "aco_vk", "-o", program)
	if printed := run(t, ".", environment, program); printed != "length 15: [0, 1, 2, 3, 4]\n" {
		t.Errorf("the sample for Rust printed %q", printed)
	}
}

// The sample runs under Wine.
func TestLibraryWindows(t *testing.T) {
	folder := bundle(t, "libaco_vk", "windows-amd64")
	w := newWine(t)
	program := filepath.Join(folder, "lib", "solve.exe") // beside the library
	run(t, folder, nil, "x86_64-w64-mingw32-gcc", "-Iinclude", "sample/solve.c", "lib/aco_vk.dll", "-o", program)
	if printed := run(t, ".", w.environment, "wine", program); !strings.HasPrefix(strings.ReplaceAll(printed, "\r", ""), shortest) {
		t.Errorf("it printed %q", printed)
	}
}

// Programs and libraries for Linux need glibc 2.17 at most.
func TestOldGlibc(t *testing.T) {
	for _, system := range []string{"linux-amd64", "linux-arm64"} {
		needsOldGlibc(t, filepath.Join(bundle(t, "aco-vk", system), "aco-vk"))
		needsOldGlibc(t, filepath.Join(bundle(t, "libaco_vk", system), "lib", "libaco_vk.so"))
	}
}

// needsOldGlibc reads the versions of the functions that a file needs.
func needsOldGlibc(t *testing.T, name string) {
	t.Helper()
	file := must.Get(elf.Open(name))(t)
	defer file.Close()
	symbols, err := file.ImportedSymbols()
	if err != nil || len(symbols) == 0 {
		t.Fatalf("%s imports %d functions, error %v", name, len(symbols), err)
	}
	for _, s := range symbols {
		version, ofGlibc := strings.CutPrefix(s.Version, "GLIBC_")
		if !ofGlibc {
			continue
		}
		parts := strings.Split(version, ".")
		major, err1 := strconv.Atoi(parts[0])
		minor, err2 := strconv.Atoi(parts[1])
		if err1 != nil || err2 != nil || major != 2 || minor > 17 {
			t.Errorf("%s needs %s of glibc %s", name, s.Name, version)
		}
	}
	// Before glibc 2.34 a program with the old __libc_start_main has no constructors. The compiler's does nothing. On arm64 libgcc has one
	// that looks for the atomic instructions of Armv8.1; if it has not run, others are used.
	constructors := uint64(1)
	if file.Machine == elf.EM_AARCH64 {
		constructors = 2
	}
	if s := file.Section(".init_array"); file.Type == elf.ET_EXEC && s != nil && s.Size > 8*constructors {
		t.Errorf("%s has %d constructors", name, s.Size/8)
	}
}

// The sample compiles and runs in a fresh Debian as docs/c.md says.
func TestLibraryDebian(t *testing.T) {
	archive := onePackage(t, "libaco_vk-*-linux-amd64.tar.gz")
	g := newGuest(t, "bookworm")
	g.copy(t, archive, "tmp/library.tar.gz")
	g.shell(t, install+"gcc libc6-dev pkg-config")
	printed := g.shell(t, `cd /tmp; tar -xzf library.tar.gz; folder=$(echo /tmp/libaco_vk-*)
		export PKG_CONFIG_PATH=$folder/lib/pkgconfig LD_LIBRARY_PATH=$folder/lib
		gcc $folder/sample/solve.c $(pkg-config --cflags --libs aco_vk) -o solve; ./solve`)
	if !strings.HasPrefix(printed, shortest) {
		t.Errorf("the sample printed %q", printed)
	}
}
