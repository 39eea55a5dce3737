package api

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

const hookSecret = "hook-hook-hook-hook-hook"

// Addresses inside the operator's networks are not called, whatever names them.
func TestWebhookAddresses(t *testing.T) {
	public, none := NewWebhooks(true, nil), NewWebhooks(false, nil)
	inside := NewWebhooks(false, []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")})
	for address, want := range map[string]string{
		"1.1.1.1:443": "public", "[2606:4700::1111]:443": "public", "[::ffff:1.1.1.1]:443": "public",
		"10.1.2.3:80": "inside", "[::ffff:10.1.2.3]:80": "inside",
		"10.2.0.1:80": "", "127.0.0.1:80": "", "[::1]:80": "", "[::ffff:127.0.0.1]:80": "", "169.254.169.254:80": "",
		"172.16.0.1:80": "", "192.168.0.1:80": "", "100.64.0.1:80": "", "0.0.0.0:80": "", "0.1.2.3:80": "", "[::]:80": "",
		"224.0.0.1:80": "", "255.255.255.255:80": "", "240.0.0.1:80": "", "192.0.0.8:80": "", "198.18.0.1:80": "",
		"[fe80::1%eth0]:80": "", "[fc00::1]:80": "", "[fec0::1]:80": "", "[ff02::1]:80": "", "[64:ff9b::7f00:1]:80": "",
		"[64:ff9b:1::7f00:1]:80": "", "[2002:7f00:1::]:80": "", "[2001::1]:80": "", "[2001:db8::1]:80": "", "[::127.0.0.1]:80": "",
		"localhost:80": "", "": "",
	} {
		got := ""
		for name, w := range map[string]*Webhooks{"public": public, "inside": inside, "none": none} {
			if w.control("tcp", address, nil) == nil {
				got += name
			}
		}
		if got != want {
			t.Errorf("%s is called by %q instead of %q", address, got, want)
		}
	}
}

// A webhook gets the job as clients do, with a signature. It is not called through a redirection.
func TestWebhookCall(t *testing.T) {
	var header http.Header
	var body []byte
	status := http.StatusNoContent
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("Location", "/other")
		w.WriteHeader(status)
	}))
	defer receiver.Close()
	hook := job.Webhook{URL: receiver.URL + "/hook", Secret: hookSecret}
	j := job.Job{ID: "1", State: job.Done}
	w := NewWebhooks(true, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	must.Do(t, w.Call(t.Context(), j, hook))
	var got struct {
		Type string
		Data job.Job
	}
	if err := json.Unmarshal(body, &got); err != nil || got.Type != "job.ended" || got.Data.ID != "1" || got.Data.State != job.Done {
		t.Errorf("message %s, error %v", body, err)
	}
	if want := hook.Sign("1", header.Get("webhook-timestamp"), body); header.Get("webhook-signature") != want {
		t.Errorf("signature %q instead of %q", header.Get("webhook-signature"), want)
	}
	for _, status = range []int{http.StatusFound, http.StatusPermanentRedirect, http.StatusNotFound, http.StatusInternalServerError} {
		if err := w.Call(t.Context(), j, hook); err == nil {
			t.Errorf("status %d is a success", status)
		}
	}
	err := NewWebhooks(true, nil).Call(t.Context(), j, hook)
	if err == nil || !strings.Contains(err.Error(), "does not call") || strings.Contains(err.Error(), "/hook") {
		t.Errorf("the address of this machine: error %v", err)
	}
}

// A submission with a webhook that cannot be called is refused. The secret is in no answer.
func TestWebhookOfSubmission(t *testing.T) {
	closed, open := New(storetest.New(t), Options{}), New(storetest.New(t), Options{Webhooks: NewWebhooks(true, nil)})
	for _, c := range []struct {
		h           http.Handler
		url, secret string
		want        string
	}{
		{closed, "https://example.com", hookSecret, "calls no webhooks"},
		{open, "https://example.com", "short", "fewer than 20"},
		{open, "https://example.com", "", "fewer than 20"},
		{open, "", hookSecret, "no URL"},
		{open, "ftp://example.com", hookSecret, "no URL"},
		{open, "example.com", hookSecret, "no URL"},
		{open, "https://me:pass@example.com", hookSecret, "no URL"},
		{open, "https://example.com/" + strings.Repeat("a", mostURL), hookSecret, "up to"},
		{open, "http://127.0.0.1/", hookSecret, "does not call"},
		{open, "http://[::ffff:10.0.0.1]:80/", hookSecret, "does not call"},
		{open, "https://1.1.1.1/hook", hookSecret, ""},
		{open, "https://example.com/hook", hookSecret, ""},
	} {
		w := call(t, c.h, "POST", "/v1/jobs", smallBody, webhookURL, c.url, webhookSecret, c.secret)
		if c.want == "" {
			if w.Code != http.StatusAccepted || strings.Contains(w.Body.String(), hookSecret) {
				t.Errorf("status %d: %s", w.Code, w.Body)
			}
			continue
		}
		refused(t, w, http.StatusUnprocessableEntity, "webhook", c.want)
	}
}
