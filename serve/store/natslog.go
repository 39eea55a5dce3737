package store

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"

	"github.com/aco-vk/aco-vk/serve/job"
)

// natsLog passes what the server inside the process says to a log, and its errors to those who
// wait for them. It implements server.Logger.
type natsLog struct {
	log *slog.Logger
	// fatal has the error that keeps the server from starting, such as a port in use.
	fatal chan error
	// errors has an element if the server has logged an error since it was last looked at.
	errors chan struct{}
	// strangers sums up errors of connections, such as wrong tokens.
	strangers job.Summary[string]
}

// ofConnection matches an error of a connection: its address, and what is wrong.
var ofConnection = regexp.MustCompile(`^(\S+):\d+ - cid:\d+ - (?:".*" - )?(.*)`)

func newNATSLog(log *slog.Logger) *natsLog {
	return &natsLog{log: log.With("part", "nats"), fatal: make(chan error, 1), errors: make(chan struct{}, 1)}
}

func (l *natsLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l *natsLog) Warnf(format string, v ...any)   { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l *natsLog) Debugf(string, ...any)           {}
func (l *natsLog) Tracef(string, ...any)           {}

func (l *natsLog) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	if found := ofConnection.FindStringSubmatch(text); found != nil { // says nothing of the store
		address, wrong := found[1], found[2]
		kind, _, _ := strings.Cut(wrong, ",") // what follows may be what the stranger has sent
		l.strangers.Add(address+kind, func(times int) { l.log.Warn(wrong, "address", address, "times", times) })
		return
	}
	l.log.Error(text)
	signal(l.errors)
}

// signal puts an element into a channel that has none.
func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

func (l *natsLog) Fatalf(format string, v ...any) {
	select {
	case l.fatal <- fmt.Errorf(format, v...):
	default:
	}
}
