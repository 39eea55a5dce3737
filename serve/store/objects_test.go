package store

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Several processes, and several goroutines of each, store and read the same object at once.
func TestSameObject(t *testing.T) {
	s := open(t, Options{Folder: t.TempDir(), Listen: "127.0.0.1:0", Token: "t"})
	joined, err := Join(t.Context(), Options{URL: s.URL(), Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	defer joined.Close()
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
}

// An object whose parts have changed is not returned.
func TestDamagedObject(t *testing.T) {
	s := open(t, Options{Folder: t.TempDir()})
	digest, err := s.Put(t.Context(), []byte("data"))
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.objects.GetInfo(t.Context(), string(digest))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.stream.Publish(t.Context(), "$O."+objectsBucket+".C."+info.NUID, []byte(" and more")); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Object(t.Context(), digest); err == nil {
		t.Errorf("the object is %q", got)
	}
}
