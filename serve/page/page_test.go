package page

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/api"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/worker"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// newServer starts a service with a worker on the processor.
func newServer(t *testing.T) *httptest.Server {
	t.Helper()
	jobs, err := store.Open(t.Context(), store.Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(jobs.Close)
	processor, err := aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	solver, err := aco.NewSolver(processor)
	if err != nil {
		t.Fatal(err)
	}
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

// newBrowser starts a browser with a folder for downloads. Without one the test is skipped,
// unless ACO_VK_REQUIRE_BROWSER=1.
func newBrowser(t *testing.T) (ctx context.Context, downloads string) {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("ACO_VK_REQUIRE_BROWSER") == "1" {
			t.Fatal("chromium is required; make setup-test installs it: ", err)
		}
		t.Skip("there is no chromium")
	}
	downloads = t.TempDir()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader",
			true), chromedp.WindowSize(1280, 800))
	allocator, end := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(allocator)
	t.Cleanup(end)
	chromedp.ListenTarget(ctx, func(event any) { // a script that fails, and what the policy refuses
		switch e := event.(type) {
		case *log.EventEntryAdded:
			noPicture := strings.HasSuffix(e.Entry.URL, "/coordinates") // of a matrix
			if e.Entry.Level == log.LevelError && !noPicture {
				t.Errorf("the page: %s %s", e.Entry.Text, e.Entry.URL)
			}
		case *runtime.EventExceptionThrown:
			t.Errorf("the page: %s", e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError {
				for _, text := range e.Args {
					t.Errorf("the page: %s%s", text.Value, text.Description)
				}
			}
		}
	})
	if err := chromedp.Run(ctx,
		browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(
			downloads).WithEventsEnabled(true)); err != nil {
		t.Fatal(err)
	}
	return ctx, downloads
}

// screenshots writes pictures of the page at three sizes, light and dark, to the folder of
// ACO_VK_SCREENSHOTS.
func screenshots(t *testing.T, ctx context.Context, name string) {
	folder := os.Getenv("ACO_VK_SCREENSHOTS")
	if folder == "" {
		return
	}
	for _, size := range [][2]int64{{400, 800}, {1280, 800}, {1920, 1080}} {
		for _, scheme := range []string{"light", "dark"} {
			var picture []byte
			err := chromedp.Run(ctx, chromedp.EmulateViewport(size[0], size[1]),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme",
					Value: scheme}}),
				chromedp.Sleep(500*time.Millisecond), chromedp.CaptureScreenshot(&picture))
			if err == nil {
				err = os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", name, size[0], scheme)), picture,
					0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// state waits until the job that the page shows has a state.
func state(is string) chromedp.Action {
	return until(fmt.Sprintf(`document.getElementById("state").textContent === %q`, is))
}

// until waits until an expression is true: long, because the browser draws in software beside the
// solver.
func until(expression string) chromedp.Action {
	return chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(2*time.Minute))
}

