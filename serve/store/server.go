package store

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/aco-vk/aco-vk/internal/filelock"
)

// startTime is how long the server may take to start. It reads the index of all streams.
const startTime = 30 * time.Second

// maxRecord is the largest record of a job. The exchanges of a long run on many machines take more
// than NATS's default of 1 MiB.
const maxRecord = 8 << 20

// localServer is a NATS server inside the process.
type localServer struct {
	server *server.Server
	lock   *os.File // of the folder
}

// startServer starts a server that keeps its data in a folder.
func startServer(o Options) (*localServer, error) {
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	lock, err := filelock.File(filepath.Join(o.Folder, "lock"))
	if err != nil {
		return nil, fmt.Errorf("open store %s: lock the folder: %w", o.Folder, err)
	}
	options := &server.Options{
		ServerName: "aco-vk", JetStream: true, StoreDir: o.Folder, SyncAlways: true, NoLog: true, NoSigs: true,
		DontListen: true, Authorization: o.Token, MaxPayload: maxRecord,
		TLSConfig: o.TLS,
	}
	if o.Listen != "" {
		if o.Token == "" {
			err := fmt.Errorf("open store: the address %s for workers needs a token", o.Listen)
			return nil, errors.Join(err, lock.Close())
		}
		host, port, err := net.SplitHostPort(o.Listen)
		if err == nil {
			options.DontListen, options.Host = false, host
			options.Port, err = strconv.Atoi(port)
		}
		if options.Port == 0 {
			options.Port = server.RANDOM_PORT
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("open store: address %q for workers: give host:port", o.Listen),
				lock.Close())
		}
	}
	started, err := server.NewServer(options)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open store: start NATS: %w", err), lock.Close())
	}
	l := &localServer{started, lock}
	started.Start()
	if !started.ReadyForConnections(startTime) {
		l.stop()
		return nil, fmt.Errorf("open store %s: NATS did not start within %v", o.Folder, startTime)
	}
	return l, nil
}

// stop ends the server and gives the folder free.
func (l *localServer) stop() {
	l.server.Shutdown()
	l.server.WaitForShutdown()
	l.lock.Close()
}
