// Package checkpoint stores the state of a run in a file, from which the run can be resumed. It
// defines the file format and checks files; the algorithm that runs decides what it stores.
//
//	header := checkpoint.Header{Algorithm: "mmas", Revision: 1, Seed: 1, Iteration: 100, Run: parameters}
//	err := checkpoint.Write(path, header, []checkpoint.Section{checkpoint.NewSection("best_tour", tour)})
//
//	file, err := checkpoint.Open(path)
//	defer file.Close()
//	tour, err := file.Words("best_tour", cities)
//
// A file consists of these parts. Integers are little-endian.
//
//	the text "aco-vk checkpoint\n"
//	the format number, 32 bits
//	the size of the header in bytes, 32 bits
//	the size of the file in bytes, 64 bits
//	the header, in JSON, with the names and sizes of the sections
//	the sections, each a sequence of 32-bit words
//	the SHA-256 of everything before it
//
// A change of this layout gets a new format number. A change of what an algorithm stores, or of
// what it computes from it, gets a new [Header.Revision].
//
// A checkpoint is replaced atomically after fsync: a valid file always exists, even if the machine
// stops.
//
// One process at a time writes to a path. A [File] may be read by several goroutines.
package checkpoint