// A visitor submits places, watches the tour, reloads the page during the run, stops the job, and
// downloads the tour.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	server := newServer(t)
	ctx, downloads := newBrowser(t)
	ctx, end := context.WithTimeout(ctx, 4*time.Minute)
	defer end()
	instance, err := generate.Instance("uniform", 1500, 1)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString("x,y\n")
	for city := range instance.X {
		fmt.Fprintf(&text, "%g,%g\n", instance.X[city], instance.Y[city])
	}
	var address, reloaded, label string
	var picture []byte
	err = chromedp.Run(ctx,
		chromedp.Navigate(server.URL), chromedp.WaitVisible("#submit"),
		// The text would take long to type.
		chromedp.Evaluate(fmt.Sprintf(`document.getElementById("text").value = %q`, text.String()), nil),
		chromedp.SetValue("#time", "600"), chromedp.Click("#bound"), chromedp.Click("#submit button"),
		state("running"), until(`document.getElementById("tour").dataset.tour !== undefined`),
		chromedp.Location(&address),
		chromedp.Reload(), state("running"),
		chromedp.Location(&reloaded),
		until(`document.getElementById("tour").dataset.tour !== undefined`),
		chromedp.AttributeValue("#tour", "aria-label", &label, nil),
		until(
			`document.querySelectorAll("#jobs a[aria-current]").length === 1 && document.querySelectorAll("#workers li").length === 1`),
		until(`document.getElementById("gap").textContent.endsWith("%")`),
		chromedp.Focus("#tour"), chromedp.KeyEvent("+"), chromedp.KeyEvent("0"), chromedp.Sleep(300*time.Millisecond),
		chromedp.Screenshot("#tour", &picture),
	)
	if err != nil {
		t.Fatal(err)
	}
	if reloaded != address || !strings.Contains(address, "#") ||
		!strings.HasPrefix(label, "Tour of 1500 cities, length ") {
		t.Errorf("the page is at %s, then at %s, with the picture %q", address, reloaded, label)
	}
	if colored := colored(t, picture); colored < 5000 {
		t.Errorf("%d points of the picture are colored", colored)
	}
	screenshots(t, ctx, "running")
	err = chromedp.Run(ctx, chromedp.Click("#stop"), state("cancelled"), choose("download", "csv"))
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		names, err := filepath.Glob(filepath.Join(downloads, "*.csv"))
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("downloaded %v, error %v", names, err)
		}
		if len(names) == 0 {
			continue
		}
		data, err := os.ReadFile(names[0])
		if lines := bytes.Count(data, []byte("\n")); err != nil || lines < 1500 {
			t.Errorf("the tour in CSV has %d lines, error %v", lines, err)
		}
		break
	}
	screenshots(t, ctx, "cancelled")
}

// The page shows what looks wrong with an input as text, whatever names a client gave. Another job
// without warnings hides them.
func TestPageWarnings(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	server := newServer(t)
	ctx, _ := newBrowser(t)
	ctx, end := context.WithTimeout(ctx, 2*time.Minute)
	defer end()
	submit := func(text string) chromedp.Action {
		return chromedp.Tasks{
			chromedp.Evaluate(fmt.Sprintf(`document.getElementById("text").value = %q`, text), nil),
			chromedp.SetValue("#time", "0.2"), chromedp.Click("#submit button"),
		}
	}
	var warnings string
	var height int
	strange := "name,lat,lon,z\n<b>here</b>,0,0,1\nthere,50,8,2\nthere too,50,8,3\nelsewhere,52,9,4\n"
	err := chromedp.Run(ctx, chromedp.Navigate(server.URL), chromedp.WaitVisible("#submit"),
		submit(strange), until(`document.querySelectorAll("#warnings li").length > 2`), state("done"),
		chromedp.Text("#warnings", &warnings, chromedp.NodeVisible))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"column z is not used", "(<b>here</b>) is at latitude 0, longitude 0", "the same coordinates",
	} {
		if !strings.Contains(warnings, want) {
			t.Errorf("warnings %q, want one with %q", warnings, want)
		}
	}
	screenshots(t, ctx, "warnings")
	err = chromedp.Run(ctx, submit("x,y\n0,0\n3,4\n6,0\n"),
		until(`document.querySelectorAll("#warnings li").length === 0`),
		chromedp.Evaluate(`document.getElementById("warnings").offsetHeight`, &height))
	if err != nil || height != 0 {
		t.Errorf("the list without warnings has height %d, error %v", height, err)
	}
}

// The page shows lengths by the numbers of the input with six digits, however small or uneven they
// are, and a length of 0 as one.
func TestPageLengths(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	server := newServer(t)
	ctx, _ := newBrowser(t)
	ctx, end := context.WithTimeout(ctx, 2*time.Minute)
	defer end()
	if err := chromedp.Run(ctx, chromedp.Navigate(server.URL), chromedp.WaitVisible("#submit")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, length string }{
		{"x,y\n0,0\n3e-7,0\n3e-7,4e-7\n", "0.0000012"},
		{"x,y\n5,5\n5,5\n5,5\n", "0"},
		{"[[0,1.5,99999999],[4,0,3],[5,3,0]]", "9.5"},
		{"[[0,1.5,99999999],[4,0,99999999],[99999999,99999999,0]]", "200,000,000"},
		{"x,y\n0,0\n3000000,0\n3000000,4000000.5\n", "12,000,001"},
	} {
		var length string
		err := chromedp.Run(ctx,
			chromedp.Evaluate(fmt.Sprintf(`document.getElementById("text").value = %q`, c.text), nil),
			chromedp.SetValue("#time", "0.2"), chromedp.Click("#submit button"),
			until(`document.getElementById("status").textContent.endsWith("is done")`),
			chromedp.Text("#length", &length),
			until(fmt.Sprintf(`document.querySelector("#jobs a[aria-current] small")?.textContent ===`+
				` "3 cities, %s"`, c.length)))
		if length != c.length || err != nil {
			t.Fatalf("%q: length %s, want %s there and in the list; error %v", c.text, length, c.length, err)
		}
	}
}

