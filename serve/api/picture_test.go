package api

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A page gets the cities as a graphics card takes them, and a picture of the tour. A matrix has
// neither.
func TestPicture(t *testing.T) {
	store, h := newHandler(t)
	j := submitSquare(t, h)
	w := call(t, h, "GET", "/v1/jobs/"+j.ID+"/coordinates", "")
	got := make([]float32, 8)
	if err := binary.Read(bytes.NewReader(w.Body.Bytes()), binary.LittleEndian, got); err != nil ||
		w.Code != http.StatusOK || w.Body.Len() != 32 {
		t.Fatalf("status %d, %d bytes, error %v", w.Code, w.Body.Len(), err)
	}
	if diff := cmp.Diff([]float32{0, 1, 0, 0, 1, 0, 1, 1}, got); diff != "" {
		t.Errorf("coordinates (-want +got):\n%s", diff)
	}
	cities := call(t, h, "GET", "/v1/jobs/"+j.ID+"/picture.svg", "").Body.String()
	finish(t, store, j.ID, 0, 1, 2, 3)
	tour := call(t, h, "GET", "/v1/jobs/"+j.ID+"/picture.svg", "").Body.String()
	if !strings.Contains(cities, "<svg") || len(tour) <= len(cities) {
		t.Errorf("pictures without and with a tour:\n%s\n%s", cities, tour)
	}
	globe := posted(t, h, "", `{"coordinates":[[50,8],[52,13],[48,11]],"metric":"haversine"}`, "Content-Type", plainJSON)
	for id, want := range map[string]bool{globe.ID: true, j.ID: false} {
		land := call(t, h, "GET", "/v1/jobs/"+id+"/land.svg", "").Body.String()
		if !strings.HasPrefix(land, "<svg") || strings.Contains(land, `class="sea"`) != want {
			t.Errorf("land %v: %.300s", want, land)
		}
	}
	matrix := posted(t, h, "", `{"matrix":[[0,1,2],[1,0,3],[2,3,0]]}`, "Content-Type", plainJSON)
	for _, file := range []string{"coordinates", "land.svg", "picture.svg"} {
		refused(t, call(t, h, "GET", "/v1/jobs/"+matrix.ID+"/"+file, ""), http.StatusNotFound, "no-coordinates", "")
	}
}
