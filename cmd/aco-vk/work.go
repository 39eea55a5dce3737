package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"syscall"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/worker"
)

type workCommand struct {
	Join      string   `required:"" placeholder:"URL" help:"NATS server to take jobs from: the URL that aco-vk serve prints, or the URL of a cluster."`
	TokenFile string   `placeholder:"FILE" file:"read" help:"File with the token of the NATS server; of aco-vk serve, the file token in its data folder."`
	CA        string   `name:"ca" placeholder:"FILE" file:"read" help:"Certificates in PEM that the NATS server's may be signed by, or its own. Default: those that the system trusts."`
	Name      string   `placeholder:"NAME" help:"Unique name of this worker. Default: the machine's name and the number of the process."`
	Device    []string `default:"auto" sep:"none" placeholder:"DEVICE" help:"As for solve. Given several times, the colonies of each job are spread over the devices."`
	Attached  bool     `hidden:"" help:"End when standard input ends."`
	Folder    string   `hidden:"" file:"folder" help:"Folder in which the worker makes one of its own for checkpoints. Default: the folder for temporary files."`

	emulateFlags
	logFlags
}

func (w *workCommand) Run(c console) (err error) {
	token, err := readToken(w.TokenFile)
	if err != nil {
		return err
	}
	log := w.logger(c)
	name, err := w.name()
	if err != nil {
		return err
	}
	until := untilInterrupted
	if w.Attached { // the server, which SIGHUP does not end either, ends it
		signal.Ignore(syscall.SIGHUP)
		until = untilAsked
	}
	ctx, stop := until()
	defer stop()
	trusted, err := w.trusted()
	if err != nil {
		return err
	}
	jobs, err := store.Join(ctx, store.Options{URL: w.Join, Token: token, TLS: trusted, Log: log})
	if err != nil {
		return err
	}
	defer jobs.Close()
	if w.Attached {
		ctx = untilEnd(ctx, c.in, jobs.Close) // the server has died, and nobody answers
	} else {
		ctx = untilClosed(ctx, jobs)
	}
	o := worker.Options{Name: name, Version: version(), Folder: w.Folder, Log: log}
	devices, err := w.openAll(w.Device, openOptions{checker: w.checkInChild()})
	if err != nil {
		return err
	}
	if o.Solver, err = aco.NewSolver(devices...); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Solver.Close()) }()
	return errors.Join(worker.Run(ctx, jobs, o), closedCause(ctx))
}

// trusted returns the TLS with which the worker joins; nil: by the URL, with the trust of the
// system.
func (w *workCommand) trusted() (*tls.Config, error) {
	switch {
	case w.CA == "":
		return nil, nil
	case w.Attached:
		return trustAlone(w.CA), nil
	}
	return trust(w.CA)
}

// errClosed is why a command ends that cannot reach its jobs any more.
var errClosed = errors.New("the connection to the NATS server has ended for good, " +
	"as it does when the server refuses the token: start this command again")

// untilClosed returns a context that ends with errClosed when the connection of a store does.
func untilClosed(ctx context.Context, jobs *store.Store) context.Context {
	ctx, end := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-jobs.Closed():
			end(errClosed)
		case <-ctx.Done():
			end(nil)
		}
	}()
	return ctx
}

// closedCause returns errClosed if that is why a context has ended.
func closedCause(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), errClosed) {
		return errClosed
	}
	return nil
}

// workerName is what NATS allows as a key. It closes a connection with a line of more than 4 kB.
var workerName = regexp.MustCompile(`^[-0-9A-Za-z_]{1,64}$`)

// name returns the name of the worker.
func (w *workCommand) name() (string, error) {
	if w.Name == "" {
		host, err := os.Hostname()
		if err != nil || !workerName.MatchString(host) {
			host = "worker"
		}
		return fmt.Sprintf("%s-%d", host, os.Getpid()), nil
	}
	if !workerName.MatchString(w.Name) {
		return "", usagef("name %q of the worker: use letters, digits, - and _, up to 64 of them", w.Name)
	}
	return w.Name, nil
}

// untilEnd returns a context that ends when a reader does, after a call of ended.
func untilEnd(ctx context.Context, r io.Reader, ended func()) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		io.Copy(io.Discard, r)
		ended()
	}()
	return ctx
}