// The time to draw a large tour, as far as it depends on this machine. ACO_VK_PAGE_CITIES is the
// number of cities.
func TestLargeTour(t *testing.T) {
	cities, err := strconv.Atoi(os.Getenv("ACO_VK_PAGE_CITIES"))
	if err != nil {
		t.Skip("measures")
	}
	server := newServer(t)
	ctx, _ := newBrowser(t)
	var took map[string]float64
	err = chromedp.Run(ctx, chromedp.Navigate(server.URL), chromedp.WaitVisible("#submit"),
		chromedp.Evaluate(fmt.Sprintf(drawLarge, cities), &took,
			func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d cities: upload %.0f ms, picture at rest %.0f ms, while it moves %.0f ms", cities, took["upload"],
		took["rest"], took["moving"])
}

// drawLarge draws a tour by rows and waits until the card has drawn it.
const drawLarge = `(async () => {
  const { TourView } = await import("/page/tour.js");
  document.getElementById("job").hidden = false;
  const cities = %d, side = Math.ceil(Math.sqrt(cities)), view = new TourView(document.getElementById("tour"));
  const positions = new Float32Array(2 * cities), tour = Uint32Array.from({ length: cities }, (_, place) => place);
  for (let i = 0; i < cities; i++) {
    const row = Math.floor(i / side), column = row %% 2 ? side - 1 - i %% side : i %% side;
    positions[2 * i] = column / side;
    positions[2 * i + 1] = row / side;
  }
  const timed = (work) => {
    const started = performance.now();
    work();
    view.gl.readPixels(0, 0, 1, 1, view.gl.RGBA, view.gl.UNSIGNED_BYTE, new Uint8Array(4));
    return performance.now() - started;
  };
  const upload = timed(() => { view.setCities(positions); view.setTour(tour, false); });
  view.paint();
  const rest = timed(() => view.paint());
  view.moving = true;
  return { upload, rest, moving: timed(() => view.paint()) };
})()`

// colored returns how many points of a picture are neither white nor gray.
func colored(t *testing.T, data []byte) (n int) {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if r, g, b, _ := picture.At(x, y).RGBA(); max(r, g, b)-min(r, g, b) > 0x4000 {
				n++
			}
		}
	}
	return n
}

// choose chooses a value of a list, as a visitor does.
func choose(id, value string) chromedp.Action {
	return chromedp.Evaluate(
		fmt.Sprintf(
			`{ const list = document.getElementById(%q); list.value = %q; list.dispatchEvent(new Event("change")); }`,
			id, value), nil)
}

// The page has its own files alone, and says so to the browser.
func TestPolicy(t *testing.T) {
	for _, path := range []string{"/", "/page/main.js", "/page/uplot.min.css"} {
		w := httptest.NewRecorder()
		Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != http.StatusOK || w.Header().Get("Content-Security-Policy") != policy {
			t.Errorf("%s: status %d, policy %q", path, w.Code, w.Header().Get("Content-Security-Policy"))
		}
	}
	entries, err := files.ReadDir("files")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := files.ReadFile("files/" + entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, outside := range []string{`src="http`, `href="http`, `url(http`, `from "http`, `import("http`} {
			if bytes.Contains(text, []byte(outside)) {
				t.Errorf("%s has %s", entry.Name(), outside)
			}
		}
	}
}
