package pipeline

import "slices"

// Barriers returns, for each slice of a submission, each of them one dispatch, the buffers that need a barrier before it: those it reads after a
// write, writes after a read, or writes after a write, with no barrier since. What ran before the submission is taken to
// have written everything.
func Barriers(passes []Pass, submission []Slice) [][]string {
	type access struct{ read, written bool }
	since := map[string]access{} // since the last barrier of a buffer
	barriers := make([][]string, len(submission))
	for i, s := range submission {
		bindings := passes[s.Pass].Shader.Bindings
		for _, b := range bindings {
			a, seen := since[b.Name]
			if !seen || a.written || (a.read && b.Writes) {
				barriers[i] = append(barriers[i], b.Name)
				since[b.Name] = access{}
			}
		}
		for _, b := range bindings {
			a := since[b.Name]
			since[b.Name] = access{read: a.read || b.Reads, written: a.written || b.Writes}
		}
		slices.Sort(barriers[i])
	}
	return barriers
}
