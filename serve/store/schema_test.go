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

// Records of schema 1 have lengths in steps alone. In them places have numbers, and one end makes a
// path.
func TestRecordOfEarlierVersion(t *testing.T) {
	s := open(t, Options{Memory: true})
	id := "of-0.9.0"
	text := `{"id":"of-0.9.0","state":"done","sequence":3,"kind":"state","input":{"unit":{"name":"m","decimals":2},"open":true},` +
		`"options":{"start":3},"progress":{"best":1250},"result":{"tour":"","length":1225,"unit":{"name":"m","decimals":2}}}`
	if _, err := s.jobs.Put(t.Context(), id, []byte(text)); err != nil {
		t.Fatal(err)
	}
	j, err := s.Job(t.Context(), id)
	if err != nil || j.Progress.UnitLength != 12.5 || j.Result.UnitLength != 12.25 {
		t.Errorf("the job is %+v with %+v, error %v", j, j.Result, err)
	}
	if want := (job.Options{Start: job.Place{Number: 3}, Open: true}); j.Options != want {
		t.Errorf("the options are %+v", j.Options)
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
