package job

// MaxMachines is the most workers that solve a job together.
const MaxMachines = 64

// MaxPriority is the greatest priority of a job. The least is its negative.
const MaxPriority = 10

// Machine is what one of several workers that solve a job together has found so far.
type Machine struct {
	Number    int     `json:"part" minimum:"0" doc:"number of the worker in the job; 0: the worker whose tour is the result"`
	Worker    string  `json:"worker"`
	Tour      Digest  `json:"tour" doc:"SHA-256 of its best tour"`
	Length    int64   `json:"length" doc:"of the best tour, in steps"`
	Iteration int     `json:"iteration"`
	Seconds   float64 `json:"seconds" doc:"time of its run"`
}

// Exchange is a tour of a machine that took part in a recombination of machine 0.
type Exchange struct {
	Iteration int    `json:"iteration" doc:"after which the tours were recombined"`
	Machine   int    `json:"part" minimum:"-1" doc:"number of the worker that found the tour; -1: not known, because another worker had the job then"`
	Tour      Digest `json:"tour"`
	Length    int64  `json:"length,omitempty" doc:"in steps; missing where the worker is not known"`
}
