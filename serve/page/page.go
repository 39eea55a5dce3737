// Package page is the page of the service for people: it submits jobs, shows how a tour forms,
// and offers the result in all formats.
//
// It is plain HTML, CSS and JavaScript on the HTTP interface of package api, with nothing from
// elsewhere at run time. WebGL 2 draws the tour, uPlot the figures against time.
package page

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed files
var files embed.FS

// policy lets the page use its own files and the interface of its own server, and nothing else.
// Pictures that it makes for a download are blobs.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// With returns a handler of the page at /, of its files below /page/, and of the interface, which the
// page uses.
func With(jobs http.Handler) http.Handler {
	own, _ := fs.Sub(files, "files") // an error would be an invalid path
	serve := http.FileServerFS(own)
	guarded := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache") // a new version of the program has other files
		serve.ServeHTTP(w, r)
	})
	mux := http.NewServeMux()
	mux.Handle("/", jobs)
	mux.Handle("GET /{$}", guarded)
	mux.Handle("GET /page/", http.StripPrefix("/page", guarded))
	return mux
}
