package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/aco-vk/aco-vk/serve/job"
)

// metrics are the figures for Prometheus.
type metrics struct {
	requests *prometheus.HistogramVec
	handler  http.Handler
}

func newMetrics(store job.Store) *metrics {
	m := &metrics{requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "acovk_http_request_duration_seconds",
		Help:    "Time of the answers, by route and status. Streams of events count when they end.",
		Buckets: prometheus.DefBuckets,
	}, []string{"route", "status"})}
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.requests, storeFigures{store}, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return m
}

// measures answers with the figures.
func (s *service) measures(w http.ResponseWriter, r *http.Request) error {
	s.metrics.handler.ServeHTTP(w, r)
	return nil
}

// measured returns a handler that measures another one.
func (m *metrics) measured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started, answer := time.Now(), &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, r)
		m.requests.WithLabelValues(r.Pattern, strconv.Itoa(answer.status)).Observe(time.Since(started).Seconds())
	})
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// storeFigures are the figures of a store, at the time when they are asked for.
type storeFigures struct{ store job.Store }

var (
	jobsFigure    = prometheus.NewDesc("acovk_jobs", "Jobs by state.", []string{"state"}, nil)
	workersFigure = prometheus.NewDesc("acovk_workers", "Workers that were seen lately.", nil, nil)
)

// figuresTime bounds the time to ask the store.
const figuresTime = 5 * time.Second

// Describe implements prometheus.Collector.
func (storeFigures) Describe(to chan<- *prometheus.Desc) {
	to <- jobsFigure
	to <- workersFigure
}

// Collect implements prometheus.Collector.
func (f storeFigures) Collect(to chan<- prometheus.Metric) {
	ctx, end := context.WithTimeout(context.Background(), figuresTime)
	defer end()
	counts, err := f.store.Counts(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(jobsFigure, err)
	}
	for state, number := range counts {
		to <- prometheus.MustNewConstMetric(jobsFigure, prometheus.GaugeValue, float64(number), string(state))
	}
	workers, err := f.store.Workers(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(workersFigure, err)
		return
	}
	to <- prometheus.MustNewConstMetric(workersFigure, prometheus.GaugeValue, float64(len(workers)))
}
