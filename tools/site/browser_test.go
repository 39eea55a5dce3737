package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// newBrowser starts a browser. Without one the test is skipped, unless ACO_VK_REQUIRE_BROWSER=1.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("ACO_VK_REQUIRE_BROWSER") == "1" {
			t.Fatal("chromium is required; make setup-test installs it: ", err)
		}
		t.Skip("there is no chromium")
	}
	ctx, end := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox)...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	chromedp.ListenTarget(ctx, func(event any) { // a script that fails, and a file that is missing
		switch e := event.(type) {
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError {
				t.Errorf("%s %s", e.Entry.Text, e.Entry.URL)
			}
		case *runtime.EventExceptionThrown:
			t.Error(e.ExceptionDetails)
		}
	})
	return ctx
}

// No page scrolls sideways, in a narrow and in a wide window, and the filter of the index finds a
// flag.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	files := fstest.MapFS{}
	var pages []string
	for name, data := range buildRepository(t) {
		files[name] = &fstest.MapFile{Data: data}
		if path.Ext(name) == ".html" {
			pages = append(pages, name)
		}
	}
	slices.Sort(pages)
	server := httptest.NewServer(http.FileServerFS(files))
	t.Cleanup(server.Close)
	ctx := newBrowser(t)
	for _, width := range []int64{400, 1400} {
		for _, name := range pages {
			var page int64
			err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(server.URL+"/"+name),
				chromedp.Evaluate(`document.documentElement.scrollWidth`, &page))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if page > width {
				t.Errorf("%s is %d pixels wide in a window of %d", name, page, width)
			}
			screenshots(t, ctx, name, width)
		}
	}
	var all int
	var found []string
	err := chromedp.Run(ctx, chromedp.Navigate(server.URL+"/"+indexOutput),
		chromedp.Evaluate(`document.querySelectorAll(".letter li").length`, &all),
		chromedp.SendKeys("#filter", "--time-limit"),
		chromedp.Evaluate(
			`[...document.querySelectorAll(".letter li")].filter(e => e.checkVisibility()).map(e => e.textContent.trim().split(/\s/)[0])`, &found))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(found, "--time-limit") || len(found) == all {
		t.Errorf("the filter shows %q, of %d entries", found, all)
	}
}

// screenshots writes pictures of a page, light and dark, to the folder of ACO_VK_SCREENSHOTS.
func screenshots(t *testing.T, ctx context.Context, name string, width int64) {
	folder := os.Getenv("ACO_VK_SCREENSHOTS")
	if folder == "" {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		var picture []byte
		err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithFeatures(
			[]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
			chromedp.CaptureScreenshot(&picture))
		if err == nil {
			file := fmt.Sprintf("%s-%d-%s.png", strings.ReplaceAll(strings.TrimSuffix(name, ".html"), "/", "-"),
				width, scheme)
			err = os.WriteFile(filepath.Join(folder, file), picture, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
