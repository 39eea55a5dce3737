package packaging

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each wheel has the program of the archive for its system.
func TestWheels(t *testing.T) {
	for platform, file := range map[string][2]string{
		"manylinux_*_x86_64":  {"linux-amd64", "aco-vk"},
		"manylinux_*_aarch64": {"linux-arm64", "aco-vk"},
		"win_amd64":           {"windows-amd64", "aco-vk.exe"},
	} {
		wheel, folder := onePackage(t, "aco_vk-*-py3-none-"+platform+".whl"), t.TempDir()
		run(t, folder, nil, "unzip", "-q", wheel)
		var programs [2][]byte
		for i, program := range []string{
			filepath.Join(bundle(t, "aco-vk", file[0]), file[1]), filepath.Join(folder, "aco_vk", "bin", file[1]),
		} {
			var err error
			if programs[i], err = os.ReadFile(program); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(programs[0], programs[1]) {
			t.Errorf("%s: another program than in the archive", wheel)
		}
	}
}

// In a fresh Debian, pip installs the wheel without a network, and the tests of the package pass.
func TestWheelInDebian(t *testing.T) {
	wheel := onePackage(t, "aco_vk-*_x86_64.whl")
	for _, suite := range suites() {
		t.Run(suite, func(t *testing.T) {
			g := newGuest(t, suite)
			g.shell(t, install+"python3-venv python3-pandas python3-geopandas; python3 -m venv --system-site-packages /opt/aco")
			g.copy(t, wheel, "tmp/"+filepath.Base(wheel))
			run(t, ".", nil, "cp", "-r", "../../python/tests", filepath.Join(g.root, "tmp/tests"))
			g.shell(t, "unshare --net /opt/aco/bin/pip install --no-index /tmp/*.whl")
			const tests = "cd /tmp/tests; ACO_VK_REQUIRE_PYTHON=1 unshare --net /opt/aco/bin/python3 -m unittest discover 2>&1"
			if printed := g.shell(t, tests); !strings.Contains(printed, "\nOK") {
				t.Errorf("the tests printed %s", printed)
			} else {
				t.Log(printed)
			}
			for _, command := range []string{"/opt/aco/bin/aco-vk version", "/opt/aco/bin/python3 -m aco_vk version"} {
				if printed := g.shell(t, command); !strings.HasPrefix(printed, "aco-vk v") {
					t.Errorf("%s printed %q", command, printed)
				}
			}
			g.shell(t, "/opt/aco/bin/pip uninstall -y aco_vk; test ! -e /opt/aco/lib/python3*/site-packages/aco_vk")
		})
	}
}
