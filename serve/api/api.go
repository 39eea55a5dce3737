// Package api is the HTTP interface of the service: clients submit jobs, watch them and fetch
// their tours. The table in routes.go has all endpoints, and what /v1/openapi.json says about them.
//
// Errors are problems of RFC 9457, whose type names the library's error. Without tokens in the
// options everybody who reaches the address may use the service.
package api

import (
	"cmp"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Options are the limits of the service. A limit that is 0 has a default.
type Options struct {
	MaxBody   int64          // bytes of a body, and of what it decompresses to; 0: 64 MiB
	MaxCities int            // of an instance; 0: 1,000,000
	MaxTime   time.Duration  // largest time limit of a job; 0: one hour
	Heartbeat time.Duration  // between comments in a stream of events; 0: 15 s
	Tokens    *Tokens        // a client needs one of them; nil: everybody who reaches the address may use the service
	Proxies   []netip.Prefix // networks of proxies that tell the addresses of clients in X-Forwarded-For
	Webhooks  *Webhooks      // nil: submissions with a webhook are refused
	Rate      int            // requests of a client a second, in the mean of some seconds; 0: no limit
	ReadOnly  bool           // no jobs are accepted
	// Read returns the instance of a job; nil: it is read from the job's object.
	Read    func(job.Job) (*format.Input, error)
	Log     *slog.Logger // nil: nothing is logged
	Version string       // of the program, for the figures

	Decoder Decoder // reads bodies and instances; nil: InProcess
	Folder  string  // for large bodies and answers while they are used; "": the system's folder of temporary files
}

func (o Options) withDefaults() Options {
	o.MaxBody, o.MaxCities = cmp.Or(o.MaxBody, 64<<20), cmp.Or(o.MaxCities, 1_000_000)
	o.MaxTime, o.Heartbeat = cmp.Or(o.MaxTime, time.Hour), cmp.Or(o.Heartbeat, 15*time.Second)
	o.Folder, o.Log = cmp.Or(o.Folder, os.TempDir()), cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Decoder == nil {
		o.Decoder = InProcess{}
	}
	return o
}

// service answers requests from a store.
type service struct {
	store    job.Store
	options  Options
	metrics  *metrics
	document *huma.OpenAPI
	rates    *rates
	guesses  job.Summary[string] // wrong tokens, by client
	refusals job.Summary[string] // of requests that may be sent later, by problem
	intake   intake

	readiness readiness
}

// New returns the handler of the interface. Serve it by NewServer, which bounds what a client may
// take.
func New(store job.Store, options Options) http.Handler {
	return newService(store, options).handler()
}

func newService(store job.Store, options Options) *service {
	return &service{
		store: store, options: options.withDefaults(), metrics: newMetrics(), document: newDocument(routes()),
		intake: newIntake(), rates: newRates(options.Rate),
	}
}

func (s *service) handler() http.Handler {
	mux := http.NewServeMux()
	for _, r := range routes() {
		h := handler(func(w http.ResponseWriter, request *http.Request) error { return r.handle(s, w, request) })
		if r.to == withToken {
			h = knownQuery(r.says.parameters, h)
		}
		mux.Handle(r.pattern, s.restrict(r.to, h))
	}
	mux.Handle("/", handler(func(http.ResponseWriter, *http.Request) error {
		return refuse(http.StatusNotFound, "not-found",
			"there is no such path with this method; /v1/openapi.json describes all")
	}))
	return s.observed(s.recovered(s.guarded(mux)))
}

// NewServer returns a server of a handler with limits for headers and times. Streams of events
// have a deadline for each write instead of WriteTimeout.
func NewServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler, MaxHeaderBytes: 64 << 10, ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout: 5 * time.Minute, WriteTimeout: 5 * time.Minute, IdleTimeout: 2 * time.Minute,
	}
}
