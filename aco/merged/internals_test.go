package merged

// CandidateParts is the number of buffers that a large instance's candidates have.
const CandidateParts = candidateParts

// Candidates returns the buffer of a model's candidates.
var Candidates = candidates
