package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// nodeVariable makes this program a NATS node with the options that it has as JSON.
const nodeVariable = "ACO_VK_TEST_NODE"

// nodeOptions are the options of a node.
type nodeOptions struct {
	Name, Folder string
	Port         int
	ClusterPort  int
	Routes       string
}

// TestMain runs the tests, or a node of a cluster until its standard input ends.
func TestMain(m *testing.M) {
	text := os.Getenv(nodeVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var o nodeOptions
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		panic(err)
	}
	node, err := server.NewServer(&server.Options{
		ServerName: o.Name, JetStream: true, StoreDir: o.Folder, NoLog: true, NoSigs: true,
		Host: "127.0.0.1", Port: o.Port, MaxPayload: maxRecord,
		Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: o.ClusterPort, PoolSize: 1},
		Routes:  server.RoutesFromStr(o.Routes),
	})
	if err != nil {
		panic(err)
	}
	node.Start()
	io.Copy(io.Discard, os.Stdin)
}

// cluster is a NATS cluster of three nodes on this machine, each a process.
type cluster struct {
	t     *testing.T
	urls  []string
	nodes map[string]*exec.Cmd
}

// startCluster starts a cluster. Its nodes may still elect a leader.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t, nodes: map[string]*exec.Cmd{}}
	ports := freePorts(t, 6)
	var routes []string
	for _, port := range ports[3:] {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", port))
	}
	for i := range 3 {
		o := nodeOptions{Name: fmt.Sprintf("n%d", i), Folder: t.TempDir(), Port: ports[i], ClusterPort: ports[3+i],
			Routes: strings.Join(routes, ",")}
		text := must.Get(json.Marshal(o))(t)
		node := exec.Command(os.Args[0])
		node.Env = append(os.Environ(), nodeVariable+"="+string(text))
		if _, err := node.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		must.Do(t, node.Start())
		t.Cleanup(func() { c.kill(o.Name) })
		c.nodes[o.Name] = node
		c.urls = append(c.urls, fmt.Sprintf("nats://127.0.0.1:%d", o.Port))
	}
	return c
}

// freePorts returns ports that nobody has.
func freePorts(t *testing.T, n int) (ports []int) {
	for range n {
		l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// kill kills a node.
func (c *cluster) kill(name string) {
	c.nodes[name].Process.Kill()
	c.nodes[name].Wait()
}

// open opens a store with one replica, and again with as many as the cluster has nodes. It returns when
// all of them are current.
func (c *cluster) open(log *jobtest.Log) (s *Store) {
	c.t.Helper()
	opens := func(replicas, want int) func() bool {
		return func() bool {
			var err error
			s, err = Open(c.t.Context(), Options{URL: strings.Join(c.urls, ","), Replicas: replicas, Log: log.Logger()})
			if err != nil {
				return false // the nodes still elect a leader
			}
			if n, err := s.replicas(c.t.Context()); err == nil && n == want {
				return true
			}
			s.Close()
			return false
		}
	}
	jobtest.Until(opens(1, 1))
	s.Close()
	jobtest.Until(opens(0, usualReplicas))
	c.t.Cleanup(s.Close)
	jobtest.Until(func() bool { return c.isReplicated(s) })
	return s
}

// isReplicated reports whether each stream, and the workers' place in the queue, is current on all
// nodes. A node that is lost earlier can take the majority with it.
func (c *cluster) isReplicated(s *Store) bool {
	isCurrent := func(info *jetstream.ClusterInfo) bool {
		if info == nil {
			return false // it has one replica still
		}
		n := 0
		for _, node := range info.Replicas {
			if node.Current && !node.Offline {
				n++
			}
		}
		return info.Leader != "" && n == usualReplicas-1
	}
	for _, name := range streamNames {
		stream, err := s.stream.Stream(c.t.Context(), name)
		if err != nil || !isCurrent(stream.CachedInfo().Cluster) {
			return false
		}
	}
	consumer, err := s.waiting.Info(c.t.Context())
	return err == nil && isCurrent(consumer.Cluster)
}

// leader returns the name of the node that leads a stream of a store.
func (c *cluster) leader(s *Store, stream string) string {
	c.t.Helper()
	found, err := s.stream.Stream(c.t.Context(), stream)
	if err != nil {
		c.t.Fatal(err)
	}
	return found.CachedInfo().Cluster.Leader
}

// With one node of three gone, even the one that leads the jobs, clients and workers go on.
func TestClusterLosesNode(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for elections")
	}
	t.Parallel()
	c := startCluster(t)
	log := new(jobtest.Log)
	s := c.open(log)
	ctx := t.Context()
	if n, err := s.replicas(ctx); err != nil || n != 3 {
		t.Fatalf("%d replicas, error %v", n, err)
	}
	digest := put(t, s, "instance")
	first := submit(t, s)
	working := take(t, s, "w")
	events, failed := make(chan job.Event, 100), make(chan error, 1)
	go func() {
		defer close(events)
		for event, err := range s.Events(ctx, first.ID, 0) {
			if err != nil {
				failed <- err
				return
			}
			events <- event
		}
	}()
	<-events
	gone := c.leader(s, "KV_"+jobsBucket)
	c.kill(gone)

	second := submit(t, s)
	if list, err := s.Jobs(ctx, job.Filter{}, "", 10); err != nil || len(list) != 2 {
		t.Errorf("the list has %d jobs, error %v", len(list), err)
	}
	if data, err := s.Object(ctx, digest); err != nil || string(data) != "instance" {
		t.Errorf("the object is %q, error %v", data, err)
	}
	if cancelled, err := working.Renew(ctx); cancelled || err != nil {
		t.Errorf("renewed: cancelled %t, error %v", cancelled, err)
	}
	if err := errors.Join(working.Report(ctx, job.Progress{Best: 7}),
		working.Finish(ctx, job.Done, &job.Result{Length: 7}, nil)); err != nil {
		t.Error(err)
	}
	if got := take(t, s, "w").Job(); got.ID != second.ID || got.Attempt != 1 || len(got.Losses) != 0 {
		t.Errorf("took %+v", got)
	}
	last := job.Event{}
	for event := range events {
		last = event
	}
	if last.Job == nil || last.Job.State != job.Done {
		t.Errorf("the last event is %+v", last)
	}
	select {
	case err := <-failed:
		t.Error(err)
	default:
	}
	jobtest.Until(func() bool {
		counts := s.Figures().Jobs
		return counts[job.Running] == 1 && counts[job.Done] == 1
	})
	log.Await(`level=ERROR msg="a node of the NATS cluster is lost" node=` + gone)
	if got := s.Figures().Replicas; got != (job.Replicas{Current: 2, Lost: 1}) {
		t.Errorf("the replicas are %+v", got)
	}
	if err := s.Ready(ctx); err != nil {
		t.Error(err)
	}
}
