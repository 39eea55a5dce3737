package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Webhooks tells addresses that clients name of the ends of their jobs. A client could let the
// server send requests to machines that the client does not reach itself. So only addresses in
// public networks are called, and those in networks that the operator names.
type Webhooks struct {
	public   bool
	networks []netip.Prefix
	client   *http.Client
}

// callTime bounds a call.
const callTime = 10 * time.Second

// NewWebhooks returns webhooks for the public Internet, for some networks, or for both.
func NewWebhooks(public bool, networks []netip.Prefix) *Webhooks {
	w := &Webhooks{public: public, networks: networks}
	dialer := &net.Dialer{Timeout: callTime, Control: w.control}
	w.client = &http.Client{
		Timeout: callTime,
		// Without a proxy of the environment, which would open other addresses.
		Transport: &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: callTime, DisableKeepAlives: true,
			MaxResponseHeaderBytes: 64 << 10},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return w
}

// control refuses a connection to an address that is not allowed. It sees the address that the name
// has at the time of the connection.
func (w *Webhooks) control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if !w.allows(to.Addr()) {
		return fmt.Errorf("the address %v is in a network that this server does not call", to.Addr())
	}
	return nil
}

// allows reports whether an address may be called.
func (w *Webhooks) allows(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return isIn(w.networks, ip) || w.public && isPublic(ip)
}

// reserved are networks that are not of the public Internet and that package netip does not know:
// for documentation, tests and providers, and addresses of IPv6 that lead to ones of IPv4.
var reserved = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

// unicast6 has all public addresses of IPv6.
var unicast6 = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

// isPublic reports whether an address is of the public Internet.
func isPublic(ip netip.Addr) bool {
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.Is6() && !unicast6.Contains(ip) {
		return false
	}
	return !isIn(reserved, ip)
}

// Headers of a submission with a webhook.
const (
	webhookURL    = "Webhook-URL"
	webhookSecret = "Webhook-Secret"
)

// mostURL is the most bytes of the URL of a webhook.
const mostURL = 2000

// webhookOf returns the webhook of a submission, nil if it has none.
func (s *service) webhookOf(r *http.Request) (*job.Webhook, error) {
	hook := &job.Webhook{URL: r.Header.Get(webhookURL), Secret: r.Header.Get(webhookSecret)}
	if hook.URL == "" && hook.Secret == "" {
		return nil, nil
	}
	no := func(detail string) error { return refuse(http.StatusUnprocessableEntity, "webhook", detail) }
	if s.options.Webhooks == nil {
		return nil, no("this server calls no webhooks; ask for the job instead")
	}
	at, err := url.Parse(hook.URL)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" || at.User != nil {
		return nil, no(webhookURL + " is no URL of scheme http or https without a name and a password")
	}
	ip, noAddress := netip.ParseAddr(at.Hostname())
	switch {
	case noAddress == nil && !s.options.Webhooks.allows(ip): // names are looked up when the webhook is called
		return nil, no(fmt.Sprintf("%s has the address %v, in a network that this server does not call", webhookURL, ip))
	case len(hook.URL) > mostURL || len(hook.Secret) > mostURL:
		return nil, no(fmt.Sprintf("%s and %s have up to %d bytes each", webhookURL, webhookSecret, mostURL))
	case utf8.RuneCountInString(hook.Secret) < LeastSecret:
		return nil, no(fmt.Sprintf("%s has fewer than %d characters: whoever guesses it can sign messages", webhookSecret,
			LeastSecret))
	}
	return hook, nil
}

// ended is the message of a webhook.
type ended struct {
	Type string    `json:"type"` // job.ended
	Time time.Time `json:"timestamp"`
	Job  shownJob  `json:"data"`
}

// Call tells a webhook of the end of a job. An answer with another status than 2xx is an error.
func (w *Webhooks) Call(ctx context.Context, j job.Job, hook job.Webhook) error {
	now := time.Now().UTC()
	body, err := json.Marshal(ended{"job.ended", now, show(j)})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, hook.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	timestamp := strconv.FormatInt(now.Unix(), 10)
	for name, value := range map[string]string{
		"Content-Type": plainJSON, "User-Agent": "aco-vk", "webhook-id": j.ID, "webhook-timestamp": timestamp,
		"webhook-signature": hook.Sign(j.ID, timestamp, body),
	} {
		r.Header.Set(name, value)
	}
	answer, err := w.client.Do(r)
	if err != nil {
		return errors.Unwrap(err) // without the URL, which may have a secret in it
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10) // what it says does not count
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("the answer has status %d", answer.StatusCode)
	}
	return nil
}
