package pipeline

import "slices"

// Barriers returns, for each dispatch of a submission, the buffers that need a barrier before it. These are the buffers that it
// reads after a write, writes after a read or writes after a write, without a barrier in between. All buffers count as written
// before the submission.
func Barriers(passes []Pass, dispatches []Slice) [][]string {
	type access struct{ read, written bool }
	since := map[string]access{} // since the last barrier of a buffer
	barriers := make([][]string, len(dispatches))
	for i, s := range dispatches {
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
