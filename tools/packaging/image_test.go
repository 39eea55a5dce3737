package packaging

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/client"
	"github.com/aco-vk/aco-vk/serve/job"
)

// image is what the last stage of the Dockerfile makes of a fresh Debian.
type image struct {
	guest
	environment []string
	user        string
	entrypoint  []string
}

// newImage does what the last stage of the Dockerfile says. No registry is needed: its base is a
// Debian, and its program is the one of the packages.
func newImage(t *testing.T) *image {
	t.Helper()
	text := must.Get(os.ReadFile("deploy/Dockerfile"))(t)
	stage := string(text)[strings.LastIndex(string(text), "\nFROM "):]
	stage = strings.ReplaceAll(stage, "\\\n", " ")
	i := &image{guest: newGuest(t, "bookworm")}
	for line := range strings.Lines(strings.TrimSpace(stage)) {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch instruction {
		case "", "#":
		case "FROM":
			if rest != "debian:bookworm-slim" {
				t.Fatalf("the image is of %s, and the test has Debian bookworm", rest)
			}
		case "RUN":
			i.shell(t, rest)
		case "COPY":
			i.copy(t, native(t)[0], strings.Fields(rest)[2])
		case "ENV":
			i.environment = append(i.environment, rest)
		case "USER":
			i.user = rest
		case "ENTRYPOINT":
			must.Do(t, json.Unmarshal([]byte(rest), &i.entrypoint))
		default:
			t.Fatalf("the test does not know the instruction %s", instruction)
		}
	}
	return i
}

// start starts a container: with a root that is not written, and folders in memory for /tmp and
// /data. It returns the address that the server prints.
func (i *image) start(t *testing.T, arguments ...string) string {
	t.Helper()
	const enter = `root=$1 user=$2; shift 2; mkdir -p "$root/data"
		mount --bind "$root" "$root" && cd "$root" && mount --bind /proc proc && mount --rbind /dev dev
		mount -t tmpfs tmpfs tmp && mount -t tmpfs -o mode=1777 tmpfs data && mount -o remount,ro,bind "$root"
		exec chroot --userspec="$user" "$root" /usr/bin/env -i PATH=/usr/bin:/bin XDG_CACHE_HOME=/tmp/cache "$@"`
	command := append([]string{"--mount", "/bin/sh", "-euc", enter, "sh", i.root, i.user}, i.environment...)
	container := exec.Command("unshare", append(append(command, i.entrypoint...), arguments...)...)
	messages := must.Get(container.StderrPipe())(t)
	must.Do(t, container.Start())
	t.Cleanup(func() {
		container.Process.Signal(syscall.SIGTERM)
		container.Wait()
	})
	page := regexp.MustCompile(`the page is at (\S+)/$`)
	var said []string
	for lines := bufio.NewScanner(messages); lines.Scan(); {
		said = append(said, lines.Text())
		if found := page.FindStringSubmatch(lines.Text()); found != nil {
			go func() {
				for lines.Scan() {
				}
			}()
			return found[1]
		}
	}
	t.Fatalf("the container ended: %s", strings.Join(said, "\n"))
	return ""
}

// The image of tools/packaging/deploy/Dockerfile starts as deploy has it: as another user than root, with a root
// that it does not write. It solves a job on the driver that is in it.
func TestImage(t *testing.T) {
	packages(t, "aco-vk-*-linux-amd64.*")
	i := newImage(t)
	if i.user != "aco" || strings.Join(i.entrypoint, " ") != "/usr/bin/aco-vk" {
		t.Errorf("user %q, entrypoint %q", i.user, i.entrypoint)
	}
	if id := strings.TrimSpace(i.shell(t, "id -u aco")); id != "10001" { // tools/packaging/deploy/kubernetes.yaml has the number
		t.Errorf("the user has the number %s", id)
	}
	url := i.start(t, "serve", "--data", "/data/jobs", "--listen", "127.0.0.1:0", "--device", "vulkan")
	c := &client.Client{URL: url}
	j, err := c.Solve(t.Context(), client.Submission{Coordinates: [][2]float64{{0, 0}, {3, 4}, {6, 0}, {5, 5}, {1, 7}},
		Options: job.Options{Iterations: 5, Algorithm: "mmas"}})
	if err != nil || j.State != job.Done || len(j.Tour) != 5 {
		t.Fatalf("job %+v, error %v", j, err)
	}
	if devices := strings.Join(j.Result.Devices, " "); !strings.Contains(devices, "llvmpipe") {
		t.Errorf("devices %s", devices)
	}
	if _, err := os.Stat(filepath.Join(i.root, "data/jobs")); err == nil {
		t.Error("the container has written to its image")
	}
}
