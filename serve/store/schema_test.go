package store

import (
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/serve/job"
)

// setSchema changes the schema number of a store; "" removes it.
func setSchema(t *testing.T, s *Store, number string) {
	t.Helper()
	config := jetstream.KeyValueConfig{Bucket: jobsBucket, History: eventHistory}
	if number != "" {
		config.Metadata = map[string]string{schemaKey: number}
	}
	if _, err := s.stream.UpdateKeyValue(t.Context(), config); err != nil {
		t.Fatal(err)
	}
}

// A store of version 0.9 is read, and gets the schema number of this one.
func TestStoreOfEarlierVersion(t *testing.T) {
	o := Options{Folder: t.TempDir()}
	first := open(t, o)
	j := submit(t, first)
	setSchema(t, first, strconv.Itoa(oldestSchema))
	first.Close()

	second := open(t, o)
	if got, err := second.Job(t.Context(), j.ID); err != nil || got.ID != j.ID {
		t.Errorf("the job is %+v, error %v", got, err)
	}
	status, err := second.jobs.Status(t.Context())
	if err != nil || status.Metadata()[schemaKey] != strconv.Itoa(storeSchema) {
		t.Errorf("the metadata are %v, error %v", status.Metadata(), err)
	}
}

// Records of schema 1 have lengths in steps alone.
func TestRecordWithoutUnitLength(t *testing.T) {
	s := open(t, Options{Folder: t.TempDir()})
	id := "of-0.9.0"
	text := `{"id":"of-0.9.0","state":"done","sequence":3,"kind":"state","input":{"unit":{"name":"m","decimals":2}},` +
		`"progress":{"best":1250},"result":{"tour":"","length":1225,"unit":{"name":"m","decimals":2}}}`
	if _, err := s.jobs.Put(t.Context(), id, []byte(text)); err != nil {
		t.Fatal(err)
	}
	j, err := s.Job(t.Context(), id)
	if err != nil || j.Progress.UnitLength != 12.5 || j.Result.UnitLength != 12.25 {
		t.Errorf("the job is %+v with %+v, error %v", j, j.Result, err)
	}
}

// In records of schema 1 places have numbers, and one end makes a path.
func TestRecordWithOneEnd(t *testing.T) {
	s := open(t, Options{Folder: t.TempDir()})
	text := `{"id":"of-0.9.0","state":"done","sequence":3,"kind":"state","input":{"open":true},"options":{"start":3}}`
	if _, err := s.jobs.Put(t.Context(), "of-0.9.0", []byte(text)); err != nil {
		t.Fatal(err)
	}
	j, err := s.Job(t.Context(), "of-0.9.0")
	if want := (job.Options{Start: job.Place{Number: 3}, Open: true}); err != nil || j.Options != want {
		t.Errorf("the options are %+v, error %v", j.Options, err)
	}
}

// Neither a server nor a worker uses a store of a later version.
func TestOtherSchemaIsRefused(t *testing.T) {
	o := Options{Folder: t.TempDir(), Listen: "127.0.0.1:0", Token: "t"}
	s := open(t, o)
	setSchema(t, s, strconv.Itoa(storeSchema+1))
	url := s.URL()
	refused := func(where string, err error) {
		t.Helper()
		var other *schema.Error
		if !errors.As(err, &other) {
			t.Fatalf("error %v", err)
		}
		want := fmt.Sprintf("open store: %v", &schema.Error{What: "the store " + where, Schema: storeSchema + 1,
			Reads: storeSchema})
		if err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	_, err := Join(t.Context(), Options{URL: url, Token: o.Token})
	refused(url, err)
	_, err = Open(t.Context(), Options{URL: url, Token: o.Token})
	refused(url, err)
	s.Close()
	_, err = Open(t.Context(), o)
	refused(o.Folder, err)
}
