package store

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Options say where jobs are kept, and how. One of Folder, Memory and URL has to be given.
type Options struct {
	Folder string // of the server inside the process
	// Memory keeps all that is stored in the memory of the process, until Close.
	Memory bool
	// Listen is the address, host:port, at which the server inside the process accepts workers of
	// other machines; "": none.
	Listen string
	Token  string // that workers of other machines need, and that opens the cluster; "": none, without Listen alone
	URL    string // of an existing cluster, or of several of its nodes, separated by commas
	// TLS is for the connections of workers of other machines: the certificate of the server inside
	// the process, or what Join trusts at a URL of scheme tls; nil: no encryption, or the trust of
	// the system.
	TLS *tls.Config
	// Replicas is the number of nodes of the cluster that keep each job; 0: 3 where the cluster
	// has as many nodes, else 1.
	Replicas int

	Lease      time.Duration // a worker that is silent for this time loses its job, at least 100 ms; 0: 30 s
	Deliveries int           // workers that may lose a job before it has failed; 0: 5
	PerOwner   int           // jobs of an owner that may wait or run; 0: 100,000
	Bytes      int64         // of what was uploaded for an owner's jobs that are kept; 0: without a limit
	// Keep: from the end of a job until Clean removes it, and from its submission until its
	// idempotency key is forgotten; 0: for ever
	Keep time.Duration

	Log *slog.Logger // nil: nothing is logged

	inProcess nats.InProcessConnProvider // of the server of URL, in tests
}

const (
	defaultLease      = 30 * time.Second
	shortestLease     = 100 * time.Millisecond
	defaultDeliveries = 5
	mostUnended       = 100_000 // jobs that may wait or run
	// reconnectTime is the time between two attempts to reach the server inside the process.
	reconnectTime = 100 * time.Millisecond
)

// withDefaults returns the options with defaults in place of missing values.
func (o Options) withDefaults() Options {
	o.Lease, o.Deliveries = cmp.Or(o.Lease, defaultLease), cmp.Or(o.Deliveries, defaultDeliveries)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

// Store keeps jobs. Its methods may be called concurrently.
type Store struct {
	options Options
	local   *localServer // nil: of another process
	conn    *nats.Conn
	life    context.Context // ends with the connection
	stream  jetstream.JetStream

	jobs, keys, workers, machines jetstream.KeyValue
	hooks                         jetstream.KeyValue // of a server; a worker has none
	objects                       jetstream.ObjectStore
	locks                         objectLocks
	stored                        storedObjects
	queue                         jetstream.Stream
	waiting                       jetstream.Consumer
	tally                         *tally
	ledger                        *ledger       // nil: of a cluster
	damaged                       atomic.Bool   // jobs are lost: nothing is cleaned
	moved                         chan struct{} // has an element if jobs may move up in the queue
}

var (
	_ job.Store = (*Store)(nil)
	_ job.Queue = (*Store)(nil)
)

// Open opens the store of a server. It creates missing parts, and changes the lease of an existing
// store. It also queues jobs that wait without a message, now and later. The error wraps a
// *schema.Error if a later version has written the store.
func Open(ctx context.Context, o Options) (*Store, error) {
	s, named, err := count(ctx, o, (*Store).createReplicated)
	if err == nil && o.Folder != "" {
		if err = s.beginLedger(ctx, named); err == nil {
			err = s.requeue(ctx, 0) // nobody else accepts jobs
		}
	}
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("open store: %w", err)
	}
	if o.Folder != "" {
		holdReserve(o.Folder)
		go s.watchHealth(s.life)
	}
	go s.keepQueued(s.life)
	go s.keepLooking(s.life)
	if s.local == nil {
		go s.keepRaising(s.life)
	}
	return s, nil
}

