package api

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// readBody returns the body, decompressed once. Its size is bounded before and after.
func (s *service) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body := bufio.NewReader(http.MaxBytesReader(w, r.Body, s.options.MaxBody))
	data, err := readPlain(body, s.options.MaxBody)
	var large *http.MaxBytesError
	var known *problem
	if err != nil && !errors.As(err, &large) && !errors.As(err, &known) {
		return nil, refuse(http.StatusBadRequest, "body", "the body cannot be read: "+err.Error())
	}
	return data, err
}

func readPlain(r *bufio.Reader, limit int64) ([]byte, error) {
	if !isGzip(r) {
		return io.ReadAll(r)
	}
	unzipped, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	plain := bufio.NewReader(unzipped)
	if isGzip(plain) {
		return nil, refuse(http.StatusUnprocessableEntity, "body", "the body is compressed twice; compress it once")
	}
	data, err := io.ReadAll(io.LimitReader(plain, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, refuse(http.StatusRequestEntityTooLarge, "body",
			fmt.Sprintf("the body has more than %d bytes when it is decompressed", limit))
	}
	return data, err
}

// isGzip reports whether the reader is at the begin of a gzip file. An error shows at the next
// read.
func isGzip(r *bufio.Reader) bool {
	begin, _ := r.Peek(2)
	return bytes.Equal(begin, []byte{0x1f, 0x8b})
}
