package api

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Content is a body, an object or an answer. Small content is in memory. Larger content is in a
// file, so that many requests at once take little memory.
type Content struct {
	Bytes []byte `json:"bytes,omitempty"`
	File  string `json:"file,omitempty"`
}

// smallContent is the most bytes of content in memory.
const smallContent = 64 << 10

// isNone reports whether there is no content.
func (c Content) isNone() bool { return len(c.Bytes) == 0 && c.File == "" }

// open opens the content.
func (c Content) open() (io.ReadSeekCloser, error) {
	if c.File == "" {
		return struct {
			io.ReadSeeker
			io.Closer
		}{bytes.NewReader(c.Bytes), io.NopCloser(nil)}, nil
	}
	return os.Open(c.File)
}

// load returns the content in memory.
func (c Content) load() ([]byte, error) {
	if c.File == "" {
		return c.Bytes, nil
	}
	return os.ReadFile(c.File)
}

// send writes the content to a client.
func (c Content) send(w http.ResponseWriter) error {
	if c.File == "" {
		_, _ = w.Write(c.Bytes) // the client is gone
		return nil
	}
	f, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	_, _ = io.Copy(w, f) // the client is gone
	return nil
}

// spool has the files of a request. They are removed when the request ends.
type spool struct {
	names   string // the begin of their names
	release func() // of the slot that bounds the files; nil: the request has none
}

// The files of a request, by their suffixes.
const (
	bodyFile   = ".body"
	objectFile = ".object"
	besideFile = ".matrix"  // a matrix beside places
	earlierExt = ".earlier" // an earlier route
	tourFile   = ".tour"
	answerFile = ".answer"
)

// newSpool returns names of files in a folder.
func newSpool(folder string) *spool {
	return &spool{names: filepath.Join(folder, "aco-vk-"+rand.Text())}
}

// hold waits for a slot, which the request keeps as long as the files.
func (s *spool) hold(r *http.Request, of *slots) (err error) {
	s.release, err = of.acquire(r)
	return err
}

// remove removes the files.
func (s *spool) remove() {
	for _, suffix := range []string{bodyFile, objectFile, besideFile, earlierExt, tourFile, answerFile} {
		_ = os.Remove(s.names + suffix) // mostly there is none
	}
	if s.release != nil {
		s.release()
	}
}

// newContent returns bytes as content, in a file of this name if they are many.
func newContent(data []byte, file string) (Content, error) {
	w := &contentWriter{name: file}
	if _, err := w.Write(data); err != nil {
		return Content{}, errors.Join(err, w.close())
	}
	return w.content()
}

// contentWriter makes content of what is written to it.
type contentWriter struct {
	name   string // of the file of large content
	buffer bytes.Buffer
	file   *os.File // nil: all is in the buffer
}

// Write implements io.Writer.
func (w *contentWriter) Write(data []byte) (n int, err error) {
	if w.file == nil && w.buffer.Len()+len(data) <= smallContent {
		return w.buffer.Write(data)
	}
	if w.file == nil {
		if err := w.spill(); err != nil {
			return 0, diskError(err)
		}
	}
	n, err = w.file.Write(data)
	return n, diskError(err)
}

// spill moves what is in the buffer to a new file. A cleaner of old files may have removed the
// folder.
func (w *contentWriter) spill() (err error) {
	if err = os.MkdirAll(filepath.Dir(w.name), 0o700); err != nil {
		return err
	}
	if w.file, err = os.OpenFile(w.name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err != nil {
		return err
	}
	_, err = w.buffer.WriteTo(w.file)
	return err
}

// content returns what was written, and closes the file.
func (w *contentWriter) content() (Content, error) {
	if w.file == nil {
		return Content{Bytes: w.buffer.Bytes()}, nil
	}
	return Content{File: w.name}, diskError(w.close())
}

func (w *contentWriter) close() error {
	if w.file == nil {
		return nil
	}
	return w.file.Close()
}

// diskError returns the problem of a file that cannot be written.
func diskError(err error) error {
	switch {
	case err == nil:
		return nil
	case isFull(err):
		return refuse(http.StatusInsufficientStorage, "disk",
			"the disk of the server has no space for large bodies and answers; try again later")
	}
	return fmt.Errorf("keep a large body or answer: %w", err)
}

// send answers with content that a function makes, which gets the begin of the names of its files.
// Large content takes a slot and is in a file before its first byte is sent, so a client that reads
// slowly holds no memory, and no slot that others need.
func (s *service) send(
	w http.ResponseWriter, r *http.Request, media string, large bool, of func(files string) (Content, error),
) error {
	files := newSpool(s.options.Folder)
	defer files.remove()
	if large {
		if err := files.hold(r, s.intake.sending); err != nil {
			return err
		}
	}
	content, err := of(files.names)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", media)
	return content.send(w)
}

// put stores content as an object.
func (s *service) put(r *http.Request, c Content) (job.Digest, error) {
	data, err := c.open()
	if err != nil {
		return "", err
	}
	defer data.Close()
	return s.store.PutFrom(r.Context(), data)
}
