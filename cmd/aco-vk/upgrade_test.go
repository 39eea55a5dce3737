package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/aco-vk/aco-vk/serve/client"
	"github.com/aco-vk/aco-vk/serve/job"
)

// A cluster is upgraded while clients submit jobs: a server and a worker of this version join, and
// the earlier ones end. No job is lost, and every length is right. ACO_VK_UPGRADE is the revision
// of the earlier version, which is built.
func TestUpgradeOfRunningCluster(t *testing.T) {
	revision := os.Getenv("ACO_VK_UPGRADE")
	if revision == "" {
		t.Skip("builds an earlier version: ACO_VK_UPGRADE is its revision")
	}
	earlier := buildRevision(t, revision)
	nats := startNATS(t)
	instance, exact := servedInstance(t, 200, 3)
	serve := func(program string) (*exec.Cmd, *client.Client) {
		command, said := beginProgram(t, program, "serve", "--nats", nats, "--listen", "127.0.0.1:0", "--device", "none", "--lease", "3s")
		address := said.AwaitMatch(`the page is at (http://\S+)/`)[1]
		return command, &client.Client{URL: address}
	}
	oldServer, oldClient := serve(earlier)
	oldWorker, _ := beginProgram(t, earlier, "work", "--join", nats, "--device", "cpu")

	to := atomic.Pointer[client.Client]{}
	to.Store(oldClient)
	accepted := make(chan string) // jobs
	ctx, end := context.WithCancel(t.Context())
	go func() {
		defer close(accepted)
		for ctx.Err() == nil {
			j, err := to.Load().Submit(context.WithoutCancel(ctx), client.Submission{Coordinates: pairs(instance),
				Options: job.Options{Iterations: 20}})
			if err != nil {
				t.Error(err)
				return
			}
			accepted <- j.ID
		}
	}()
	var ids []string
	submitted := func(jobs int) {
		for range jobs {
			ids = append(ids, <-accepted)
		}
	}
	submitted(6)
	if _, err := oldClient.Wait(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	_, newClient := serve("aco-vk")
	to.Store(newClient)
	submitted(2) // the last submission to the old server is answered
	oldServer.Process.Signal(syscall.SIGTERM)
	beginProgram(t, "aco-vk", "work", "--join", nats, "--device", "cpu")
	submitted(4)
	oldWorker.Process.Signal(syscall.SIGTERM)
	oldWorker.Wait()
	submitted(6) // for the new worker
	end()
	for id := range accepted {
		ids = append(ids, id)
	}

	workers := map[string]int{}
	for _, id := range ids {
		j, err := newClient.Wait(t.Context(), id)
		if err != nil || j.State != job.Done {
			t.Fatalf("job %s is %s, error %v", id, j.State, err)
		}
		verifyJob(t, j, exact)
		workers[j.Worker]++
	}
	if len(workers) != 2 {
		t.Errorf("%d jobs of workers %v", len(ids), workers)
	}
	t.Logf("%d jobs were done by %v", len(ids), workers)
}

// buildRevision builds the program of a revision.
func buildRevision(t *testing.T, revision string) string {
	t.Helper()
	folder := t.TempDir()
	tree, program := filepath.Join(folder, "tree"), filepath.Join(folder, "aco-vk")
	for _, command := range [][]string{
		{"git", "worktree", "add", "--detach", tree, revision}, {"go", "build", "-C", tree, "-o", program, "./cmd/aco-vk"},
	} {
		if said, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", strings.Join(command, " "), err, said)
		}
	}
	t.Cleanup(func() { _ = exec.Command("git", "worktree", "remove", "--force", tree).Run() })
	return program
}

// startNATS starts a NATS server with JetStream, and returns its URL.
func startNATS(t *testing.T) string {
	t.Helper()
	nats, err := server.NewServer(&server.Options{JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
		Host: "127.0.0.1", Port: server.RANDOM_PORT, MaxPayload: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	nats.Start()
	t.Cleanup(func() {
		nats.Shutdown()
		nats.WaitForShutdown()
	})
	if !nats.ReadyForConnections(time.Hour) {
		t.Fatal("NATS did not start")
	}
	return nats.ClientURL()
}
