// Package pagetest has a browser for tests of the page.
package pagetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// NewBrowser starts a browser with a folder for downloads. A short test is skipped. So is one without a
// browser, unless ACO_VK_REQUIRE_BROWSER=1.
func NewBrowser(t *testing.T) (ctx context.Context, downloads string) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
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
			true), chromedp.WindowSize(1280, 800), chromedp.WSURLReadTimeout(time.Hour)) // it starts
	allocator, end := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(allocator)
	t.Cleanup(end)
	chromedp.ListenTarget(ctx, func(event any) { // a script that fails, and what the policy refuses
		switch e := event.(type) {
		case *log.EventEntryAdded:
			noPicture := strings.HasSuffix(e.Entry.URL, "/coordinates") // of a matrix
			refused := strings.Contains(e.Entry.Text, "422")            // what a visitor has entered
			if e.Entry.Level == log.LevelError && !noPicture && !refused {
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

// Screenshots writes pictures of the page at four sizes, light and dark, and on paper, to the folder of
// ACO_VK_SCREENSHOTS.
func Screenshots(t *testing.T, ctx context.Context, name string) {
	folder := os.Getenv("ACO_VK_SCREENSHOTS")
	if folder == "" {
		return
	}
	for _, size := range [][2]int64{{400, 800}, {1280, 800}, {1400, 900}, {1920, 1080}} {
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
	const width, height, quality = 680, 1009, 100 // of A4 without its margins, in pixels of a page
	var paper []byte
	err := chromedp.Run(ctx, chromedp.EmulateViewport(width, height), emulation.SetEmulatedMedia().WithMedia("print"),
		chromedp.Sleep(500*time.Millisecond), chromedp.FullScreenshot(&paper, quality), emulation.SetEmulatedMedia())
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+"-paper.png"), paper, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Downloaded waits for a file that the browser stores, and returns it.
func Downloaded(t *testing.T, folder, pattern string) []byte {
	t.Helper()
	var names []string
	jobtest.Until(func() (isThere bool) {
		var err error
		if names, err = filepath.Glob(filepath.Join(folder, pattern)); err != nil {
			t.Fatal(err)
		}
		return len(names) > 0
	})
	return must.Get(os.ReadFile(names[0]))(t)
}

// State waits until the job that the page shows has a state.
func State(is string) chromedp.Action {
	return Until(fmt.Sprintf(`document.getElementById("state").textContent === %q`, is))
}

// Until waits without a limit of time until an expression is true.
func Until(expression string) chromedp.Action {
	return chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(0))
}

// Choose chooses a value of a list, as a visitor does.
func Choose(id, value string) chromedp.Action {
	return chromedp.Evaluate(
		fmt.Sprintf(
			`{ const list = document.getElementById(%q); list.value = %q; list.dispatchEvent(new Event("change")); }`,
			id, value), nil)
}
