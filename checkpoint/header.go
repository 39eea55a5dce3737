package checkpoint

import (
	"encoding/json"
	"fmt"
	"time"
)

// Header says what a file is a checkpoint of.
type Header struct {
	Program   string          `json:"program"` // that wrote it, with its version
	Algorithm string          `json:"algorithm"`
	Revision  int             `json:"revision"` // of the algorithm: two that differ make other tours of the same parameters
	Instance  Instance        `json:"instance"`
	Seed      uint64          `json:"seed"`
	Iteration int             `json:"iteration"` // the most that any colony has completed
	Elapsed   time.Duration   `json:"elapsed"`   // that the run has taken so far, in nanoseconds
	Run       json.RawMessage `json:"run"`       // what else the algorithm needs to go on: parameters, counters, trace
}

// Instance is what a run works on.
type Instance struct {
	Name   string `json:"name"`
	Cities int    `json:"cities"`
	SHA256 string `json:"sha256"` // of tsp.Instance
}

// CheckInstance refuses another instance than the run's with ErrOtherInstance. Names do not count.
func (h Header) CheckInstance(i Instance) error {
	if h.Instance.Cities == i.Cities && h.Instance.SHA256 == i.SHA256 {
		return nil
	}
	return fmt.Errorf("%w: it is of %s, %d cities, and this is %s, %d cities", ErrOtherInstance, h.Instance.Name, h.Instance.Cities, i.Name, i.Cities)
}

// CheckAlgorithm refuses another algorithm, or another revision of it, than the run's with ErrOtherAlgorithm.
func (h Header) CheckAlgorithm(algorithm string, revision int) error {
	if h.Algorithm == algorithm && h.Revision == revision {
		return nil
	}
	return fmt.Errorf("%w: %s wrote it for revision %d of algorithm %s, and this is revision %d of %s",
		ErrOtherAlgorithm, h.Program, h.Revision, h.Algorithm, revision, algorithm)
}
