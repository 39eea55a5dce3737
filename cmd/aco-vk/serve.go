package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/filelock"
	"github.com/aco-vk/aco-vk/serve/api"
	"github.com/aco-vk/aco-vk/serve/page"
	"github.com/aco-vk/aco-vk/serve/store"
)

type serveCommand struct {
	Data           string   `placeholder:"DIR" xor:"store" required:"" file:"folder" help:"Folder for jobs, instances, tours and checkpoints, kept by a NATS server inside the program. It is created if it is missing; one process at a time uses it."`
	NATS           string   `name:"nats" placeholder:"URL" xor:"store" required:"" help:"Keep them in this NATS server or cluster, which needs JetStream, instead of a folder; addresses of several nodes are separated by commas."`
	Replicas       int      `placeholder:"N" help:"With --nats: nodes of the cluster that keep each job, 1, 3 or 5. Default: 3 where the cluster has as many, else 1."`
	TokenFile      string   `placeholder:"FILE" file:"read" help:"File with the token of the NATS server. With --data: default DIR/token, which is created; your own needs 20 characters."`
	Listen         string   `default:"127.0.0.1:8080" placeholder:"ADDR" help:"Address of the HTTP interface, as host:port. Without --tokens everybody who reaches it may use the service."`
	Tokens         string   `placeholder:"FILE" file:"read" help:"Clients need a token of this file: a name and a secret of at least 20 characters on each line. A client sees the jobs of its own name. SIGHUP reads the file again. Default: no access control."`
	Workers        string   `placeholder:"ADDR" help:"Address at which workers of other machines join the NATS server inside the program, as host:port. Default: only this machine's worker."`
	Device         []string `default:"auto" sep:"none" placeholder:"DEVICE" help:"Devices of this machine's worker, as for solve; none: no worker on this machine."`
	Lease          seconds  `default:"30s" help:"A worker that is silent for this time loses its job to another; at least 3s."`
	Keep           seconds  `placeholder:"DURATION" help:"Remove a job this long after its end, and forget its idempotency key. Default: jobs are kept."`
	MaxTime        seconds  `default:"3600s" help:"Longest run of a job, whatever its options."`
	MaxCities      int      `default:"1000000" help:"Most cities of an instance."`
	MaxBody        int64    `default:"67108864" placeholder:"BYTES" help:"Most bytes of the body of a request, and of what it decompresses to."`
	MaxJobs        int      `default:"1000" help:"Most jobs of a client that wait or run; without --tokens of all clients together."`
	Webhooks       []string `placeholder:"NETWORK" help:"Networks in which clients may name webhooks for the ends of their jobs: public, for the public Internet, or such as 10.1.0.0/16. Default: none."`
	MaxStored      int64    `placeholder:"BYTES" help:"Most bytes that a client's kept jobs have uploaded together; without --tokens all clients. Default: no limit."`
	MaxRate        int      `default:"100" help:"Most requests of a client a second, in the mean of five seconds. A client is a name of --tokens, or without them an address."`
	TrustedProxies []string `placeholder:"NETWORK" help:"Networks of proxies before the server, such as 10.1.0.0/16: the address of a client is the one that they add to X-Forwarded-For. Default: none; all clients behind a proxy have its address."`
	TLSCert        string   `placeholder:"FILE" and:"tls" file:"read" help:"Certificate with its chain, in PEM: the interface is HTTPS, and workers of other machines join by TLS. SIGHUP reads it again."`
	TLSKey         string   `placeholder:"FILE" and:"tls" file:"read" help:"Key of the certificate in PEM."`
	Backup         string   `placeholder:"FILE" xor:"once" file:"write" help:"Write a backup of the jobs and files of the server that runs with the same --data or --nats, and end."`
	Restore        string   `placeholder:"FILE" xor:"once" file:"read" help:"Make a new --data, or the streams in --nats, of a backup, and end."`
	CheckData      bool     `name:"check" xor:"once" help:"Read the data folder, print what is lost or damaged in it, and end: with exit code 0 if that is nothing, else 1. No server may use it."`

	logFlags
}

