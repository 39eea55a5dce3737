package aco_test

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

// A server whose requests share the devices of one solver. A client that goes away ends the context of
// its request, and so its run.
func ExampleSolver() {
	solver, err := aco.NewSolver()
	if err != nil {
		log.Fatal(err)
	}
	defer solver.Close()
	handler := func(w http.ResponseWriter, r *http.Request) {
		var places struct{ X, Y []float64 }
		err := json.NewDecoder(r.Body).Decode(&places)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		instance, err := tsp.FromCoordinates(tsp.EUC2D, places.X, places.Y)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		result, err := solver.Solve(r.Context(), instance, aco.Options{Iterations: 2}) // mostly a TimeLimit
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		fmt.Fprint(w, result.Length)
	}
	server := httptest.NewServer(http.HandlerFunc(handler))
	defer server.Close()

	const places = `{"x": [0, 10, 20, 20, 10, 0], "y": [0, 0, 0, 10, 10, 10]}`
	var (
		requests sync.WaitGroup
		mutex    sync.Mutex
		answers  = map[string]int{}
	)
	for range 100 {
		requests.Go(func() {
			response, err := http.Post(server.URL, "application/json", strings.NewReader(places))
			if err != nil {
				log.Fatal(err)
			}
			defer response.Body.Close()
			var length json.Number
			if err := json.NewDecoder(response.Body).Decode(&length); err != nil {
				log.Fatal(err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			answers[length.String()]++
		})
	}
	requests.Wait()
	fmt.Println(answers)
	// Output: map[60:100]
}
