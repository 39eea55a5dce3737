package store

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/aco-vk/aco-vk/internal/filelock"
)

const (
	// acceptTime is how long the server may take to accept connections after it has read all
	// streams.
	acceptTime = 30 * time.Second
	// slowStart is the time after which a log says that the streams are still being read. A large
	// folder, or one that is damaged, takes minutes.
	slowStart = 2 * time.Second
)

// maxRecord is the largest record of a job. The exchanges of a long run on many machines take more
// than NATS's default of 1 MiB.
const maxRecord = 8 << 20

// maxStore is a limit that no disk reaches. NATS would stop at 75% of the space that was free when
// it started, for good.
const maxStore = 1 << 60

// localServer is a NATS server inside the process. It can be started again while clients are
// connected: they connect again.
type localServer struct {
	folder  string          // "": of a store in memory
	options *server.Options // of the next start
	log     *natsLog
	lock    *os.File // of the folder; nil: of a store in memory

	busy    lock // for starting and stopping
	stopped bool
	server  atomic.Pointer[server.Server]
}

// startServer starts a server that keeps its data in a folder or in memory.
func startServer(ctx context.Context, o Options) (*localServer, error) {
	options, err := serverOptions(o)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if o.Memory {
		return startInMemory(ctx, options, o)
	}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	lock, err := filelock.File(filepath.Join(o.Folder, "lock"))
	if err != nil {
		return nil, fmt.Errorf("open store %s: lock the folder: %w", o.Folder, err)
	}
	if _, err := os.Stat(filepath.Join(o.Folder, restoringName)); err == nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", o.Folder, errRestoring), lock.Close())
	}
	defer logSlow(o.Log, o.Folder)()
	l := &localServer{folder: o.Folder, options: options, log: newNATSLog(o.Log), lock: lock, busy: newLock()}
	_ = os.Remove(filepath.Join(o.Folder, startReserveName)) // an earlier version has none
	if err = removeIndexes(o.Folder); err == nil {
		err = l.start(ctx)
	}
	if err != nil {
		holdReserve(o.Folder) // for the next start
		return nil, errors.Join(fmt.Errorf("open store %s: %w", o.Folder, err), lock.Close())
	}
	return l, nil
}

// startInMemory starts a server that keeps its data in memory. It needs a folder all the same.
func startInMemory(ctx context.Context, options *server.Options, o Options) (_ *localServer, err error) {
	if options.StoreDir, err = os.MkdirTemp("", "aco-vk-store-*"); err != nil {
		return nil, fmt.Errorf("open store in memory: %w", err)
	}
	l := &localServer{options: options, log: newNATSLog(o.Log), busy: newLock()}
	if err := l.start(ctx); err != nil {
		return nil, fmt.Errorf("open store in memory: %w", errors.Join(err, os.RemoveAll(options.StoreDir)))
	}
	return l, nil
}

// serverOptions returns the options of the server inside the process.
func serverOptions(o Options) (*server.Options, error) {
	options := &server.Options{
		ServerName: "aco-vk", JetStream: true, StoreDir: o.Folder, SyncAlways: !o.Memory, NoLog: true, NoSigs: true,
		DontListen: true, Authorization: o.Token, MaxPayload: maxRecord, JetStreamMaxStore: maxStore,
		TLSConfig: o.TLS,
	}
	if o.Listen == "" {
		return options, nil
	}
	if o.Token == "" {
		return nil, fmt.Errorf("the address %s for workers needs a token", o.Listen)
	}
	options.CustomClientAuthentication = tokenOf(o.Token)
	options.AuthTimeout = authSeconds
	host, port, err := net.SplitHostPort(o.Listen)
	if err == nil {
		options.DontListen, options.Host = false, host
		options.Port, err = strconv.Atoi(port)
	}
	if options.Port == 0 {
		options.Port = server.RANDOM_PORT
	}
	if err != nil {
		return nil, fmt.Errorf("address %q for workers: give host:port", o.Listen)
	}
	return options, nil
}

// tokenOf checks the tokens of connections.
type tokenOf string

// authSeconds is how long a connection may take to give its token, in seconds: a busy machine takes longer
// than the server's own two.
const authSeconds = 10

// wrongPause is how long a connection with a wrong token waits for the answer.
const wrongPause = time.Second

// Check implements server.Authentication.
func (t tokenOf) Check(c server.ClientAuthentication) bool {
	isRight := subtle.ConstantTimeCompare([]byte(c.GetOpts().Token), []byte(t)) == 1
	if !isRight {
		time.Sleep(wrongPause) // only this connection waits
	}
	return isRight
}

// start starts the server, and waits until it has read the folder.
func (l *localServer) start(ctx context.Context) error {
	started, err := server.NewServer(l.options.Clone())
	if err != nil {
		return fmt.Errorf("start NATS: %w", err)
	}
	started.SetLoggerV2(l.log, false, false, false)
	ready := make(chan bool, 1)
	go func() {
		started.Start()
		ready <- started.ReadyForConnections(acceptTime)
	}()
	if err := l.wait(ctx, ready); err != nil {
		started.Shutdown()
		return fmt.Errorf("start NATS: %w", err)
	}
	if address, ok := started.Addr().(*net.TCPAddr); ok { // also of the next start
		l.options.Port = address.Port
	}
	l.server.Store(started)
	return nil
}

// wait waits until a server is ready.
func (l *localServer) wait(ctx context.Context, ready <-chan bool) error {
	select {
	case err := <-l.log.fatal:
		if strings.HasPrefix(err.Error(), "Error listening") {
			err = fmt.Errorf("%w; give the workers another address, or end the process that uses it", err)
		}
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case ok := <-ready:
		if !ok {
			return fmt.Errorf("it accepts no connections after %v", acceptTime)
		}
		return nil
	}
}

// restart starts the server again.
func (l *localServer) restart(ctx context.Context) error {
	if err := l.busy.lock(ctx); err != nil {
		return err
	}
	defer l.busy.unlock()
	if l.stopped {
		return server.ErrServerNotRunning
	}
	l.shutdown()
	return l.start(ctx)
}

// stop ends the server and gives the folder free.
func (l *localServer) stop() {
	_ = l.busy.lock(context.Background()) // a server that starts is ready or has failed in acceptTime after it has read its folder
	defer l.busy.unlock()
	l.stopped = true
	l.shutdown()
	if l.lock == nil {
		_ = os.RemoveAll(l.options.StoreDir) // of the system's folder of temporary files
		return
	}
	holdReserve(l.folder)
	l.lock.Close()
}

func (l *localServer) shutdown() {
	running := l.server.Load()
	running.Shutdown()
	running.WaitForShutdown()
}

// InProcessConn implements nats.InProcessConnProvider.
func (l *localServer) InProcessConn() (net.Conn, error) { return l.server.Load().InProcessConn() }