// noDevice is the value of --device for a server without a worker of its own.
const noDevice = "none"

const (
	// anyPort lets the operating system choose a port on the loopback interface.
	anyPort = "127.0.0.1:0"
	// shortestLease is more than the time between two announcements of a worker.
	shortestLease = 3 * time.Second
	// closeTime is how long answers may take that have begun when the server ends.
	closeTime = 5 * time.Second
)

func (s *serveCommand) Run(c console) (err error) {
	switch {
	case s.CheckData:
		return s.checkFolder(c)
	case s.Backup != "":
		return s.backUp(c)
	case s.Restore != "":
		return s.restore(c)
	}
	if err := s.check(); err != nil {
		return err
	}
	ctx, stop := untilTerminated() // SIGHUP: reloadOnHangup
	defer stop()
	token, err := s.token()
	if err != nil {
		return err
	}
	log := s.logger(c)
	access, err := s.readAccess()
	if err != nil {
		return err
	}
	hooks, err := s.webhooks()
	if err != nil {
		return err
	}
	proxies, err := s.proxies()
	if err != nil {
		return err
	}
	s.reloadOnHangup(ctx, access, log)
	limits := api.Options{MaxTime: time.Duration(s.MaxTime), MaxCities: s.MaxCities, MaxBody: s.MaxBody, Rate: s.MaxRate,
		Tokens: access.tokens, Webhooks: hooks, Proxies: proxies, Log: log, Version: version()}
	o := store.Options{Folder: s.Data, URL: s.NATS, Replicas: s.Replicas, Token: token, Lease: time.Duration(s.Lease),
		Keep: time.Duration(s.Keep), PerOwner: s.MaxJobs, Bytes: s.MaxStored, Log: log}
	if s.Data != "" {
		if o.Listen = anyPort; s.Workers != "" {
			o.Listen, o.TLS = s.Workers, access.tls()
		}
	}
	jobs, err := store.Open(ctx, o)
	if err != nil {
		return err
	}
	defer jobs.Close()
	if s.Data != "" {
		if err := s.writeAddress(jobs.URL()); err != nil {
			log.Warn("no backup can be made while the server runs", "error", err)
		}
		defer s.removeAddress()
	}
	ctx = untilClosed(ctx, jobs)
	remove, err := s.prepareIntake(&limits)
	if err != nil {
		return err
	}
	defer remove()
	listener, scheme, err := s.listen(access.tls())
	if err != nil {
		return err
	}
	server := api.NewServer(page.With(api.New(jobs, limits)))
	server.BaseContext = func(net.Listener) context.Context { return ctx }
	fmt.Fprintf(c.messages, "jobs are accepted at %s://%s/v1/jobs\n", scheme, listener.Addr())
	fmt.Fprintf(c.messages, "the page is at %s://%s/\n", scheme, listener.Addr())
	log.Info("server started", "version", version(), "address", listener.Addr().String(), "folder", s.Data)
	defer log.Info("server ended")
	join := s.NATS
	if s.Data != "" {
		join = jobs.URL()
	}
	if s.Workers != "" {
		fmt.Fprintf(c.messages, "workers join by aco-vk work --join %s --token-file %s\n", join, s.tokenFile())
	}
	worker := ownWorker{arguments: s.workerArguments(join), token: token, log: log,
		messages: rawMessages(c.messages), done: make(chan struct{})}
	go keepClean(ctx, jobs, log)
	if hooks != nil {
		go jobs.TellEnds(ctx, hooks.Call)
	}
	served := make(chan error, 2)
	go func() { served <- server.Serve(listener) }()
	if len(worker.arguments) > 0 {
		go func() {
			if err := worker.keep(ctx); err != nil {
				served <- err
			}
		}()
		defer func() { // it gives its job back while the store is open
			stop()
			<-worker.done
		}()
	}
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	ending, end := context.WithTimeout(context.Background(), closeTime)
	defer end()
	if err := server.Shutdown(ending); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = nil
		}
		return errors.Join(server.Close(), err, closedCause(ctx))
	}
	return closedCause(ctx)
}

