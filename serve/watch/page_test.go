package watch

import (
	"bytes"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/page/pagetest"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// The page of a run that has ended keeps its tour, its stops and its downloads after the server is
// gone, and says quietly that the run has ended.
func TestPageAfterTheEnd(t *testing.T) {
	ctx, downloads := pagetest.NewBrowser(t)
	places := "name,lat,lon\nDepot,48,7.8\nBaker,48.01,7.82\nInn,48.03,7.85\nMill,47.98,7.9\nFarm,47.97,7.81\nForge,48.04,7.8\n"
	in := must.Get(format.Read(t.Context(), strings.NewReader(places), "places.csv", format.Options{}))(t)
	processor := must.Get(aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{}))(t)
	run := begin(t, Options{Input: in, Devices: []*aco.Device{processor}, Stop: func() {}})
	server := httptest.NewServer(run.Handler())
	defer server.Close()
	must.Do(t, chromedp.Run(ctx, chromedp.Navigate(server.URL+run.Path()), pagetest.State("running")))
	result, err := aco.Solve(t.Context(), in.Instance, aco.Options{Devices: []*aco.Device{processor}, TimeLimit: time.Second, Progress: run.Progress})
	run.Finish(result, err)
	if err != nil {
		t.Fatal(err)
	}
	const ended = "The run has ended. This page keeps its route, picture and downloads."
	if err := chromedp.Run(ctx, pagetest.State("done"),
		pagetest.Until(`document.getElementById("status").textContent === "`+ended+`"`)); err != nil {
		t.Fatal(err)
	}
	server.Close()
	var said, class, first string
	var disabled int
	err = chromedp.Run(ctx, chromedp.Sleep(2*time.Second), // a page that asked again would say that nobody answers
		chromedp.Text("#status", &said), chromedp.Evaluate(`document.getElementById("status").className`, &class),
		chromedp.Text("#stop-rows tr:first-child", &first),
		chromedp.Evaluate(`document.querySelectorAll("#download option:disabled").length`, &disabled),
		pagetest.Choose("download", "gpx"))
	if err != nil {
		t.Fatal(err)
	}
	if said != ended || class != "" || !strings.Contains(first, "Depot") || disabled != 0 {
		t.Errorf("the page says %q in class %q, stop %q, %d formats are missing", said, class, first, disabled)
	}
	if gpx := pagetest.Downloaded(t, downloads, "*.gpx"); !bytes.Contains(gpx, []byte("Forge")) {
		t.Errorf("the download is %s", gpx)
	}
	pagetest.Screenshots(t, ctx, "ended")
}
