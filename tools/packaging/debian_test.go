package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// suites are the releases of Debian that packages are installed in. TestOldGlibc reads what the
// programs need of older systems.
func suites() []string {
	if all := os.Getenv(suitesOfRelease); all != "" {
		return strings.Fields(all)
	}
	return []string{"bookworm"}
}

// suitesOfRelease is the environment variable that tools/packaging/release sets.
const suitesOfRelease = "ACO_VK_SUITES"

// guest is a fresh Debian in a folder.
type guest struct{ root string }

// bootstrapped has a Debian of each suite. The guests are copies.
var bootstrapped = struct {
	mu     sync.Mutex
	folder string
}{}

// TestMain removes what the tests share.
func TestMain(m *testing.M) {
	code := m.Run()
	if bootstrapped.folder != "" {
		os.RemoveAll(bootstrapped.folder)
	}
	os.Exit(code)
}

func newGuest(t *testing.T, suite string) guest {
	t.Helper()
	need(t, "debootstrap", "unshare", "chroot")
	if os.Geteuid() != 0 {
		t.Skip("only root installs packages")
	}
	g := guest{filepath.Join(t.TempDir(), suite)}
	run(t, ".", nil, "cp", "--archive", "--reflink=auto", bootstrap(t, suite), g.root)
	g.copy(t, "/etc/resolv.conf", "etc/resolv.conf")
	return g
}

// bootstrap returns the folder of a fresh Debian, which is not changed.
func bootstrap(t *testing.T, suite string) string {
	t.Helper()
	bootstrapped.mu.Lock()
	defer bootstrapped.mu.Unlock()
	if bootstrapped.folder == "" {
		var err error
		if bootstrapped.folder, err = os.MkdirTemp("", "aco-vk-debian"); err != nil {
			t.Fatal(err)
		}
	}
	root := filepath.Join(bootstrapped.folder, suite)
	if _, err := os.Stat(root); err != nil {
		run(t, ".", nil, "debootstrap", "--variant=minbase", suite, root+".new")
		run(t, ".", nil, "mv", root+".new", root) // one that failed is not taken for a whole one
	}
	return root
}

func (g guest) copy(t *testing.T, from, to string) {
	t.Helper()
	run(t, ".", nil, "cp", from, filepath.Join(g.root, to))
}

// shell runs a script in the guest, which sees the processes and devices of this machine while it
// runs.
func (g guest) shell(t *testing.T, script string) string {
	t.Helper()
	const enter = `mount --bind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
		DEBIAN_FRONTEND=noninteractive LP_NATIVE_VECTOR_WIDTH=256 /bin/sh -euc "$1"`
	return run(t, "/", nil, "unshare", "--mount", "--fork", "/bin/sh", "-c", enter, g.root, script)
}

// files returns what is in the guest, except for what its package system and the processes of this
// machine keep.
func (g guest) files(t *testing.T) string {
	t.Helper()
	return run(t, g.root, nil, "find", ".", "-xdev", "-not", "-path", "./proc/*", "-not", "-path", "./dev/*", "-not",
		"-path", "./tmp/*",
		"-not", "-path", "./var/cache/*", "-not", "-path", "./var/lib/apt/*", "-not", "-path", "./var/lib/dpkg/*",
		"-not", "-path", "./var/log/*")
}

const install = "apt-get -qq update; apt-get -qq install -y --no-install-recommends "