// count opens a store, whose streams a function finds, and counts its jobs. It returns the objects
// that they name, each with a job. The store can be closed if there is an error, too.
func count(
	ctx context.Context, o Options, find func(*Store, context.Context) error,
) (s *Store, named map[job.Digest]string, err error) {
	s = &Store{options: o.withDefaults(), moved: make(chan struct{}, 1)}
	if given := []bool{o.Folder != "", o.Memory, o.URL != ""}; slices.Index(given, true) < 0 ||
		slices.Contains(given[slices.Index(given, true)+1:], true) {
		return s, nil, errors.New("give a folder, memory or the URL of a NATS server")
	}
	if s.options.Lease < shortestLease {
		return s, nil, fmt.Errorf("a lease of %v is too short: give %v or more", o.Lease, shortestLease)
	}
	if o.URL == "" {
		if s.local, err = startServer(ctx, s.options); err != nil {
			return s, nil, err
		}
	}
	if err := s.connect(); err != nil {
		return s, nil, fmt.Errorf("connect to NATS: %w", err)
	}
	if o.Folder != "" {
		if s.ledger, err = readLedger(o.Folder); err == nil {
			err = s.checkStreams(ctx)
		}
		if err != nil {
			return s, nil, fmt.Errorf("%s: %w", o.Folder, err)
		}
	}
	if err := find(s, ctx); err != nil {
		if refused := (*jetstream.APIError)(nil); s.local == nil && !isOtherSchema(err) && !errors.As(err, &refused) {
			err = s.unreachable(err)
		}
		return s, nil, err
	}
	s.tally = newTally()
	named, err = s.startTally(ctx)
	return s, named, err
}

// unreachable returns the error of a NATS server that does not answer as it should.
func (s *Store) unreachable(err error) error {
	if last := s.conn.LastError(); last != nil {
		err = last // why there is no connection
	}
	return fmt.Errorf("no NATS server with JetStream answers at %s; "+
		"check the address, the token and the certificate: %w", s.options.URL, err)
}

// Join opens the store of a server for a worker, as the server has configured it. The options are
// the URL, the token, TLS and the log. It has the same errors as Open.
func Join(ctx context.Context, o Options) (*Store, error) {
	if o.URL == "" {
		return nil, errors.New("open store: give the URL of a NATS server")
	}
	s := &Store{options: o.withDefaults()}
	if err := s.connect(); err != nil {
		return nil, fmt.Errorf("open store: connect to NATS: %w", err)
	}
	err := s.find(ctx)
	switch {
	case err == nil:
		return s, nil
	case errors.Is(err, jetstream.ErrBucketNotFound), errors.Is(err, jetstream.ErrStreamNotFound),
		errors.Is(err, jetstream.ErrConsumerNotFound):
		err = fmt.Errorf("the NATS server at %s has no queue of jobs yet; start the server of the jobs first: %w", o.URL, err)
	case !isOtherSchema(err):
		err = s.unreachable(err)
	}
	s.Close()
	return nil, fmt.Errorf("open store: %w", err)
}

func (s *Store) connect() (err error) {
	life, end := context.WithCancel(context.Background())
	s.life, s.locks = life, newObjectLocks()
	options := []nats.Option{
		nats.Name("aco-vk"), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(s.local == nil),
		nats.ClosedHandler(func(*nats.Conn) { end() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // not by Close
				s.options.Log.Warn("the connection to NATS is lost", "error", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { // else it is printed
			s.options.Log.Warn("the connection to NATS has an error", "error", err)
		}),
		nats.ReconnectHandler(func(c *nats.Conn) {
			s.options.Log.Info("connected to NATS again", "server", c.ConnectedUrlRedacted())
		}),
	}
	if s.options.Token != "" {
		options = append(options, nats.Token(s.options.Token))
	}
	switch {
	case s.local != nil:
		options = append(options, nats.InProcessServer(s.local), nats.ReconnectWait(reconnectTime))
	case s.options.inProcess != nil:
		options = append(options, nats.InProcessServer(s.options.inProcess))
	case s.options.TLS != nil:
		options = append(options, nats.Secure(s.options.TLS))
	}
	if s.conn, err = nats.Connect(s.options.URL, options...); err != nil {
		return err
	}
	s.stream, err = jetstream.New(s.conn)
	return err
}

// Closed returns a channel that is closed when the connection to NATS has ended and will not come
// back: by Close, or because the server has refused it. A connection that is lost comes back.
func (s *Store) Closed() <-chan struct{} { return s.life.Done() }

// Close closes the connection and ends the server inside the process.
func (s *Store) Close() {
	if s.conn != nil {
		s.conn.Close()
	}
	if s.local != nil {
		s.local.stop()
	}
	s.ledger.close()
}

// URL returns the URL at which workers of other machines reach the server inside the process; "":
// it does not listen.
func (s *Store) URL() string {
	if s.local == nil || s.options.Listen == "" {
		return ""
	}
	return s.local.server.Load().ClientURL()
}
