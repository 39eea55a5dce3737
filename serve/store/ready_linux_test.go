package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/aco-vk/aco-vk/serve/job"
)

// JetStream does not answer writes to a full disk. The store is then not ready, and a submission
// fails when its context ends. It needs the right to mount.
func TestFullDisk(t *testing.T) {
	folder := t.TempDir()
	if err := unix.Mount("none", folder, "tmpfs", 0, "size=8m"); err != nil {
		t.Skip("cannot mount a small disk: ", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	s := open(t, Options{Folder: filepath.Join(folder, "jobs")})
	if err := s.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(folder, "other"))
	if err != nil {
		t.Fatal(err)
	}
	for written := 1; written > 0 && err == nil; {
		written, err = file.Write(make([]byte, 4096))
	}
	if err := errors.Join(ignored(err, unix.ENOSPC), file.Close()); err != nil {
		t.Fatal(err)
	}
	ctx, end := contextWithin(t, 500*time.Millisecond)
	defer end()
	if err := s.Ready(ctx); !errors.Is(err, job.ErrUnavailable) {
		t.Errorf("ready: error %v", err)
	}
	if _, err := s.Put(ctx, []byte("instance")); !errors.Is(err, job.ErrUnavailable) {
		t.Errorf("an object: error %v", err)
	}
}

// ignored returns an error unless it is another one.
func ignored(err, other error) error {
	if errors.Is(err, other) {
		return nil
	}
	return err
}
