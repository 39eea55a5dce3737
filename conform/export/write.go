package export

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// Write writes the stage into a new or empty folder:
//
//   - reproduce.c, reproduce.amber and, if the stage has one module, reproduce.vk_shader_test run
//     the stage and compare the expected words
//   - each module as NAME.spv and, where spirv-dis is installed, disassembled as NAME.spvasm
//   - each buffer as NAME.before and, if the stage ran, NAME.after, in words of four bytes, the lowest first
//   - README.txt says what differs and how to run the stage
//
// A stage with too much data is an ErrTooLarge.
func (s *Stage) Write(folder string) error {
	if err := s.check(); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("export stage %s: %w", s.Name, err)
	}
	entries, err := os.ReadDir(folder)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%d files are in %s; name a new or empty folder", len(entries), folder)
	}
	if err != nil {
		return fmt.Errorf("export stage %s: %w", s.Name, err)
	}
	texts := map[string]func(*strings.Builder) error{
		"README.txt": s.writeReadme, "reproduce.c": s.writeProgram, "reproduce.amber": s.writeAmber,
	}
	if s.fitsVkRunner() {
		texts["reproduce.vk_shader_test"] = s.writeVkRunner
	}
	for name, write := range texts {
		var text strings.Builder
		if err := write(&text); err != nil {
			return err
		}
		if err := writeFile(filepath.Join(folder, name), []byte(text.String())); err != nil {
			return err
		}
	}
	return errors.Join(s.writeModules(folder), s.writeBuffers(folder))
}

// writeModules writes the modules, whose constants have the values of the case.
func (s *Stage) writeModules(folder string) error {
	disassembler, _ := exec.LookPath("spirv-dis")
	for i := range s.Modules {
		words, err := s.Modules[i].words()
		if err != nil {
			return err
		}
		name := filepath.Join(folder, s.moduleFile(i))
		if err := writeFile(name+".spv", reflect.Bytes(words)); err != nil {
			return err
		}
		if disassembler == "" {
			continue
		}
		if out, err := exec.Command(disassembler, name+".spv", "-o", name+".spvasm").CombinedOutput(); err != nil {
			return fmt.Errorf("export module %s: disassemble: %w: %s", s.Modules[i].Name, err, out)
		}
	}
	return nil
}

// moduleFile returns the name of a module's files without extension. Pipelines of one shader have
// one name.
func (s *Stage) moduleFile(i int) string { return fmt.Sprintf("%s_%d", s.Modules[i].Name, i) }

func (s *Stage) writeBuffers(folder string) error {
	for _, b := range s.Buffers {
		name := filepath.Join(folder, b.Name)
		if err := writeFile(name+".before", reflect.Bytes(b.Before)); err != nil {
			return err
		}
		if b.After == nil {
			continue
		}
		if err := writeFile(name+".after", reflect.Bytes(b.After)); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file that does not exist.
func writeFile(name string, content []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err == nil {
		_, err = file.Write(content)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// maxListed is the most wrong words that README.txt lists.
const maxListed = 100

func (s *Stage) writeReadme(text *strings.Builder) error {
	fmt.Fprintf(text, "%s\n\n", s.title())
	if s.ran() {
		fmt.Fprintf(text, "%d expected words are wrong.\n", s.Wrong())
		s.listWrong(text)
	} else {
		text.WriteString("It did not run: buffers and expected words are the sequential reference's.\n")
	}
	text.WriteString("\nRun the stage alone; DEVICE is the index of a Vulkan device, 0 for the first:\n\n" +
		"    cc -o reproduce reproduce.c -ldl && ./reproduce DEVICE\n" +
		"    amber -v 1.1 -t vulkan1.1 reproduce.amber\n")
	if s.fitsVkRunner() {
		text.WriteString("    vkrunner reproduce.vk_shader_test\n")
	} else {
		text.WriteString("\nThere is no script for VkRunner, whose scripts have one module.\n")
	}
	for i, m := range s.Modules {
		fmt.Fprintf(text, "\nmodule %s, compiled from shaders/%s", s.moduleFile(i), m.Source.File)
		for _, macro := range m.Source.Macros {
			fmt.Fprintf(text, " -D%s", macro)
		}
		text.WriteString("\n")
		for _, c := range m.Constants {
			fmt.Fprintf(text, "    constant %d %s = %d\n", c.ID, c.Name, c.Value)
		}
		if m.SubgroupSize > 0 {
			fmt.Fprintf(text, "    subgroups of %d, required: %t, full: %t\n", m.SubgroupSize, m.RequireSize,
				m.FullSubgroups)
		}
		for slot, buffer := range m.Buffers {
			fmt.Fprintf(text, "    binding %d: %s, %d words\n", slot, s.Buffers[buffer].Name,
				len(s.Buffers[buffer].Before))
		}
	}
	for i, d := range s.Dispatches {
		fmt.Fprintf(text, "\ndispatch %d: module %s, %d × %d × %d work-groups, push constants %d", i,
			s.moduleFile(d.Module), d.Groups[0], d.Groups[1], d.Groups[2], d.Push)
	}
	text.WriteString("\n")
	return nil
}

// listWrong lists the first wrong words.
func (s *Stage) listWrong(text *strings.Builder) {
	listed := 0
	for _, b := range s.Buffers {
		for _, r := range b.Expected {
			for i, want := range r.Words {
				at := r.First + i
				if b.After[at] == want || listed == maxListed {
					continue
				}
				listed++
				fmt.Fprintf(text, "    %s[%d] was %d, is %d, must be %d\n", b.Name, at, b.Before[at], b.After[at], want)
			}
		}
	}
}
