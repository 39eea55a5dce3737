package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/aco-vk/aco-vk/internal/filelock"
	"github.com/aco-vk/aco-vk/serve/store"
)

// errDamaged is why a check of a data folder failed. Its losses are printed.
var errDamaged = fmt.Errorf("%w: the data folder is damaged", errReported)

// checkFolder prints what is lost or damaged in the data folder.
func (s *serveCommand) checkFolder(c console) error {
	if s.Data == "" {
		return usagef("--check reads a data folder: give --data")
	}
	ctx, stop := untilInterrupted()
	defer stop()
	losses, err := store.Check(ctx, s.Data, s.logger(c))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, filelock.ErrLocked) {
		err = usageError{err}
	}
	if err != nil {
		return err
	}
	for _, l := range losses {
		fmt.Fprintln(c.out, l)
	}
	if len(losses) > 0 {
		fmt.Fprintf(c.out, "%s: %d losses: start the server, which goes on without them, or restore a backup\n",
			s.Data, len(losses))
		return errDamaged
	}
	fmt.Fprintf(c.out, "%s: nothing is lost or damaged\n", s.Data)
	return nil
}

// addressName is the file in the data folder with the URL of the NATS server, while it runs.
const addressName = "address"

func (s *serveCommand) writeAddress(url string) error {
	return os.WriteFile(filepath.Join(s.Data, addressName), []byte(url+"\n"), 0o600)
}

func (s *serveCommand) removeAddress() {
	_ = os.Remove(filepath.Join(s.Data, addressName)) // else it is the address of no server
}

// backUp writes a backup of the server that runs.
func (s *serveCommand) backUp(c console) error {
	token, err := readToken(s.tokenFile())
	if err != nil {
		return err
	}
	o := store.Options{URL: s.NATS, Token: token, Log: s.logger(c)}
	if s.Data != "" {
		address, err := os.ReadFile(filepath.Join(s.Data, addressName))
		if err != nil {
			return usagef("no server runs with %s: start it, or copy the folder: %w", s.Data, err)
		}
		if o.URL = strings.TrimSpace(string(address)); s.Workers != "" && s.TLSCert != "" {
			o.TLS = trustAlone(s.TLSCert)
		}
	}
	ctx, stop := untilInterrupted()
	defer stop()
	jobs, err := store.Join(ctx, o)
	if err != nil {
		return err
	}
	defer jobs.Close()
	if err := writeBackup(ctx, jobs, s.Backup); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s is a backup; aco-vk serve --data NEW --restore %s makes a data folder of it\n", s.Backup,
		s.Backup)
	return nil
}

// writeBackup writes a backup to a file, which is there when it is complete.
func writeBackup(ctx context.Context, jobs *store.Store, name string) error {
	return writeSynced(name, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<20)
		if err := jobs.Backup(ctx, out); err != nil {
			return err
		}
		return out.Flush()
	})
}

// restore makes the jobs of a backup.
func (s *serveCommand) restore(c console) error {
	file, err := os.Open(s.Restore)
	if err != nil {
		return usageError{err}
	}
	defer file.Close()
	token, err := s.token()
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	o := store.Options{Folder: s.Data, URL: s.NATS, Token: token, Log: s.logger(c)}
	if err := store.Restore(ctx, o, bufio.NewReaderSize(file, 1<<20)); err != nil {
		return fmt.Errorf("%s: %w", s.Restore, err)
	}
	fmt.Fprintf(c.out, "the jobs of %s are restored\n", s.Restore)
	return nil
}
