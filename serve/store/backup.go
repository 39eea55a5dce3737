package store

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// backupStreams are the streams of a backup in their order. A job that names an object was stored
// after it, and one with a message before it. So each job that was accepted before the backup
// began has all that belongs to it.
var backupStreams = []string{jobsStream, queueStream, "KV_" + keysBucket, "KV_" + hooksBucket, objectsStream}

// Entries of a backup, which is a tar archive. The first and the last are these; between them each
// stream has its description and the parts of its snapshot.
const (
	backupBegin       = "aco-vk-backup.json"
	backupEnd         = "complete"
	backupDescription = "stream.json"
	backupPart        = "part"
)

// chunkTime is how long the server may take for the next part of a snapshot.
const chunkTime = time.Minute

// snapshot is the description of a stream's snapshot, as the server gives and takes it.
type snapshot struct {
	Config map[string]json.RawMessage `json:"config"`
	State  json.RawMessage            `json:"state"`
}

// Backup writes the store to a writer while it is used. Restore makes a store of it.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	archive := tar.NewWriter(w)
	begin, err := json.Marshal(map[string]any{"schema": storeSchema, "time": time.Now().UTC()})
	if err == nil {
		err = writeEntry(archive, backupBegin, begin)
	}
	for _, name := range backupStreams {
		if err == nil {
			if err = s.backupStream(ctx, archive, name); err != nil {
				err = fmt.Errorf("stream %s: %w", name, err)
			}
		}
	}
	if err == nil {
		err = writeEntry(archive, backupEnd, nil)
	}
	if err = errors.Join(err, archive.Close()); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	return nil
}

func writeEntry(archive *tar.Writer, name string, data []byte) error {
	err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(data))})
	if err == nil {
		_, err = archive.Write(data)
	}
	return err
}

// backupStream writes a stream's snapshot.
func (s *Store) backupStream(ctx context.Context, archive *tar.Writer, name string) error {
	inbox := s.conn.NewInbox()
	parts, err := s.conn.SubscribeSync(inbox)
	if err != nil {
		return err
	}
	defer parts.Unsubscribe()
	request, err := json.Marshal(map[string]string{"deliver_subject": inbox})
	if err != nil {
		return err
	}
	text, err := s.ask(ctx, "$JS.API.STREAM.SNAPSHOT."+name, request)
	if err != nil {
		return err
	}
	if err := writeEntry(archive, name+"/"+backupDescription, text); err != nil {
		return err
	}
	for {
		part, err := nextPart(ctx, parts)
		if err != nil {
			return err
		}
		if len(part.Data) == 0 {
			if status := cmp.Or(part.Header.Get("Status"), "204"); status != "204" {
				return fmt.Errorf("the server ended the snapshot: %s %s", status, part.Header.Get("Description"))
			}
			return nil
		}
		if err := writeEntry(archive, name+"/"+backupPart, part.Data); err != nil {
			return err
		}
		if part.Reply != "" { // the server waits for it before it sends many more
			if err := part.Respond(nil); err != nil {
				return err
			}
		}
	}
}

func nextPart(ctx context.Context, parts *nats.Subscription) (*nats.Msg, error) {
	ctx, end := context.WithTimeout(ctx, chunkTime)
	defer end()
	return parts.NextMsgWithContext(ctx)
}

// ask returns the answer to a request about a stream.
func (s *Store) ask(ctx context.Context, subject string, request []byte) ([]byte, error) {
	ctx, end := context.WithTimeout(ctx, chunkTime)
	defer end()
	answer, err := s.conn.RequestWithContext(ctx, subject, request)
	if err != nil {
		return nil, err
	}
	var refused struct{ Error *jetstream.APIError }
	if len(answer.Data) > 0 {
		if err := json.Unmarshal(answer.Data, &refused); err != nil {
			return nil, err
		}
		if refused.Error != nil {
			return nil, refused.Error
		}
	}
	return answer.Data, nil
}

// restoringName is a file in a folder whose restore has not been completed.
const restoringName = "restoring"

// errRestoring is the error of a folder whose restore has not been completed.
var errRestoring = errors.New("a backup was not restored to its end: remove the folder, and restore the backup again")

