package export

import (
	"fmt"
	"strings"
)

// writeAmber writes a script for Amber. Each dispatch is a pipeline of its own, because a pipeline
// has one buffer of push constants.
func (s *Stage) writeAmber(text *strings.Builder) error {
	fmt.Fprintf(text, "#!amber\n# %s\n#\n#     amber -v 1.1 -t vulkan1.1 reproduce.amber\n\n", s.title())
	text.WriteString("SET ENGINE_DATA fence_timeout_ms 60000\n")
	if err := s.writeAmberFeatures(text); err != nil {
		return err
	}
	for i := range s.Modules { // Amber 2026 hangs at the end of a module as hexadecimal text
		fmt.Fprintf(text, "\nSHADER compute module_%d SPIRV-BIN FILE %s.spv\n", i, s.moduleFile(i))
	}
	for i, b := range s.Buffers {
		writeAmberBuffer(text, amberBuffer(i, b), b.Before)
	}
	for i := range s.Dispatches {
		s.writeAmberRun(text, i)
	}
	for i, b := range s.Buffers {
		for _, r := range b.Expected {
			fmt.Fprintf(text, "\nEXPECT %s IDX %d EQ", amberBuffer(i, b), 4*r.First)
			for _, word := range r.Words {
				fmt.Fprintf(text, " %d", word)
			}
			text.WriteByte('\n')
		}
	}
	return nil
}

// The names of Amber's features by bit of VkSubgroupFeatureFlags.
var amberOperations = []string{
	"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffleRelative", "clustered", "quad",
}

func (s *Stage) writeAmberFeatures(text *strings.Builder) error {
	var flags uint32
	control := false
	for i := range s.Modules {
		operations, err := s.Modules[i].operations()
		if err != nil {
			return err
		}
		flags |= operations
		control = control || s.Modules[i].RequireSize
	}
	for bit, name := range amberOperations {
		if flags>>bit&1 != 0 {
			fmt.Fprintf(text, "DEVICE_FEATURE SubgroupSupportedOperations.%s\n", name)
		}
	}
	if control { // a second feature of this extension, for full subgroups, makes Amber 2026 hang
		text.WriteString("DEVICE_EXTENSION VK_EXT_subgroup_size_control\n" +
			"DEVICE_FEATURE SubgroupSizeControl.subgroupSizeControl\n")
	}
	return nil
}

func amberBuffer(i int, b Buffer) string { return fmt.Sprintf("buffer_%d_%s", i, b.Name) }

func writeAmberBuffer(text *strings.Builder, name string, words []uint32) {
	fmt.Fprintf(text, "\nBUFFER %s DATA_TYPE uint32 DATA\n", name)
	writeWords(text, words, " ")
	text.WriteString("\nEND\n")
}

func (s *Stage) writeAmberRun(text *strings.Builder, i int) {
	d := s.Dispatches[i]
	m := s.Modules[d.Module]
	if len(d.Push) > 0 {
		writeAmberBuffer(text, fmt.Sprintf("push_%d", i), d.Push)
	}
	fmt.Fprintf(text, "\nPIPELINE compute dispatch_%d\n  ATTACH module_%d\n", i, d.Module)
	if m.RequireSize {
		fmt.Fprintf(text, "  SUBGROUP module_%d\n    REQUIRED_SIZE %d\n  END\n", d.Module, m.SubgroupSize)
	}
	for slot, buffer := range m.Buffers {
		fmt.Fprintf(text, "  BIND BUFFER %s AS storage DESCRIPTOR_SET 0 BINDING %d\n",
			amberBuffer(buffer, s.Buffers[buffer]), slot)
	}
	if len(d.Push) > 0 {
		fmt.Fprintf(text, "  BIND BUFFER push_%d AS push_constant\n", i)
	}
	fmt.Fprintf(text, "END\n\nRUN dispatch_%d %d %d %d\n", i, d.Groups[0], d.Groups[1], d.Groups[2])
}

// lineEnd returns what follows the item with that index.
func lineEnd(i, count, perLine int) string {
	if i == count-1 || (i+1)%perLine == 0 {
		return "\n"
	}
	return " "
}

// fitsVkRunner reports whether VkRunner can run the stage: its scripts have one module.
func (s *Stage) fitsVkRunner() bool { return len(s.Modules) == 1 }

// writeVkRunner writes a script for VkRunner.
func (s *Stage) writeVkRunner(text *strings.Builder) error {
	m := &s.Modules[0]
	fmt.Fprintf(text, "# %s\n#\n#     vkrunner reproduce.vk_shader_test\n", s.title())
	if m.SubgroupSize > 0 {
		fmt.Fprintf(text, "#\n# Run it on a device with subgroups of %d. Scripts of VkRunner cannot require a size.\n",
			m.SubgroupSize)
	}
	words, err := m.words()
	if err != nil {
		return err
	}
	text.WriteString("\n[require]\nvulkan 1.1.0\n\n[compute shader binary]\n")
	for at, word := range words {
		fmt.Fprintf(text, "%x%s", word, lineEnd(at, len(words), 8))
	}
	text.WriteString("\n[test]\n")
	for slot, buffer := range m.Buffers {
		const perLine = 64
		for at := 0; at < len(s.Buffers[buffer].Before); at += perLine {
			line := s.Buffers[buffer].Before[at:min(at+perLine, len(s.Buffers[buffer].Before))]
			writeVkRunnerLine(text, fmt.Sprintf("ssbo %d subdata uint %d", slot, 4*at), line)
		}
	}
	for i, d := range s.Dispatches {
		if i > 0 { // a probe ends the submission
			text.WriteString("probe ssbo uint 0 0 >= 0\n")
		}
		if len(d.Push) > 0 {
			writeVkRunnerLine(text, "push uint 0", d.Push)
		}
		fmt.Fprintf(text, "compute %d %d %d\n", d.Groups[0], d.Groups[1], d.Groups[2])
	}
	for slot, buffer := range m.Buffers {
		for _, r := range s.Buffers[buffer].Expected {
			writeVkRunnerLine(text, fmt.Sprintf("probe ssbo uint %d %d ==", slot, 4*r.First), r.Words)
		}
	}
	return nil
}

func writeVkRunnerLine(text *strings.Builder, command string, words []uint32) {
	text.WriteString(command)
	for _, word := range words {
		fmt.Fprintf(text, " %d", word)
	}
	text.WriteByte('\n')
}
