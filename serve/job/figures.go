package job

import "time"

// Figures are what happened to jobs since a process watches them, and how the store is.
type Figures struct {
	Jobs map[State]int // by state
	// Oldest is since when the job waits that has waited longest; zero: none waits.
	Oldest time.Time
	Wait   Histogram // from the submission of jobs until a worker took them
	Run    Histogram // from then until their end
	Ends   map[End]int

	Losses    int // of jobs: their workers were silent until the lease ended
	GivenBack int // jobs that workers gave back because of a fault of their machine
	Requeued  int // jobs that had no message in the queue

	SilentWorkers int // that have not announced themselves for some seconds, and are not yet forgotten
	// Replicas are the nodes that keep the jobs; zero: the store is in one process.
	Replicas Replicas
}

// End is how jobs end.
type End struct {
	State   State
	Problem string // type of the problem; "": none
}

// Replicas are numbers of nodes.
type Replicas struct{ Current, Lost int }

// Histogram counts times.
type Histogram struct {
	Bounds []float64 // in seconds, in order
	Below  []int     // by bound: the times that are no longer
	Count  int
	Sum    float64 // in seconds
}

// NewHistogram returns a histogram without times.
func NewHistogram(bounds ...float64) Histogram {
	return Histogram{Bounds: bounds, Below: make([]int, len(bounds))}
}

// Add counts a time.
func (h *Histogram) Add(d time.Duration) {
	seconds := d.Seconds()
	for i, bound := range h.Bounds {
		if seconds <= bound {
			h.Below[i]++
		}
	}
	h.Count++
	h.Sum += seconds
}
