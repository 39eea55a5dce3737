package api

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/aco-vk/aco-vk/internal/errtype"
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
// it waits for a slot.
func (s *service) receive(w http.ResponseWriter, r *http.Request, files *spool) (Content, error) {
	connection := http.NewResponseController(w)
	arriving := &arrival{
		body: http.MaxBytesReader(w, r.Body, s.options.MaxBody), deadline: connection.SetReadDeadline,
		began: time.Now(),
	}
	defer func() {
		_ = arriving.deadline(time.Time{})                        // the server's, also for the next request
		_ = connection.SetWriteDeadline(time.Now().Add(sendTime)) // the server's counts from the headers on
	}()
	begin, err := io.ReadAll(io.LimitReader(arriving, smallContent+1))
	if err != nil {
		return Content{}, bodyError(err)
	}
	if len(begin) <= smallContent {
		return Content{Bytes: begin}, nil
	}
	if err := files.hold(r, s.intake.uploads); err != nil {
		return Content{}, err
	}
	to := &contentWriter{name: files.names + bodyFile}
	if _, err := io.Copy(to, io.MultiReader(bytes.NewReader(begin), arriving)); err != nil {
		return Content{}, errors.Join(bodyError(err), to.close())
	}
	return to.content()
}

// bodyError returns the problem of a body that does not arrive.
func bodyError(err error) error {
	switch {
	case errtype.Is[*http.MaxBytesError](err), errtype.Is[*problem](err), isFull(err):
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
	received int64
}

// Read implements io.Reader. The error is os.ErrDeadlineExceeded if the body is too slow.
func (a *arrival) Read(p []byte) (int, error) {
	allowed := min(bodyTime, bodyGrace+time.Duration(float64(a.received)/leastRate*float64(time.Second)))
	_ = a.deadline(a.began.Add(allowed)) // a recorder of a test has none
	n, err := a.body.Read(p)
	a.received += int64(n)
	return n, err
}

// plain returns the body decompressed once. Its size is bounded. isPlain reports whether it was not
// compressed.
func plain(body Content, limit int64) (data []byte, isPlain bool, err error) {
	if data, err = body.load(); err != nil {
		return nil, false, err
	}
	if !isGzip(data) {
		return data, true, nil
	}
	data, err = unzip(data, limit)
	return data, false, err
}

const (
	// mostRatio is the most that a body, or an archive, may grow when it is unpacked. Tables of
	// places shrink to a tenth.
	mostRatio = 100
	// leastUnpacked is how large a body may be in any case when it is unpacked.
	leastUnpacked = 1 << 20
)

func unzip(zipped []byte, limit int64) ([]byte, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		return nil, bodyError(err)
	}
	most := min(limit, mostRatio*int64(len(zipped))+leastUnpacked)
	data, err := io.ReadAll(io.LimitReader(unzipped, most+1))
	switch {
	case err != nil:
		return nil, bodyError(err)
	case int64(len(data)) > limit:
		return nil, refuse(http.StatusRequestEntityTooLarge, "body",
			fmt.Sprintf("the body has more than %d bytes when it is decompressed", limit))
	case int64(len(data)) > most:
		return nil, refuse(http.StatusRequestEntityTooLarge, "body", fmt.Sprintf(
			"the body has more than %d times its size when it is decompressed; send it without compression", mostRatio))
	case isGzip(data):
		return nil, refuse(http.StatusUnprocessableEntity, "body", "the body is compressed twice; compress it once")
	}
	return data, nil
}