// The Debian package is installed into a fresh Debian, works there, and is removed without a
// trace.
func TestDebian(t *testing.T) {
	deb := onePackage(t, "*_amd64.deb")
	for _, suite := range suites() {
		t.Run(suite, func(t *testing.T) {
			g := newGuest(t, suite)
			g.shell(t, install+"libvulkan1; useradd --create-home user")
			before := g.files(t)
			g.copy(t, deb, "tmp/aco-vk.deb")
			if printed := g.shell(t,
				"apt-get install -y --no-install-recommends /tmp/aco-vk.deb"); !strings.Contains(printed,
				"0 upgraded, 1 newly installed") {
				t.Errorf("it needs more than the loader: %s", printed)
			}
			as := func(script string) string { return g.shell(t, "su user -c '"+script+"'") }
			const solve = "aco-vk solve /usr/share/doc/aco-vk/examples/places.csv --iterations 10"
			if printed := as(solve); !strings.Contains(printed, "the run uses the processor") ||
				!strings.Contains(printed, "length      18159 km") {
				t.Errorf("without a driver it printed %q", printed)
			}
			g.shell(t, "apt-get -qq purge aco-vk")
			if after := g.files(t); after != before {
				t.Errorf("files before:\n%s\nafter:\n%s", before, after)
			}
			g.shell(t, install+"mesa-vulkan-drivers man-db bash-completion; apt-get install -y /tmp/aco-vk.deb")
			if printed := as(solve + " --device vulkan"); !strings.Contains(printed, "length      18159 km") {
				t.Errorf("on lavapipe it printed %q", printed)
			}
			if printed := as("aco-vk conform --quick --fraction 1/30"); !strings.Contains(printed, "equal") {
				t.Errorf("conform printed %q", printed)
			}
			if printed := as("man aco-vk | cat"); !strings.Contains(printed,
				"short tours for the travelling salesman problem") {
				t.Errorf("man printed %q", printed)
			}
			if printed := g.shell(t, `bash -c '. /usr/share/bash-completion/bash_completion; _comp_load aco-vk 2>/dev/null || __load_completion aco-vk
				COMP_WORDS=(aco-vk sol) COMP_CWORD=1 COMP_LINE="aco-vk sol" COMP_POINT=10; f=$(complete -p aco-vk | sed "s/.*-F \([^ ]*\).*/\1/"); $f; echo "${COMPREPLY[@]}"'`); strings.TrimSpace(printed) != "solve" {
				t.Errorf("the completion of sol is %q", printed)
			}
		})
	}
}

// The program for arm64 finds the same tours. TestDebianArm64 runs it on lavapipe, too.
func TestArm64(t *testing.T) {
	need(t, "qemu-aarch64-static")
	program := filepath.Join(bundle(t, "aco-vk", "linux-arm64"), "aco-vk")
	sameTours(t, nil, "qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu", program)
}

// The package for arm64 solves on lavapipe for arm64, in a Debian with packages of both
// architectures. TestArm64 runs the program without the package.
func TestDebianArm64(t *testing.T) {
	if os.Getenv(suitesOfRelease) == "" {
		t.Skip("make release runs it: under emulation lavapipe compiles for two minutes")
	}
	deb := onePackage(t, "*_arm64.deb")
	need(t, "qemu-aarch64-static")
	g := newGuest(t, "bookworm")
	emulator := must.Get(exec.LookPath("qemu-aarch64-static"))(t)
	g.copy(t, emulator, "usr/bin/qemu-aarch64-static")
	g.copy(t, deb, "tmp/aco-vk.deb")
	g.shell(t, "dpkg --add-architecture arm64; "+install+
		"mesa-vulkan-drivers:arm64; apt-get -qq install -y --no-install-recommends /tmp/aco-vk.deb")
	arguments := solves[2]
	device := append(append([]string{}, arguments[:len(arguments)-1]...), "vulkan")
	// Narrow vectors compile sooner, and compiling is most of the time here.
	g.shell(t, "LP_NATIVE_VECTOR_WIDTH=128 qemu-aarch64-static /usr/bin/aco-vk solve --quiet --json /tmp/report.json "+
		strings.Join(device, " "))
	if got, want := tourIn(t, filepath.Join(g.root, "tmp/report.json")), tourOf(t, nil,
		native(t), arguments); got != want {
		t.Errorf("tour %s, on this machine %s", got, want)
	}
}

// lintian, Debian's own check of packages, finds no errors.
func TestLintian(t *testing.T) {
	need(t, "lintian")
	for _, deb := range packages(t, "*.deb") {
		run(t, ".", nil, "lintian", "--allow-root", "--fail-on", "error", deb)
	}
}
