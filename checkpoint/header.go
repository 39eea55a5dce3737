package checkpoint

import (
	"encoding/json"
	"fmt"
	"time"
)

// Header describes the run of a checkpoint.
type Header struct {
	Program   string          `json:"program"` // name and version of the program that wrote the file
	Algorithm string          `json:"algorithm"`
	Revision  int             `json:"revision"` // of the algorithm: revisions make different tours from the same parameters
	Instance  Instance        `json:"instance"`
	Seed      uint64          `json:"seed"`
	Iteration int             `json:"iteration"` // the most iterations that any colony has completed
	Elapsed   time.Duration   `json:"elapsed"`   // running time so far, in nanoseconds
	Run       json.RawMessage `json:"run"`       // what else the algorithm needs to resume: parameters, counters, trace
}

// Instance identifies the instance of a run.
type Instance struct {
	Name   string `json:"name"`
	Cities int    `json:"cities"`
	SHA256 string `json:"sha256"` // of tsp.Instance
}

// CheckInstance returns ErrOtherInstance unless the checkpoint is of instance i. Names are not compared.
func (h Header) CheckInstance(i Instance) error {
	if h.Instance.Cities == i.Cities && h.Instance.SHA256 == i.SHA256 {
		return nil
	}
	return fmt.Errorf("%w: it is of %s (%d cities), not of %s (%d cities)", ErrOtherInstance, h.Instance.Name, h.Instance.Cities, i.Name, i.Cities)
}

// CheckAlgorithm returns ErrOtherAlgorithm unless the checkpoint is of that revision of the algorithm.
func (h Header) CheckAlgorithm(algorithm string, revision int) error {
	if h.Algorithm == algorithm && h.Revision == revision {
		return nil
	}
	return fmt.Errorf("%w: %s wrote it with revision %d of %s, and this is revision %d of %s: resume it with the version that wrote it",
		ErrOtherAlgorithm, h.Program, h.Revision, h.Algorithm, revision, algorithm)
}
