package api

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

const (
	// leastRate is the rate in bytes a second at which a body has to arrive, on average.
	leastRate = 64 << 10
	// bodyGrace is how much later than that a body may arrive.
	bodyGrace = 10 * time.Second
	// bodyTime bounds the time of a body at any rate.
	bodyTime = 5 * time.Minute
)

// receive returns the body as it arrives: a small one in memory, a large one in a file, for which
// it waits for a slot. The slot is free again when the body has arrived.
func (s *service) receive(w http.ResponseWriter, r *http.Request, files spool) (Content, error) {
	arriving := &arrival{
		body: http.MaxBytesReader(w, r.Body, s.options.MaxBody), deadline: http.NewResponseController(w).SetReadDeadline,
		began: time.Now(), grace: s.grace,
	}
	defer arriving.end()
	begin, err := io.ReadAll(io.LimitReader(arriving, smallContent+1))
	if err != nil {
		return Content{}, bodyError(err)
	}
	if len(begin) <= smallContent {
		return Content{Bytes: begin}, nil
	}
	release, err := s.intake.uploads.acquire(r.Context())
	if err != nil {
		return Content{}, err
	}
	defer release()
	to := &contentWriter{name: string(files) + bodyFile}
	if _, err := io.Copy(to, io.MultiReader(bytes.NewReader(begin), arriving)); err != nil {
		return Content{}, errors.Join(bodyError(err), to.close())
	}
	return to.content()
}

// bodyError returns the problem of a body that does not arrive.
func bodyError(err error) error {
	var large *http.MaxBytesError
	var known *problem
	switch {
	case errors.As(err, &large), errors.As(err, &known), isFull(err):
		return err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return refuse(http.StatusRequestTimeout, "slow", fmt.Sprintf(
			"the body arrives too slowly; send at least %d bytes a second, and all within %v", leastRate, bodyTime))
	}
	return refuse(http.StatusBadRequest, "body", "the body cannot be read: "+err.Error())
}

// arrival reads a body, which has to arrive at a least rate.
type arrival struct {
	body     io.Reader
	deadline func(time.Time) error
	began    time.Time
	grace    time.Duration
	received int64
}

// Read implements io.Reader. The error is os.ErrDeadlineExceeded if the body is too slow.
func (a *arrival) Read(p []byte) (int, error) {
	allowed := min(bodyTime, a.grace+time.Duration(float64(a.received)/leastRate*float64(time.Second)))
	_ = a.deadline(a.began.Add(allowed)) // a recorder of a test has none
	n, err := a.body.Read(p)
	a.received += int64(n)
	return n, err
}

// end lets the connection wait for the answer, and for the next request, as long as the server
// does.
func (a *arrival) end() { _ = a.deadline(time.Time{}) }

// plain returns the body decompressed once. Its size is bounded. isPlain reports whether it was not
// compressed.
func plain(body Content, limit int64) (data []byte, isPlain bool, err error) {
	f, err := body.open()
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	if !isGzip(r) {
		data, err = body.load()
		return data, true, err
	}
	data, err = unzip(r, limit)
	return data, false, err
}

func unzip(r io.Reader, limit int64) ([]byte, error) {
	unzipped, err := gzip.NewReader(r)
	if err != nil {
		return nil, bodyError(err)
	}
	inner := bufio.NewReader(unzipped)
	if isGzip(inner) {
		return nil, refuse(http.StatusUnprocessableEntity, "body", "the body is compressed twice; compress it once")
	}
	data, err := io.ReadAll(io.LimitReader(inner, limit+1))
	if err != nil {
		return nil, bodyError(err)
	}
	if int64(len(data)) > limit {
		return nil, refuse(http.StatusRequestEntityTooLarge, "body",
			fmt.Sprintf("the body has more than %d bytes when it is decompressed", limit))
	}
	return data, nil
}

// isGzip reports whether the reader is at the begin of a gzip file. An error shows at the next
// read.
func isGzip(r *bufio.Reader) bool {
	begin, _ := r.Peek(2)
	return bytes.Equal(begin, []byte{0x1f, 0x8b})
}
