package roads

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	// tries is how often a request is sent to a server that is busy or fails.
	tries = 4
	// firstPause is the time before the second try. It doubles from try to try.
	firstPause = 500 * time.Millisecond
	// longestPause bounds the pause that a server may ask for.
	longestPause = time.Minute
	// mostBytes bounds an answer: the largest batch has 10,000 legs.
	mostBytes = 64 << 20
	// mostRedirects bounds the redirections of a request.
	mostRedirects = 3
)

// question is a request of a protocol.
type question struct {
	method string
	url    *url.URL
	body   string // of JSON; "": none
}

// client sends requests.
type client struct {
	http     *http.Client
	options  Options
	answered atomic.Bool // the server has answered a request
}

func newClient(o Options) *client {
	return &client{options: o, http: &http.Client{CheckRedirect: sameHost}}
}

// redirection is the error of a redirection that is not followed.
type redirection string

func (r redirection) Error() string { return string(r) }

// sameHost refuses redirections to other hosts: the caller has named one.
func sameHost(next *http.Request, before []*http.Request) error {
	if next.URL.Host != before[0].URL.Host {
		return redirection("it redirects to " + next.URL.Host +
			", which is not asked; give the address of that server if it is the right one")
	}
	if len(before) > mostRedirects {
		return redirection("it redirects too often; give the address of another one")
	}
	return nil
}

// ask sends the request of a batch until the server has answered it.
func (c *client) ask(ctx context.Context, s *Server, b *batch) (*answer, error) {
	q, err := s.api.request(s, b)
	if err != nil {
		return nil, err
	}
	pause := firstPause
	for try := 1; ; try++ {
		body, after, err := c.send(ctx, s, q, b)
		if err == nil {
			a, err := s.api.answer(body, b)
			if wrong := (*Error)(nil); errors.As(err, &wrong) {
				wrong.Server, wrong.Status = s.String(), http.StatusOK
			}
			return a, err
		}
		wrong := (*Error)(nil)
		if errors.As(err, &wrong); wrong == nil || !c.isPassing(wrong) || try == tries || ctx.Err() != nil {
			return nil, err
		}
		select {
		case <-c.options.Pause(max(pause, after)):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		pause *= 2
	}
}

// isPassing reports whether another try may help.
func (c *client) isPassing(e *Error) bool {
	switch e.Kind {
	case TooSlow:
		return true
	case NoServer: // at first the address is wrong, or the server is not started
		return c.answered.Load()
	case Refused:
		return e.Status == http.StatusTooManyRequests || e.Status >= 500 && e.Code == ""
	}
	return false
}

// send sends a request. It returns the body of an answer with status 200, else an error and the
// pause that the server asks for.
func (c *client) send(
	ctx context.Context, s *Server, q *question, b *batch,
) (body []byte, after time.Duration, err error) {
	limited, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, q.method, q.url.String(), strings.NewReader(q.body))
	if err != nil {
		return nil, 0, &Error{Kind: InvalidAddress, Server: s.String(), Place: noPlace,
			Message: "no request can be made of it"}
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "aco-vk")
	if q.body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, 0, failure(s, err)
	}
	defer response.Body.Close()
	body, err = io.ReadAll(io.LimitReader(response.Body, mostBytes+1))
	switch {
	case err != nil:
		return nil, 0, failure(s, err)
	case len(body) > mostBytes:
		return nil, 0, &Error{Kind: NoProtocol, Server: s.String(), Status: response.StatusCode, Place: noPlace,
			Message: "it is too long"}
	}
	c.answered.Store(true)
	if response.StatusCode == http.StatusOK {
		return body, 0, nil
	}
	refused := s.api.refusal(response.StatusCode, body, b)
	refused.Server, refused.Status = s.String(), response.StatusCode
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
		after = min(time.Duration(seconds)*time.Second, longestPause)
	}
	return nil, after, refused
}

// failure returns the error of a request without an answer. It leaves out the address of the
// request, which is long and may have a key.
func failure(s *Server, err error) *Error {
	if refused := redirection(""); errors.As(err, &refused) {
		return &Error{Kind: InvalidAddress, Server: s.String(), Message: refused.Error(), Place: noPlace}
	}
	e := &Error{Kind: NoServer, Server: s.String(), Err: err, Place: noPlace}
	if sent := (*url.Error)(nil); errors.As(err, &sent) {
		e.Err = sent.Err
	}
	var network net.Error
	if errors.As(err, &network) && network.Timeout() && !errors.Is(err, syscall.ECONNREFUSED) {
		e.Kind = TooSlow
	}
	return e
}

// isTooLarge reports whether a server wants a smaller request.
func isTooLarge(err error) bool {
	e := (*Error)(nil)
	return errors.As(err, &e) && e.Kind == TooLarge
}

// refusedByStatus returns the error for a status that says that a request is too long, else nil.
func refusedByStatus(status int) *Error {
	switch status {
	case http.StatusRequestURITooLong, http.StatusRequestEntityTooLarge, http.StatusRequestHeaderFieldsTooLarge:
		return &Error{Kind: TooLarge, Message: http.StatusText(status), Place: noPlace}
	}
	return nil
}

// foreignRefusal returns the error for an answer that is not of the protocol: of a proxy, or of another
// server.
func foreignRefusal(status int) *Error {
	e := &Error{Kind: Refused, Message: http.StatusText(status), Place: noPlace}
	if status == http.StatusNotFound {
		e.Kind = NoProtocol
	}
	return e
}
