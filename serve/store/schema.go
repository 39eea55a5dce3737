package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/schema"
)

// storeSchema is the version of records, messages and objects. It changes when one of these
// changes its meaning, or when a worker of an earlier version would drop a part of a record that
// it writes again. 2: records have the server's limit of time, warnings and lengths in units;
// what has schema 1 is read.
const storeSchema, oldestSchema = 2, 1

// schemaKey is its name in the metadata of the bucket of jobs.
const schemaKey = "aco-vk-schema"

// checkSchema returns a *schema.Error if the store is of a version that this one does not know,
// and nil if there is no store yet.
func (s *Store) checkSchema(ctx context.Context) error {
	jobs, err := s.stream.KeyValue(ctx, jobsBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	status, err := jobs.Status(ctx)
	if err != nil {
		return err
	}
	return s.checkMetadata(status.Metadata())
}

// checkMetadata is checkSchema with the metadata of the bucket of jobs.
func (s *Store) checkMetadata(metadata map[string]string) error {
	where := "the store " + cmp.Or(s.options.Folder, s.options.URL)
	number, err := strconv.Atoi(cmp.Or(metadata[schemaKey], "0"))
	if err != nil {
		return fmt.Errorf("%s: its schema number: %w", where, err)
	}
	return checkNumber(where, number)
}

// checkNumber returns a *schema.Error if this version does not read a schema of the store.
func checkNumber(what string, number int) error {
	if number >= oldestSchema && number <= storeSchema {
		return nil
	}
	return schema.Check(what, number, storeSchema)
}

// checkRecord returns a *schema.Error if a later version has written a record. A server of a later
// version may begin to use the store while this process runs. This one must not write such a
// record again: it would drop what it does not know.
func (r *record) checkRecord() error {
	if r.Schema <= storeSchema {
		return nil
	}
	return schema.Check("job "+r.ID, r.Schema, storeSchema)
}

// isOtherSchema reports whether a store was refused because of its schema.
func isOtherSchema(err error) bool {
	_, is := errors.AsType[*schema.Error](err)
	return is
}
