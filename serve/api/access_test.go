package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const annSecret, bobSecret = "ann-ann-ann-ann-ann-ann", "bob-bob-bob-bob-bob-bob"

// A client sees and ends its own jobs alone, and one without a token sees nothing but whether the
// server lives.
func TestTokens(t *testing.T) {
	server := withTokens(t, Options{})
	ask := func(secret, method, path, body string) *httptest.ResponseRecorder {
		headers := []string{"Content-Type", "application/json", "Authorization", "bearer " + secret}
		if secret == "" {
			headers = headers[:2]
		}
		return call(t, server, method, path, body, headers...)
	}
	submitted := ask(annSecret, "POST", "/v1/jobs", `{"coordinates":[[0,0],[3,4],[6,0]]}`)
	if submitted.Code != http.StatusAccepted || !strings.Contains(submitted.Body.String(), `"owner":"ann"`) {
		t.Fatalf("status %d: %s", submitted.Code, submitted.Body)
	}
	at := submitted.Header().Get("Location")
	for _, c := range []struct {
		secret, method, path string
		status               int
	}{
		{annSecret, "GET", at, http.StatusOK},
		{annSecret, "GET", at + "/instance", http.StatusOK},
		{bobSecret, "GET", at, http.StatusNotFound},
		{bobSecret, "GET", at + "/instance", http.StatusNotFound},
		{bobSecret, "GET", at + "/tour", http.StatusNotFound},
		{bobSecret, "GET", at + "/events", http.StatusNotFound},
		{bobSecret, "DELETE", at, http.StatusNotFound},
		{"", "GET", at, http.StatusUnauthorized},
		{"", "POST", "/v1/jobs", http.StatusUnauthorized},
		{"", "GET", "/v1/workers", http.StatusUnauthorized},
		{annSecret + "x", "GET", at, http.StatusUnauthorized},
		{"", "GET", "/healthz", http.StatusNoContent},
		{annSecret, "DELETE", at + "?data=true", http.StatusConflict},
		{annSecret, "DELETE", at, http.StatusOK},
		{bobSecret, "DELETE", at + "?data=true", http.StatusNotFound},
		{annSecret, "DELETE", at + "?data=false", http.StatusOK},
		{annSecret, "DELETE", at + "?data=1", http.StatusBadRequest},
		{annSecret, "DELETE", at + "?date=true", http.StatusBadRequest},
		{annSecret, "DELETE", at + "?data=true", http.StatusNoContent},
		{annSecret, "GET", at, http.StatusNotFound},
	} {
		answer := ask(c.secret, c.method, c.path, "")
		if answer.Code != c.status {
			t.Errorf("%s %s with %q: status %d instead of %d: %s", c.method, c.path, c.secret, answer.Code, c.status,
				answer.Body)
		}
	}
	if list := ask(bobSecret, "GET", "/v1/jobs", "").Body.String(); !strings.Contains(list, `"jobs":[]`) {
		t.Errorf("bob's list is %s", list)
	}
	ask(annSecret, "POST", "/v1/jobs", `{"coordinates":[[0,0],[3,4],[6,0]]}`)
	if list := ask(annSecret, "GET", "/v1/jobs", "").Body.String(); !strings.Contains(list, `"owner":"ann"`) {
		t.Errorf("ann's list is %s", list)
	}
}

func TestReadTokensRefuses(t *testing.T) {
	for _, text := range []string{
		"", "# none\n", "ann\n", "ann short\n", "ann " + annSecret + " more\n",
		"ann " + annSecret + "\nbob " + annSecret + "\n",
	} {
		if tokens, err := ReadTokens(strings.NewReader(text)); err == nil {
			t.Errorf("%q: tokens %v", text, tokens)
		}
	}
}
