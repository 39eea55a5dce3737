package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

const (
	// dayJobs is the number of jobs of a day, half of them in each of its parts.
	dayJobs = 2000
	// dayPause is the time between two kills.
	dayPause = 5 * time.Second
)

// A day of the service in the time that ACO_VK_DAY gives, such as 20m: 2000 jobs of mixed sizes,
// while workers, servers and NATS servers are killed every 5 s. In the first half a server keeps its
// data in a folder, whose disk is full twice. In the second half two servers use a NATS cluster of
// three, which loses a server for a minute. Each job that was accepted ends with a tour of the length
// that it says, without anybody's help, and the logs name each fault. ACO_VK_DAY_FOLDER is where the
// logs are kept.
func TestDayOfTheService(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("ACO_VK_DAY"))
	if err != nil {
		t.Skip("ACO_VK_DAY does not say how long the day is, such as 20m")
	}
	kept := cmp.Or(os.Getenv("ACO_VK_DAY_FOLDER"), t.TempDir())
	for _, part := range []struct {
		name string
		run  func(*day, time.Duration)
	}{{"folder", (*day).withFolder}, {"cluster", (*day).withCluster}} {
		t.Run(part.name, func(t *testing.T) {
			d := newDay(t, filepath.Join(kept, part.name))
			part.run(d, length/2)
			d.finish()
		})
	}
}

// day is one part of a day.
type day struct {
	t         *testing.T
	folder    string // of the logs
	random    *rand.Rand
	processes []*dayProcess
	clients   dayClients
	faults    []dayFault
}

// dayFault is something that was done to the service, and what its logs have to say.
type dayFault struct {
	at   time.Time
	what string
	says []string // one of them is in a line of a log
}

func newDay(t *testing.T, folder string) *day {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	return &day{t: t, folder: folder, random: rand.New(rand.NewPCG(1, 2)), clients: dayClients{t: t}}
}

// fault notes what is done.
func (d *day) fault(what string, says ...string) dayFault {
	f := dayFault{time.Now(), what, says}
	d.faults = append(d.faults, f)
	return f
}

// untilNamed waits until a log names a fault.
func (d *day) untilNamed(f dayFault) {
	jobtest.Until(func() bool {
		_, named := firstLine(d.lines(), f)
		return named
	})
}

// withFolder is the part in which a server keeps its data in a folder.
func (d *day) withFolder(length time.Duration) {
	disk := d.smallDisk(192 << 20)
	data, ports := filepath.Join(disk, "data"), freePorts(d.t, 2)
	workers, listen := ports[0], ports[1]
	d.start("server", "aco-vk", "serve", "--data", data, "--listen", listen, "--workers", workers,
		"--device", "none", "--lease", "3s", "--max-jobs", "100000", "--max-rate", "1000000", "--log-format", "json")
	d.clients.urls = []string{"http://" + listen}
	d.clients.untilReady()
	for i := range 2 {
		d.startWorker(i, "nats://"+workers, filepath.Join(data, "token"))
	}
	submitted := d.clients.submitAll(dayJobs/2, length)
	full := []time.Duration{length / 3, 2 * length / 3}
	for begin := time.Now(); time.Since(begin) < length; {
		time.Sleep(dayPause)
		if len(full) > 0 && time.Since(begin) > full[0] {
			full = full[1:]
			d.fillDisk(disk)
			continue
		}
		d.killOne(d.processes)
	}
	submitted()
}

// withCluster is the part in which two servers use a NATS cluster of three.
func (d *day) withCluster(length time.Duration) {
	ports := freePorts(d.t, 8)
	nodes, urls := d.startCluster(ports[:6])
	for i, listen := range ports[6:] {
		d.start(fmt.Sprint("server", i), "aco-vk", "serve", "--nats", urls, "--listen", listen, "--device", "none",
			"--lease", "3s", "--max-jobs", "100000", "--max-rate", "1000000", "--log-format", "json")
		d.clients.urls = append(d.clients.urls, "http://"+listen)
	}
	d.clients.untilReady()
	for i := range 2 {
		d.startWorker(i, urls, "")
	}
	submitted := d.clients.submitAll(dayJobs/2, length)
	lost := false
	for begin := time.Now(); time.Since(begin) < length; {
		time.Sleep(dayPause)
		if !lost && time.Since(begin) > length/3 {
			lost = true
			d.loseNode(nodes[d.random.IntN(3)], min(time.Minute, length/6), d.processes[len(nodes):])
			continue
		}
		d.killOne(d.processes)
	}
	submitted()
}

