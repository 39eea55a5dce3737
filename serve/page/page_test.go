package page

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/api"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/page/pagetest"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
	"github.com/aco-vk/aco-vk/serve/worker"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A picture of land and the page that shows it have the same scale.
func TestLandSide(t *testing.T) {
	script, err := os.ReadFile("files/tour.js")
	if want := fmt.Sprintf("const landSide = %d;", draw.LandSide); err != nil || !bytes.Contains(script, []byte(want)) {
		t.Errorf("tour.js lacks %q, error %v", want, err)
	}
}

// newServer starts a service with a worker on the processor.
func newServer(t *testing.T) *httptest.Server {
	t.Helper()
	jobs := storetest.New(t)
	processor := must.Get(aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{}))(t)
	solver := must.Get(aco.NewSolver(processor))(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- worker.Run(ctx, jobs, worker.Options{Name: "here", Solver: solver,
			Report: 100 * time.Millisecond})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(With(api.New(jobs, api.Options{})))
	t.Cleanup(server.Close)
	return server
}

// A visitor submits places, watches the tour, reloads the page during the run, stops the job, and
// downloads the tour.
func TestPage(t *testing.T) {
	server := newServer(t)
	ctx, downloads := pagetest.NewBrowser(t)
	instance := tsptest.Generate(t, "uniform", 1500, 1)
	var text strings.Builder
	text.WriteString("x,y\n")
	for city := range instance.X {
		fmt.Fprintf(&text, "%g,%g\n", instance.X[city], instance.Y[city])
	}
	var address, reloaded, label string
	var picture []byte
	err := chromedp.Run(ctx,
		chromedp.Navigate(server.URL), chromedp.WaitVisible("#submit"),
		// The text would take long to type.
		chromedp.Evaluate(fmt.Sprintf(`document.getElementById("text").value = %q`, text.String()), nil),
		chromedp.SetValue("#time", "600"), chromedp.Click("#submit summary"), chromedp.Click("#bound"), chromedp.Click("#submit button"),
		pagetest.State("running"), pagetest.Until(`document.getElementById("tour").dataset.tour !== undefined`),
		chromedp.Location(&address),
		chromedp.Reload(), pagetest.State("running"),
		chromedp.Location(&reloaded),
		pagetest.Until(`document.getElementById("tour").dataset.tour !== undefined`),
		chromedp.AttributeValue("#tour", "aria-label", &label, nil),
		pagetest.Until(
			`document.querySelectorAll("#jobs a[aria-current]").length === 1 && document.querySelectorAll("#workers li").length === 1`),
		pagetest.Until(`document.getElementById("gap").textContent.endsWith("above the optimum")`),
		chromedp.Focus("#tour"), chromedp.KeyEvent("+"), chromedp.KeyEvent("0"),
	)
	if err != nil {
		t.Fatal(err)
	}
	if reloaded != address || !strings.Contains(address, "#") ||
		!strings.HasPrefix(label, "Tour of 1,500 places, length ") {
		t.Errorf("the page is at %s, then at %s, with the picture %q", address, reloaded, label)
	}
	jobtest.Until(func() bool { // it is drawn
		must.Do(t, chromedp.Run(ctx, chromedp.Screenshot("#tour", &picture)))
		return colored(t, picture) >= 5000
	})
	pagetest.Screenshots(t, ctx, "running")
	err = chromedp.Run(ctx, chromedp.Click("#stop"), pagetest.State("cancelled"), pagetest.Choose("download", "csv"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(pagetest.Downloaded(t, downloads, "*.csv"), []byte("\n")); lines < 1500 {
		t.Errorf("the tour in CSV has %d lines", lines)
	}
	pagetest.Screenshots(t, ctx, "cancelled")
}

// The page shows what looks wrong with an input as text, whatever names a client gave, and land below
// places on the globe. Another job without warnings and land hides them.
func TestPageWarnings(t *testing.T) {
	server := newServer(t)
	ctx, _ := pagetest.NewBrowser(t)
	submit := func(text string) chromedp.Action {
		return chromedp.Tasks{
			chromedp.Evaluate(fmt.Sprintf(`document.getElementById("text").value = %q`, text), nil),
			chromedp.SetValue("#time", "0.2"), chromedp.Click("#submit button"),
		}
	}
	var warnings, view string
	var height, land int
	strange := "name,lat,lon,z\n<b>here</b>,0,0,1\nthere,50,8,2\nthere too,50,8,3\nelsewhere,52,9,4\n"
	err := chromedp.Run(ctx, chromedp.Navigate(server.URL), chromedp.WaitVisible("#submit"),
		submit(strange), pagetest.Until(`document.querySelectorAll("#warnings li").length > 2`), pagetest.State("done"),
		chromedp.Text("#warnings", &warnings, chromedp.NodeVisible),
		pagetest.Until(`document.querySelectorAll("#land path").length === 2`),
		pagetest.Until(`document.getElementById("land").hasAttribute("viewBox")`),
		chromedp.Focus("#tour"), chromedp.KeyEvent("0"),
		// The places are 52 degrees of latitude high and are in the middle of the picture, with a margin of 4%.
		chromedp.Evaluate(`(({x, y, width, height}) => [2 * y + height, height * 0.92].map(Math.round).join(" "))(
			document.getElementById("land").viewBox.baseVal)`, &view))
	if err != nil || view != "2000 2000" {
		t.Fatalf("the view of the land is %q, error %v", view, err)
	}
	for _, want := range []string{
		"column z is not used", "<b>here</b> (row 2) is at latitude 0, longitude 0", "the same coordinates",
	} {
		if !strings.Contains(warnings, want) {
			t.Errorf("warnings %q, want one with %q", warnings, want)
		}
	}
	pagetest.Screenshots(t, ctx, "warnings")
	err = chromedp.Run(ctx, submit("x,y\n0,0\n3,4\n6,0\n"),
		pagetest.Until(`document.querySelectorAll("#warnings li").length === 0`),
		pagetest.State("done"), chromedp.Evaluate(`document.getElementById("warnings").offsetHeight`, &height),
		chromedp.Evaluate(`document.querySelectorAll("#land path").length`, &land))
	if err != nil || height != 0 || land != 0 {
		t.Errorf("the list without warnings has height %d, the plane %d paths of land, error %v", height, land, err)
	}
}

// The page shows lengths by the numbers of the input with six digits, however small or uneven they
// are, and a length of 0 as one.
func TestPageLengths(t *testing.T) {
	server := newServer(t)
	ctx, _ := pagetest.NewBrowser(t)
	must.Do(t, chromedp.Run(ctx, chromedp.Navigate(server.URL), chromedp.WaitVisible("#submit")))
	for _, c := range []struct{ text, length string }{
		{"x,y\n0,0\n3e-7,0\n3e-7,4e-7\n", "0.0000012"},
		{"x,y\n5,5\n5,5\n5,5\n", "0"},
		{"[[0,1.5,99999999],[4,0,3],[5,3,0]]", "9.5"},
		{"[[0,1.5,99999999],[4,0,99999999],[99999999,99999999,0]]", "200000000"},
		{"x,y\n0,0\n3000000,0\n3000000,4000000.5\n", "12000001"},
	} {
		var length string
		err := chromedp.Run(ctx,
			chromedp.Evaluate(fmt.Sprintf(`document.getElementById("text").value = %q`, c.text), nil),
			chromedp.SetValue("#time", "0.2"), chromedp.Click("#submit button"),
			pagetest.Until(`document.getElementById("status").textContent.endsWith("is done")`),
			chromedp.Text("#length", &length),
			pagetest.Until(fmt.Sprintf(`document.querySelector("#jobs a[aria-current] small")?.textContent ===`+
				` "3 places, %s"`, c.length)))
		if length != c.length || err != nil {
			t.Fatalf("%q: length %s, want %s there and in the list; error %v", c.text, length, c.length, err)
		}
	}
	// Places with the travel times of a routing server beside them.
	matrix := filepath.Join(t.TempDir(), "osrm.json")
	must.Do(t, os.WriteFile(matrix, []byte(`{"durations":[[0,60,70.5],[60,0,50],[75,50,0]]}`), 0o600))
	var arrivals string
	err := chromedp.Run(ctx,
		chromedp.Evaluate(`document.getElementById("text").value = "name,lat,lon\nDepot,48,7\nInn,48.1,7\nMill,48,7.1\n"`, nil),
		chromedp.SetUploadFiles("#matrix", []string{matrix}), chromedp.Click("#submit button"),
		pagetest.Until(`document.getElementById("length").textContent === "3 min 0.5 s"`), pagetest.State("done"),
		pagetest.Until(`document.querySelectorAll("#stop-rows tr").length === 4`), chromedp.Text("#stop-rows", &arrivals))
	if !strings.HasSuffix(arrivals, "3 min") || err != nil {
		t.Errorf("%q, error %v", arrivals, err)
	}
}

// colored returns how many points of a picture are neither white nor gray.
func colored(t *testing.T, data []byte) (n int) {
	t.Helper()
	picture := must.Get(png.Decode(bytes.NewReader(data)))(t)
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if r, g, b, _ := picture.At(x, y).RGBA(); max(r, g, b)-min(r, g, b) > 0x4000 {
				n++
			}
		}
	}
	return n
}

// The page has its own files alone, and says so to the browser.
func TestPolicy(t *testing.T) {
	for _, path := range []string{"/", "/page/main.js", "/page/uplot.min.css"} {
		w := httptest.NewRecorder()
		With(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != http.StatusOK || w.Header().Get("Content-Security-Policy") != policy {
			t.Errorf("%s: status %d, policy %q", path, w.Code, w.Header().Get("Content-Security-Policy"))
		}
	}
	entries := must.Get(files.ReadDir("files"))(t)
	for _, entry := range entries {
		text := must.Get(files.ReadFile("files/" + entry.Name()))(t)
		for _, outside := range []string{`src="http`, `href="http`, `url(http`, `from "http`, `import("http`} {
			if bytes.Contains(text, []byte(outside)) {
				t.Errorf("%s has %s", entry.Name(), outside)
			}
		}
	}
}
