package store

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/aco-vk/aco-vk/internal/scratch"
	"github.com/aco-vk/aco-vk/serve/job"
)

// ledgerName is the file of the ledger in the data folder.
const ledgerName = "ledger"

// What a line of the ledger says of a name.
const (
	hasStream  = "stream" // the folder has it
	hasJob     = "job"    // it was accepted
	hasEnded   = "ended"
	hasRemoved = "removed"
)

// ledger is the list of all jobs of a data folder, in a file beside the files of the NATS server.
// The server leaves out what it cannot read of its own files; the ledger tells what is missing
// then. Each line has a checksum. The methods of nil do nothing: a cluster has no ledger.
type ledger struct {
	name    string
	streams []string        // that the folder had when the ledger was read
	jobs    map[string]bool // that the folder had then, and whether they had ended

	mu   sync.Mutex
	file *os.File // nil: it is not complete yet
	torn bool     // the file may end within a line
}

// readLedger reads the ledger of a folder. Without a ledger it is empty. A line that was not
// written to its end, or that is damaged, is left out.
func readLedger(folder string) (*ledger, error) {
	l := &ledger{name: filepath.Join(folder, ledgerName), jobs: map[string]bool{}}
	text, err := os.ReadFile(l.name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	removed := map[string]bool{} // the end of a job may be written after its removal
	for line := range strings.Lines(string(text)) {
		kind, rest, _ := strings.Cut(line, " ")
		name, _, _ := strings.Cut(rest, " ")
		if line != ledgerLine(kind, name) || removed[name] {
			continue
		}
		switch kind {
		case hasStream:
			l.streams = append(l.streams, name)
		case hasJob:
			if _, known := l.jobs[name]; !known {
				l.jobs[name] = false
			}
		case hasEnded:
			l.jobs[name] = true
		case hasRemoved:
			delete(l.jobs, name)
			removed[name] = true
		}
	}
	return l, nil
}

// ledgerLine returns a line of the ledger.
func ledgerLine(kind, name string) string {
	return fmt.Sprintf("%s %s %08x\n", kind, name, crc32.ChecksumIEEE([]byte(kind+" "+name)))
}

// begin writes the ledger anew with the jobs that a function returns, and adds later changes to it.
// Jobs that are lost, and ends, stay in it, so that each later look finds them. On a full disk it goes on
// with the ledger that is there.
func (l *ledger) begin(streams []string, jobs func() map[string]job.State) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err = l.rewrite(streams, jobs())
	if l.torn = errors.Is(err, syscall.ENOSPC); err != nil && !l.torn {
		return fmt.Errorf("write the ledger: %w", err)
	}
	l.file, err = os.OpenFile(l.name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	return err
}

func (l *ledger) rewrite(streams []string, jobs map[string]job.State) error {
	var text bytes.Buffer
	for _, name := range streams {
		text.WriteString(ledgerLine(hasStream, name))
	}
	all := maps.Clone(l.jobs)
	for id, now := range jobs {
		all[id] = all[id] || now.Final()
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		kind := hasJob
		if all[id] {
			kind = hasEnded
		}
		text.WriteString(ledgerLine(kind, id))
	}
	return scratch.Replace(l.name, 0o600, func(w io.Writer) error {
		_, err := text.WriteTo(w)
		return err
	})
}

// add adds a line. Only a removal waits for the disk: a job that the ledger lacks is no loss.
func (l *ledger) add(kind, name string) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	line := ledgerLine(kind, name)
	if l.torn {
		line = "\n" + line
	}
	_, err := l.file.WriteString(line)
	l.torn = err != nil
	if err == nil && kind == hasRemoved {
		err = scratch.Disk.Sync(l.file)
	}
	if err != nil {
		return fmt.Errorf("write the ledger: %w", err)
	}
	return nil
}

// close ends the use of the ledger.
func (l *ledger) close() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
}
