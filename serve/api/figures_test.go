package api

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// scrape returns the figures of a server with a store as operators have it.
func scrape(t *testing.T, s *store.Store) string {
	t.Helper()
	return call(t, New(s, Options{Version: "1.2.3"}), "GET", "/metrics", "").Body.String()
}

// families returns the names that a scrape has.
func families(text string) (names []string) {
	for _, found := range regexp.MustCompile(`(?m)^# TYPE (\S+) `).FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	return names
}

var figureName = regexp.MustCompile(`\b(?:acovk|process|go)_[a-z0-9_]+`)

// named returns the names of figures in a text, without the suffixes of histograms.
func named(text string) (names []string) {
	for _, name := range figureName.FindAllString(text, -1) {
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			name = strings.TrimSuffix(name, suffix)
		}
		names = append(names, name)
	}
	return names
}

// Each figure in the alerts and in the documentation exists. The scrape itself explains all.
func TestNamedFiguresExist(t *testing.T) {
	s := storetest.Open(t, store.Options{Folder: t.TempDir()}) // which has figures of its disk
	have := families(scrape(t, s))
	if len(have) < 20 {
		t.Fatalf("there are %d figures", len(have))
	}
	alerts := must.Get(os.ReadFile("../../tools/packaging/deploy/alerts.yaml"))(t)
	page := must.Get(os.ReadFile("../../docs/service.md"))(t)
	_, section, _ := strings.Cut(string(page), "\n## Metrics\n")
	section, _, _ = strings.Cut(section, "\n## ")
	expressions := regexp.MustCompile(`(?m)^ +expr: (.*)$`).FindAllString(string(alerts), -1)
	if n := strings.Count(string(alerts), "- alert: "); n != len(expressions) || n < 10 {
		t.Errorf("%d alerts have %d expressions", n, len(expressions))
	}
	// these exist with a decoder of its own process alone, which the command line has
	have = append(have, "acovk_decoder_starts_total", "acovk_decoder_ends_total")
	for text, names := range map[string][]string{
		"tools/packaging/deploy/alerts.yaml": named(strings.Join(expressions, "\n")), "docs/service.md": named(section),
	} {
		for _, name := range names {
			if !slices.Contains(have, name) {
				t.Errorf("%s has %s, which does not exist", text, name)
			}
		}
	}
}

// Figures follow a job that waits, is lost by a worker, and fails.
func TestFiguresOfJobs(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := storetest.Open(t, store.Options{Memory: true, Deliveries: 2})
		ctx := t.Context()
		lost, _, err := s.Submit(ctx, job.Submission{})
		if err != nil {
			t.Fatal(err)
		}
		await := func(lines ...string) {
			t.Helper()
			synctest.Wait()
			text := scrape(t, s)
			for _, line := range lines {
				if !regexp.MustCompile(`(?m)^` + line + `$`).MatchString(text) {
					t.Errorf("there is no %s in\n%s", line, text)
				}
			}
		}
		time.Sleep(1500 * time.Millisecond)
		await(`acovk_queue_oldest_seconds 1\.5`, `acovk_job_wait_seconds_count 0`)
		taken := must.Get(s.Take(ctx, "silent"))(t)
		await(`acovk_queue_oldest_seconds 0`, `acovk_job_wait_seconds_count 1`, `acovk_job_wait_seconds_bucket\{le="\+Inf"\} 1`,
			`acovk_job_wait_seconds_bucket\{le="1"\} 0`, `acovk_job_wait_seconds_bucket\{le="5"\} 1`,
			`acovk_job_wait_seconds_bucket\{le="10"\} 1`, `acovk_job_wait_seconds_sum 1\.5`, `acovk_job_losses_total 0`)
		again, err := s.Take(ctx, "other")
		if err != nil || again.Job().ID != lost.ID || taken.Job().ID != lost.ID {
			t.Fatal(err)
		}
		await(`acovk_job_losses_total 1`, `acovk_job_wait_seconds_count 1`, `acovk_job_run_seconds_count 0`)
		must.Do(t, again.Finish(ctx, job.Failed, nil, &job.Problem{Type: "syntax", Detail: "line 1"}))
		await(`acovk_jobs_ended_total\{state="failed",problem="syntax"\} 1`, `acovk_job_run_seconds_count 1`)
		busy := job.Worker{Name: "w", Job: "j", Devices: []job.Device{{Name: `a "b"`}}}
		must.Do(t, s.Announce(ctx, busy))
		await(`acovk_workers 1`, `acovk_workers_busy 1`, `acovk_devices\{device="a \\"b\\""\} 1`,
			`acovk_build_info\{version="1.2.3",go="go.*"\} 1`)
		must.Do(t, s.Leave(ctx, "w"))
		await(`acovk_workers 0`, `acovk_workers_busy 0`)
	})
}
