package job

// MaxMachines is the most workers that solve a job together.
const MaxMachines = 64

// Island is what one of several workers on a job has found so far.
type Island struct {
	Part      int     `json:"part" minimum:"0" doc:"number of the island; 0: the worker whose tour is the result"`
	Worker    string  `json:"worker"`
	Tour      Digest  `json:"tour" doc:"SHA-256 of its best tour"`
	Length    int64   `json:"length" doc:"of the best tour, in steps"`
	Iteration int     `json:"iteration"`
	Seconds   float64 `json:"seconds" doc:"time of the island's run"`
}

// Exchange is a tour of an island that took part in a recombination of island 0.
type Exchange struct {
	Iteration int    `json:"iteration" doc:"after which the tours were recombined"`
	Part      int    `json:"part" minimum:"-1" doc:"the island that found the tour; -1: not known, because another worker had the job then"`
	Tour      Digest `json:"tour"`
	Length    int64  `json:"length,omitempty" doc:"in steps; missing where the island is not known"`
}