// startCluster starts three NATS servers, and returns them and their URLs.
func (d *day) startCluster(ports []string) (nodes []*dayProcess, urls string) {
	program := filepath.Join(d.t.TempDir(), "nats-server")
	if out, err := exec.Command("go", "build", "-o", program, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		d.t.Fatalf("build nats-server: %v: %s", err, out)
	}
	routes := strings.Join([]string{"nats://" + ports[3], "nats://" + ports[4], "nats://" + ports[5]}, ",")
	for i := range 3 {
		host, port, _ := strings.Cut(ports[i], ":")
		nodes = append(nodes, d.start(fmt.Sprint("nats", i), program, "--jetstream", "--store_dir", d.t.TempDir(), "--name",
			fmt.Sprint("n", i), "--addr", host, "--port", port, "--cluster_name", "day", "--cluster", "nats://"+ports[3+i],
			"--routes", routes))
		urls += "nats://" + ports[i] + ","
	}
	urls = strings.TrimSuffix(urls, ",")
	d.untilClustered(urls)
	return nodes, urls
}

// untilClustered waits until the NATS servers have formed a cluster.
func (d *day) untilClustered(urls string) {
	connection, err := nats.Connect(urls, nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1))
	if err != nil {
		d.t.Fatal(err)
	}
	defer connection.Close()
	stream, err := jetstream.New(connection)
	if err != nil {
		d.t.Fatal(err)
	}
	jobtest.Until(func() bool {
		_, err := stream.AccountInfo(d.t.Context())
		return err == nil
	})
}

func (d *day) startWorker(number int, join, token string) {
	arguments := []string{"work", "--join", join, "--device", "cpu", "--log-format", "json"}
	if token != "" {
		arguments = append(arguments, "--token-file", token)
	}
	d.start(fmt.Sprint("worker", number), append([]string{"aco-vk"}, arguments...)...)
}

// killOne kills one of the processes, and starts it again. A NATS server is away until the others say
// so.
func (d *day) killOne(processes []*dayProcess) {
	p := processes[d.random.IntN(len(processes))]
	kind := strings.TrimRight(p.name, "0123456789")
	f := d.fault("kill "+p.name, killSays[kind]...)
	p.end(syscall.SIGKILL)
	time.Sleep(time.Second)
	if kind == "nats" {
		d.untilNamed(f)
	}
	p.start()
	d.untilNamed(f)
}

// killSays has what the logs say of a process that was killed.
var killSays = map[string][]string{
	"worker": {"worker is lost", "worker started"},
	"server": {"server started", "the connection to NATS is lost"},
	"nats": {
		"the connection to NATS is lost", "a node of the NATS cluster is lost", "the NATS cluster does not answer",
	},
}

// fillDisk leaves no byte of the disk for a while. Nobody is killed meanwhile.
func (d *day) fillDisk(disk string) {
	full := d.fault("full disk", "the disk is full")
	filler, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		d.t.Fatal(err)
	}
	for block := make([]byte, 64<<10); err == nil; {
		_, err = filler.Write(block)
	}
	d.untilNamed(full)
	if err := errors.Join(filler.Close(), os.Remove(filler.Name())); err != nil {
		d.t.Fatal(err)
	}
	d.untilNamed(d.fault("space again", "the disk has space again"))
	d.clients.untilReady()
}

// loseNode stops a NATS server for a time in which other processes are killed.
func (d *day) loseNode(node *dayProcess, length time.Duration, others []*dayProcess) {
	lost := d.fault("lose "+node.name, killSays["nats"]...)
	node.end(syscall.SIGKILL)
	for begin := time.Now(); time.Since(begin) < length; time.Sleep(dayPause) {
		d.killOne(others)
	}
	d.untilNamed(lost)
	node.start()
}

// finish waits for all jobs, and compares what happened with what was promised.
func (d *day) finish() {
	d.clients.untilReady()
	d.clients.check()
	for _, p := range d.processes {
		p.end(syscall.SIGTERM)
	}
	d.seen()
}

// smallDisk mounts a disk in memory.
func (d *day) smallDisk(bytes int) (folder string) {
	folder = d.t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d", bytes)); err != nil {
		d.t.Skipf("a small disk needs the rights to mount one: %v", err)
	}
	d.t.Cleanup(func() { syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}
