package api

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// A request to solve is answered with the tour when the job ends, and with the job's address when
// it needs longer. The job is one of submit in both cases.
func TestSolve(t *testing.T) {
	store, h := newHandler(t)
	const body = "x,y\n0,0\n0,10\n10,10\n10,0\n"
	w := call(t, h, "POST", "/v1/solve?wait=0&seed=1", body, "Idempotency-Key", "k")
	j := decode[shownJob](t, w, http.StatusAccepted)
	if at := w.Header().Get("Location"); at != "/v1/jobs/"+j.ID || *j.Options.Seed != 1 {
		t.Errorf("job %+v at %s", j, at)
	}
	finish(t, store, j.ID, 3, 1, 0, 2)
	again := decode[shownJob](t, call(t, h, "POST", "/v1/solve?seed=1", body, "Idempotency-Key", "k"), http.StatusOK)
	if again.ID != j.ID || again.State != job.Done || len(again.Tour) != 4 || again.Tour[0] != 4 {
		t.Errorf("job %+v", again)
	}
	for query, want := range map[string]string{"?wait=3m": "wait is not", "?wait=-1": "wait is not", "?wait=x": "duration",
		"?wait=": "duration", "?wait=1&wait=1": "2 times"} {
		refused(t, call(t, h, "POST", "/v1/solve"+query, body), http.StatusBadRequest, "query", want)
	}
	if w := call(t, h, "POST", "/v1/solve?wait=0", `{"coordinates":`+square+`}`, "Content-Type", plainJSON); w.Code != http.StatusAccepted {
		t.Errorf("JSON: status %d: %s", w.Code, w.Body)
	}
}

// Many tours come with one request: of jobs by their names, and of a page. A client gets its own
// alone.
func TestTours(t *testing.T) {
	store := storetest.New(t)
	h := withTokensOn(t, store, Options{})
	var ids []string
	for _, secret := range []string{annSecret, bobSecret, annSecret} {
		ids = append(ids, submitSquare(t, h, "Authorization", "Bearer "+secret).ID)
	}
	finish(t, store, ids[0], 0, 1, 2, 3)
	finish(t, store, ids[1], 0, 1, 2, 3)
	ask := func(query string, status int) []shownJob {
		w := call(t, h, "GET", "/v1/jobs"+query, "", "Authorization", "Bearer "+annSecret)
		return decode[jobList](t, w, status).Jobs
	}
	all := ask("?include=tour&ids="+strings.Join(ids, ","), http.StatusOK)
	if len(all) != 2 || all[0].ID != ids[0] || len(all[0].Tour) != 4 || all[1].Tour != nil {
		t.Errorf("tours %+v", all)
	}
	if page := ask("?include=tour", http.StatusOK); len(page) != 2 || len(page[1].Tour) != 4 {
		t.Errorf("page %+v", page)
	}
	if page := ask("", http.StatusOK); len(page) != 2 || page[1].Tour != nil {
		t.Errorf("page %+v", page)
	}
	for _, query := range []string{"?include=all", "?include=", "?ids=1&state=done", "?ids=" + strings.Repeat(",", 500)} {
		ask(query, http.StatusBadRequest)
	}
}

// A tour or an instance that the disk of the server has lost is a fault of its job alone: a page of
// tours has all jobs, and no job looks as if it were deleted.
func TestLostObjects(t *testing.T) {
	store, h := newHandler(t)
	lost, whole := submitSquare(t, h), submitSquare(t, h)
	finish(t, store, lost.ID, 0, 1, 2, 3)
	finish(t, store, whole.ID, 3, 2, 1, 0)
	ended, err := store.Job(t.Context(), lost.ID)
	if err == nil {
		err = errors.Join(store.Forget(t.Context(), ended.Result.Tour), store.Forget(t.Context(), ended.Input.Object))
	}
	if err != nil {
		t.Fatal(err)
	}
	page := decode[jobList](t, call(t, h, "GET", "/v1/jobs?include=tour", ""), http.StatusOK).Jobs
	if len(page) != 2 || len(page[0].Tour) != 4 || page[0].Damaged != "" || page[1].ID != lost.ID ||
		page[1].Tour != nil || !strings.Contains(page[1].Damaged, string(ended.Result.Tour)) {
		t.Errorf("page %+v", page)
	}
	for _, file := range []string{"/tour.csv", "/tour.raw", "/instance", "/coordinates"} {
		refused(t, call(t, h, "GET", "/v1/jobs/"+lost.ID+file, ""), http.StatusInternalServerError, "damaged", lost.ID)
	}
}

// A page of tours ends before it has too many places, and names the next one.
func TestPagesOfTours(t *testing.T) {
	var jobs []job.Job
	for _, cities := range []int{2_000_000, 600_000, 400_000, 1} {
		jobs = append(jobs, job.Job{ID: string(rune('a' + len(jobs))), Input: job.Input{Cities: cities}})
	}
	var pages []string
	for left := jobs; len(left) > 0; {
		page, more := untilPlaces(left, false)
		if more != (len(page) < len(left)) {
			t.Errorf("more is %t", more)
		}
		text := ""
		for _, j := range page {
			text += j.ID
		}
		pages, left = append(pages, text), left[len(page):]
	}
	if got := strings.Join(pages, " "); got != "a bc d" {
		t.Errorf("pages %s", got)
	}
	if next := nextPage(url.Values{}, listQuery{IDs: "a,x,b,c,d"}, jobs[:2]).Get("ids"); next != "c,d" {
		t.Errorf("the next page is of %s", next)
	}
}
