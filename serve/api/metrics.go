package api

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// metrics are the times of answers.
type metrics struct {
	mu      sync.Mutex
	answers map[answerKind]*job.Histogram
	started time.Time
}

// answerKind is what the times of answers are divided by.
type answerKind struct {
	route  string
	status int
}

// timeBounds are times of answers in seconds, the same that Prometheus's own libraries have.
var timeBounds = []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}

func newMetrics() *metrics {
	return &metrics{answers: map[answerKind]*job.Histogram{}, started: time.Now()}
}

func (m *metrics) add(kind answerKind, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	times := m.answers[kind]
	if times == nil {
		times = new(job.NewHistogram(timeBounds...))
		m.answers[kind] = times
	}
	times.Add(took)
}

// storeTime bounds the time to ask the store.
const storeTime = 5 * time.Second

// measures answers with the figures, in Prometheus's text format 0.0.4.
func (s *service) measures(w http.ResponseWriter, r *http.Request) error {
	ctx, end := context.WithTimeout(r.Context(), storeTime)
	defer end()
	workers, err := s.store.Workers(ctx)
	if err != nil {
		return err
	}
	var p figures
	s.writeFigures(&p)
	writeWorkers(&p, workers)
	s.writeDisk(&p)
	s.metrics.write(&p)
	s.writeProcess(&p)
	s.writeIntake(&p)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, err = w.Write(p.text.Bytes())
	return err
}

// write adds the times of answers.
func (m *metrics) write(p *figures) {
	const name = "acovk_http_request_duration_seconds"
	p.family(name, "histogram", "Time of the answers, by route and status. Streams of events count when they end.")
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, kind := range slices.SortedFunc(maps.Keys(m.answers), func(a, b answerKind) int {
		return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.status, b.status))
	}) {
		p.histogram(name, *m.answers[kind], "route", kind.route, "status", strconv.Itoa(kind.status))
	}
}

// figures is a text in Prometheus's format.
type figures struct{ text bytes.Buffer }

// family begins the lines of a name.
func (p *figures) family(name, kind, help string) {
	fmt.Fprintf(&p.text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// line adds a value with labels, each a name and a value.
func (p *figures) line(name string, value float64, labels ...string) {
	p.text.WriteString(name)
	for i := 0; i < len(labels); i += 2 {
		separator := ","
		if i == 0 {
			separator = "{"
		}
		fmt.Fprintf(&p.text, `%s%s="%s"`, separator, labels[i], escapeLabel.Replace(labels[i+1]))
	}
	if len(labels) > 0 {
		p.text.WriteByte('}')
	}
	fmt.Fprintf(&p.text, " %s\n", decimal(value))
}

func decimal(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// writeIntake adds the figures of requests that take much memory, time or disk.
func (s *service) writeIntake(p *figures) {
	in := &s.intake
	all := []struct {
		kind string
		of   *slots
	}{
		{"upload", in.uploads}, {"decode_small", in.decoding.small}, {"decode_large", in.decoding.large},
		{"answer_small", in.answering.small}, {"answer_large", in.answering.large}, {"send_large", in.sending},
		{"events", in.following},
	}
	for _, f := range []struct {
		name, kind, help string
		value            func(*slots) int
	}{
		{"acovk_slots", "gauge", "Requests of a kind that are served at once.", func(s *slots) int { return s.number }},
		{"acovk_slots_taken", "gauge", "Slots of a kind that are taken.", func(s *slots) int { return s.taken }},
		{"acovk_slots_refused_total", "counter", "Requests that found no free slot in time.", func(s *slots) int { return s.refused }},
	} {
		p.family(f.name, f.kind, f.help)
		for _, slots := range all {
			slots.of.mu.Lock()
			p.line(f.name, float64(f.value(slots.of)), "kind", slots.kind)
			slots.of.mu.Unlock()
		}
	}
	processes, ok := s.options.Decoder.(*Processes)
	if !ok {
		return
	}
	p.family("acovk_decoder_starts_total", "counter", "Processes that were started to read inputs.")
	p.line("acovk_decoder_starts_total", float64(processes.count.started.Load()))
	p.family("acovk_decoder_ends_total", "counter", "Processes that read inputs and did not answer, by reason.")
	p.line("acovk_decoder_ends_total", float64(processes.count.crashed.Load()), "reason", "crash")
	p.line("acovk_decoder_ends_total", float64(processes.count.large.Load()), "reason", "memory")
	p.line("acovk_decoder_ends_total", float64(processes.count.slow.Load()), "reason", "time")
}