// Restore makes a store of a backup, in a folder or a NATS server that has none. After an error the
// store is not complete, and must be removed. A folder is not opened then.
func Restore(ctx context.Context, o Options, r io.Reader) (err error) {
	o = o.withDefaults()
	s := &Store{options: o}
	defer s.Close()
	if o.Folder != "" {
		if s.local, err = startServer(ctx, o); err != nil {
			return err
		}
	}
	if err := s.connect(); err != nil {
		return fmt.Errorf("restore: connect to NATS: %w", err)
	}
	for _, name := range backupStreams {
		if _, err := s.stream.Stream(ctx, name); !errors.Is(err, jetstream.ErrStreamNotFound) {
			return fmt.Errorf("restore: %w", cmp.Or(err, errors.New("there are jobs already: give a new folder")))
		}
	}
	marker := filepath.Join(o.Folder, restoringName)
	if o.Folder != "" {
		if err := os.WriteFile(marker, nil, 0o600); err != nil {
			return fmt.Errorf("restore: %w", err)
		}
	}
	if err := s.restoreStreams(ctx, tar.NewReader(r)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if o.Folder != "" {
		return os.Remove(marker)
	}
	return nil
}

// restoreStreams restores all streams of a backup.
func (s *Store) restoreStreams(ctx context.Context, archive *tar.Reader) (err error) {
	if err := checkBackup(archive); err != nil {
		return err
	}
	deliver := "" // where the server takes the parts of the stream
	defer func() {
		if err != nil && deliver != "" && s.local != nil {
			// A server that is shut down just after it began to restore a stream waits for its parts for ever
			// (NATS server 2.15). Its answer shows that it has ended.
			_, _ = s.ask(context.WithoutCancel(ctx), deliver, nil)
		}
	}()
	for {
		entry, err := archive.Next()
		if err != nil {
			return fmt.Errorf("the backup is not complete: %w", err)
		}
		data, err := io.ReadAll(io.LimitReader(archive, maxRecord))
		if err != nil {
			return fmt.Errorf("the backup is not complete: %w", err)
		}
		stream, kind, _ := strings.Cut(entry.Name, "/")
		if deliver != "" && kind != backupPart { // the stream before is complete
			if _, err := s.ask(ctx, deliver, nil); err != nil {
				return err
			}
			deliver = ""
		}
		switch {
		case entry.Name == backupEnd:
			return nil
		case kind == backupDescription:
			deliver, err = s.beginRestore(ctx, stream, data)
		case kind == backupPart && deliver != "":
			_, err = s.ask(ctx, deliver, data)
		default:
			err = fmt.Errorf("the backup has an entry that is unknown: %s", entry.Name)
		}
		if err != nil {
			return fmt.Errorf("stream %s: %w", stream, err)
		}
	}
}

// checkBackup reads the first entry of a backup.
func checkBackup(archive *tar.Reader) error {
	entry, err := archive.Next()
	if err != nil || entry.Name != backupBegin {
		return errors.Join(errors.New("the file is not a backup of aco-vk"), err)
	}
	var begin struct{ Schema int }
	if err := json.NewDecoder(archive).Decode(&begin); err != nil {
		return fmt.Errorf("the begin of the backup: %w", err)
	}
	return checkNumber("the backup", begin.Schema)
}

// beginRestore asks the server to take a stream's snapshot, and returns the subject of its parts.
func (s *Store) beginRestore(ctx context.Context, stream string, description []byte) (string, error) {
	var from snapshot
	if err := json.Unmarshal(description, &from); err != nil {
		return "", err
	}
	if s.local != nil { // a cluster may have had more
		from.Config["num_replicas"] = json.RawMessage("1")
	}
	request, err := json.Marshal(from)
	if err != nil {
		return "", err
	}
	answer, err := s.ask(ctx, "$JS.API.STREAM.RESTORE."+stream, bytes.TrimSpace(request))
	if err != nil {
		return "", err
	}
	var to struct {
		DeliverSubject string `json:"deliver_subject"`
	}
	if err := json.Unmarshal(answer, &to); err != nil {
		return "", err
	}
	return to.DeliverSubject, nil
}
