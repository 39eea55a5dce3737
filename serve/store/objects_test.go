package store

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// Several processes, and several goroutines of each, store and read the same object at once.
func TestSameObject(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Folder: t.TempDir()})
		joined := join(t, s)
		for round := range 50 {
			data := fmt.Sprint(round, strings.Repeat(" data", 1000))
			var group sync.WaitGroup
			for _, store := range []*Store{s, s, s, joined, joined} {
				group.Go(func() {
					digest, err := store.Put(t.Context(), []byte(data))
					if err != nil {
						t.Error(err)
						return
					}
					if got, err := store.Object(t.Context(), digest); err != nil || string(got) != data {
						t.Errorf("the object has %d bytes, error %v", len(got), err)
					}
				})
			}
			group.Wait()
		}
	})
}

// An object whose parts have changed is not returned.
func TestDamagedObject(t *testing.T) {
	s := open(t, Options{Folder: t.TempDir()})
	digest := put(t, s, "data")
	info := must.Get(s.objects.GetInfo(t.Context(), string(digest)))(t)
	if _, err := s.stream.Publish(t.Context(), partSubject+info.NUID, []byte(" and more")); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Object(t.Context(), digest); err == nil {
		t.Errorf("the object is %q", got)
	}
}

// loseParts removes the parts of an object, and leaves its description, as a process does that has
// stored it and got no confirmation.
func loseParts(t *testing.T, s *Store, digest job.Digest) {
	t.Helper()
	info, err := s.objects.GetInfo(t.Context(), string(digest))
	if err == nil {
		err = s.purgeObjects(t.Context(), partSubject+info.NUID)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// An object whose description was stored without a confirmation, and whose parts are gone, is stored
// again, by the process that failed and by others.
func TestUnconfirmedObject(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Folder: t.TempDir()})
		digest := put(t, s, "data")
		s.stored = storedObjects{} // it was not confirmed
		loseParts(t, s, digest)
		put(t, s, "data")
		if got, err := s.Object(t.Context(), digest); err != nil || string(got) != "data" {
			t.Errorf("the object is %q, error %v", got, err)
		}
	})
}

// An object whose parts are gone for good is damaged: whoever reads it does not wait for them.
func TestObjectWithoutParts(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Folder: t.TempDir()})
		digest := put(t, s, "data")
		loseParts(t, s, digest)
		time.Sleep(settled)
		if got, err := s.Object(t.Context(), digest); !errors.Is(err, job.ErrDamaged) {
			t.Errorf("the object is %q, error %v", got, err)
		}
	})
}
