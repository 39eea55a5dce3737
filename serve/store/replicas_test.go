package store

import (
	"log/slog"
	"strings"
	"testing"
)

// A single NATS server has one replica, which is said. More are refused.
func TestReplicasOfSingleServer(t *testing.T) {
	o, log := existing(t), &strings.Builder{}
	o.Log = slog.New(slog.NewTextHandler(log, nil))
	s := open(t, o)
	if n, err := s.replicas(t.Context()); err != nil || n != 1 {
		t.Errorf("%d replicas, error %v", n, err)
	}
	if !strings.Contains(log.String(), "too few nodes") {
		t.Errorf("the log is %s", log)
	}
	for _, o := range []Options{o, {Folder: t.TempDir()}} {
		o.Replicas = 3
		if _, err := Open(t.Context(), o); err == nil {
			t.Errorf("%+v was opened", o)
		}
	}
}
