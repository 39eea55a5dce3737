package store

import (
	"fmt"
	"log/slog"
)

// natsLog passes what the server inside the process says to a log, and its errors to those who
// wait for them. It implements server.Logger.
type natsLog struct {
	log *slog.Logger
	// fatal has the error that keeps the server from starting, such as a port in use.
	fatal chan error
	// errors has an element if the server has logged an error since it was last looked at.
	errors chan struct{}
}

func newNATSLog(log *slog.Logger) *natsLog {
	return &natsLog{log.With("part", "nats"), make(chan error, 1), make(chan struct{}, 1)}
}

func (l *natsLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l *natsLog) Warnf(format string, v ...any)   { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l *natsLog) Debugf(string, ...any)           {}
func (l *natsLog) Tracef(string, ...any)           {}

func (l *natsLog) Errorf(format string, v ...any) {
	l.log.Error(fmt.Sprintf(format, v...))
	select {
	case l.errors <- struct{}{}:
	default:
	}
}

func (l *natsLog) Fatalf(format string, v ...any) {
	select {
	case l.fatal <- fmt.Errorf(format, v...):
	default:
	}
}