// prepareIntake sets what reads the bodies of requests, and where large ones are kept. remove ends
// both.
func (s *serveCommand) prepareIntake(limits *api.Options) (remove func(), err error) {
	decoder, err := newDecoder()
	if err != nil {
		return nil, err
	}
	limits.Decoder = decoder
	if s.Data != "" {
		limits.Folder = filepath.Join(s.Data, "intake")
		err = os.RemoveAll(limits.Folder) // a server that was killed leaves files
		return func() {
			decoder.Close()
			_ = os.RemoveAll(limits.Folder) // the next server tries again
		}, err
	}
	own, err := filelock.NewOwn(os.TempDir(), "aco-vk-serve-*")
	if err != nil {
		return decoder.Close, err
	}
	limits.Folder = own.Path
	return func() {
		decoder.Close()
		own.Remove()
	}, nil
}

// check checks values whose types allow more than the service does.
func (s *serveCommand) check() error {
	if !slices.Contains([]int{0, 1, 3, 5}, s.Replicas) {
		return usagef("--replicas: %d is not allowed: give 1, 3 or 5", s.Replicas)
	}
	if s.Replicas > 1 && s.NATS == "" {
		return usagef("--replicas needs a cluster: give its address with --nats")
	}
	if s.Workers != "" && s.Data == "" {
		return usagef("--workers is an address of the NATS server inside the program; with --nats workers join that server")
	}
	if s.Workers != "" {
		if _, _, err := net.SplitHostPort(s.Workers); err != nil {
			return usagef("--workers: %w: give host:port", err)
		}
	}
	if slices.Contains(s.Device, noDevice) && len(s.Device) > 1 {
		return usagef("--device %s excludes all other devices", noDevice)
	}
	if time.Duration(s.Lease) < shortestLease {
		return usagef("--lease: %v is too short, a worker reports every two seconds: give %v or more",
			time.Duration(s.Lease), shortestLease)
	}
	if s.MaxStored < 0 {
		return usagef("--max-stored: %d is not allowed, 0 is no limit", s.MaxStored)
	}
	for name, most := range map[string]int64{"cities": int64(s.MaxCities), "body": s.MaxBody, "jobs": int64(s.MaxJobs),
		"rate": int64(s.MaxRate)} {
		if most < 1 {
			return usagef("--max-%s: %d is not allowed, at least 1 is", name, most)
		}
	}
	return nil
}

// workerArguments returns the command line of this machine's worker, nil if it has none.
func (s *serveCommand) workerArguments(join string) []string {
	arguments := append([]string{"work", "--attached", "--join", join}, s.logFlags.arguments()...)
	if s.Data != "" {
		arguments = append(arguments, "--folder", filepath.Join(s.Data, "worker"))
	}
	if s.Workers != "" && s.TLSCert != "" {
		arguments = append(arguments, "--ca", s.TLSCert)
	}
	if slices.Contains(s.Device, noDevice) {
		return nil
	}
	for _, name := range s.Device {
		arguments = append(arguments, "--device", name)
	}
	return arguments
}

// listen listens at the address of the HTTP interface. scheme is the scheme of its URLs.
func (s *serveCommand) listen(config *tls.Config) (listener net.Listener, scheme string, err error) {
	if listener, err = net.Listen("tcp", s.Listen); err != nil {
		return nil, "", usageError{err}
	}
	if config == nil {
		return listener, "http", nil
	}
	return tls.NewListener(listener, config), "https", nil
}

// cleanEvery is the time between two removals of old data. Each removal reads all jobs.
const cleanEvery = 10 * time.Minute

// keepClean removes what the store no longer needs, until the context ends.
func keepClean(ctx context.Context, jobs *store.Store, log *slog.Logger) {
	ticker := time.NewTicker(cleanEvery)
	defer ticker.Stop()
	for {
		if err := jobs.Clean(ctx); err != nil && ctx.Err() == nil {
			log.Warn("old data stays; it is removed later", "pause", cleanEvery, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
