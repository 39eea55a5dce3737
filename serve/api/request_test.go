package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"testing"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// logged is a log that a test reads.
type logged struct{ text bytes.Buffer }

func (l *logged) log(level slog.Level) *slog.Logger {
	return slog.New(slog.NewJSONHandler(&l.text, &slog.HandlerOptions{Level: level}))
}

// records returns the records with a message, and forgets all.
func (l *logged) records(t *testing.T, message string) (list []map[string]any) {
	t.Helper()
	for line := range bytes.Lines(l.text.Bytes()) {
		var record map[string]any
		if err := json.Unmarshal(line, &record); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if record["msg"] == message {
			list = append(list, record)
		}
	}
	l.text.Reset()
	return list
}

// A request has one id in its answer, in its problem, in its job and in the log: the client's if
// that is well formed, else the trace's, else a new one.
func TestRequestIDs(t *testing.T) {
	const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	for _, c := range []struct{ name, id, trace, want, traced string }{
		{"none", "", "", `^[0-9a-f]{32}$`, ""},
		{"an id", "order-17", "", `^order-17$`, ""},
		{"a trace", "", trace, `^4bf92f3577b34da6a3ce929d0e0e4736$`, trace},
		{"both", "order-17", trace, `^order-17$`, trace},
		{"a line break", "a\nb", "", `^[0-9a-f]{32}$`, ""},
		{"a trace of zeros", "", "00-00000000000000000000000000000000-00f067aa0ba902b7-01", `^[0-9a-f]{32}$`, ""},
		{"a trace that is none", "", "00-4bf9", `^[0-9a-f]{32}$`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := new(logged)
			h := New(storetest.New(t), Options{Log: log.log(slog.LevelInfo)})
			w := call(t, h, "POST", "/v1/jobs", `{"coordinates":`+square+`}`, "Content-Type", "application/json",
				"X-Request-ID", c.id, "traceparent", c.trace)
			j := decode[job.Job](t, w, http.StatusAccepted)
			id := w.Header().Get("X-Request-ID")
			if !regexp.MustCompile(c.want).MatchString(id) || j.Request != id || j.Trace != c.traced {
				t.Errorf("the answer has id %q, the job %q and trace %q", id, j.Request, j.Trace)
			}
			records := log.records(t, "job submitted")
			if len(records) != 1 || records[0]["request"] != id || records[0]["job"] != j.ID {
				t.Errorf("the log has %v", records)
			}
			w = call(t, h, "GET", "/v1/jobs/none", "", "X-Request-ID", c.id, "traceparent", c.trace)
			p := decode[problem](t, w, http.StatusNotFound)
			if id := w.Header().Get("X-Request-ID"); p.Request != id || !regexp.MustCompile(c.want).MatchString(id) {
				t.Errorf("the answer has id %q, its problem %q", id, p.Request)
			}
		})
	}
}

// The log has who did what. Reads that succeed are in it at level debug alone.
func TestLogOfRequests(t *testing.T) {
	log := new(logged)
	tokens := NewTokens([]Token{{"ann", sha256.Sum256([]byte("a-secret-of-twenty-characters"))}})
	h := New(storetest.New(t), Options{Tokens: tokens, Log: log.log(slog.LevelDebug)})
	bearer := []string{"Authorization", "Bearer a-secret-of-twenty-characters"}
	w := call(t, h, "POST", "/v1/jobs", `{"coordinates":`+square+`}`, append(bearer, "Content-Type",
		"application/json")...)
	j := decode[job.Job](t, w, http.StatusAccepted)
	if got := log.records(t, "request"); len(got) != 1 || got[0]["level"] != "INFO" || got[0]["client"] != "ann" ||
		got[0]["method"] != "POST" || got[0]["route"] != "POST /v1/jobs" || got[0]["status"] != 202.0 ||
		got[0]["bytes"] != float64(w.Body.Len()) || got[0]["seconds"].(float64) <= 0 {
		t.Errorf("a submission: the log has %v", got)
	}
	call(t, h, "GET", "/v1/jobs/"+j.ID, "", bearer...)
	if got := log.records(t, "request"); len(got) != 1 || got[0]["level"] != "DEBUG" ||
		got[0]["path"] != "/v1/jobs/"+j.ID {
		t.Errorf("a read: the log has %v", got)
	}
	call(t, h, "DELETE", "/v1/jobs/"+j.ID, "", bearer...)
	if got := log.records(t, "end of a job requested"); len(got) != 1 || got[0]["client"] != "ann" ||
		got[0]["job"] != j.ID {
		t.Errorf("a cancellation: the log has %v", got)
	}
	call(t, h, "GET", "/v1/jobs", "", "Authorization", "Bearer a guess")
	if got := log.records(t, "request"); len(got) != 1 || got[0]["level"] != "DEBUG" || got[0]["client"] != "" ||
		got[0]["status"] != 401.0 || got[0]["problem"] != problemType+"token" {
		t.Errorf("a guess: the log has %v", got)
	}
	if got := log.records(t, "request"); len(got) != 0 {
		t.Errorf("the log has %v", got)
	}
}
