package reflect

import (
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
)

// maxPaths bounds the shortest paths through a loop, to all of its blocks together. SwiftShader
// follows each of them, and more than once: with 1,450 million it took 84 s to compile the ants,
// with 24,000 it takes less than 5 s.
const maxPaths = 1 << 20

// A loop has few shortest paths through its blocks: two branches in a row with blocks on both
// sides have four.
func TestPathsThroughLoops(t *testing.T) {
	for _, s := range shaders.All {
		spirv := must.Get(s.SPIRV())(t)
		blocks := blocksOf(t, spirv)
		for header, b := range blocks {
			if b.loopMerge == 0 {
				continue
			}
			if paths := shortestPaths(blocks, header); paths > maxPaths {
				t.Errorf(
					"%s: %d or more shortest paths through a loop, at most %d: use select where both values are at hand", s.Name, paths, maxPaths)
			}
		}
	}
}

// Two branches in a row with blocks on both sides have 1 + 2 + 2 + 4 + 4 paths to their blocks.
func TestShortestPaths(t *testing.T) {
	blocks := map[uint32]*block{
		1: {next: []uint32{2, 3}, loopMerge: 8}, 2: {next: []uint32{4}}, 3: {next: []uint32{4}},
		4: {next: []uint32{5, 6}},
		5: {next: []uint32{7}}, 6: {next: []uint32{7}}, 7: {next: []uint32{1, 8}}, 8: {},
	}
	if paths := shortestPaths(blocks, 1); paths != 1+2+2+4+4 {
		t.Errorf("%d paths", paths)
	}
}

// A block is one of SPIR-V, by its label.
type block struct {
	next      []uint32
	loopMerge uint32 // label of the block after the loop, if the block is a loop's header
}

// blocksOf returns the blocks of all functions of a module.
func blocksOf(t *testing.T, module []byte) map[uint32]*block {
	t.Helper()
	const loopMerge, label, branch, branchConditional, switched = 246, 248, 249, 250, 251
	blocks := map[uint32]*block{}
	var current *block
	err := read(module, func(op uint32, operands []uint32) error {
		switch op {
		case label:
			current = &block{}
			blocks[operands[0]] = current
		case loopMerge:
			current.loopMerge = operands[0]
		case branch:
			current.next = operands
		case branchConditional:
			current.next = operands[1:3]
		case switched: // the default, then pairs of a value and a label
			current.next = operands[1:2:2]
			for i := 3; i < len(operands); i += 2 {
				current.next = append(current.next, operands[i])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return blocks
}

// shortestPaths returns the number of shortest paths from a loop's header to the blocks of the
// loop, together. Beyond maxPaths it ends early.
func shortestPaths(blocks map[uint32]*block, header uint32) (sum int) {
	steps, paths := map[uint32]int{header: 0}, map[uint32]int{header: 1}
	for queue := []uint32{header}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		if sum += paths[from]; sum > maxPaths {
			return sum
		}
		for _, to := range blocks[from].next {
			if to == blocks[header].loopMerge {
				continue
			}
			if _, seen := steps[to]; !seen {
				steps[to] = steps[from] + 1
				queue = append(queue, to)
			}
			if steps[to] == steps[from]+1 {
				paths[to] += paths[from]
			}
		}
	}
	return sum
}
