package export

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// The beginning and the end of every program. The data of the stage are between them.
var (
	//go:embed files/types.c
	programTypes string
	//go:embed files/program.c
	program string
)

// writeProgram writes the program in C.
func (s *Stage) writeProgram(text *strings.Builder) error {
	fmt.Fprintf(text, "// %s\n//\n", s.title())
	text.WriteString("//     cc -o reproduce reproduce.c -ldl && ./reproduce [DEVICE [REPEATS]]\n//\n" +
		"// It loads libvulkan.so.1, and needs the Vulkan headers to compile. The exit code is 0 if the device computes\n" +
		"// all expected words, 1 if some are wrong, 2 if a call fails, 77 if the device cannot run the test.\n")
	text.WriteString(programTypes)
	fmt.Fprintf(text, "static const char title[] = %s;\n", cString(s.title()))
	for i := range s.Modules {
		if err := s.Modules[i].writeData(text, i); err != nil {
			return err
		}
	}
	for i := range s.Buffers {
		s.Buffers[i].writeData(text, i)
	}
	for i, d := range s.Dispatches {
		writeArray(text, fmt.Sprintf("push_%d", i), d.Push)
		writeArray(text, fmt.Sprintf("barriers_%d", i), d.Barriers)
	}
	if err := s.writeTables(text); err != nil {
		return err
	}
	text.WriteString(program)
	return nil
}

func (m *Module) writeData(text *strings.Builder, i int) error {
	code, err := m.words()
	if err != nil {
		return err
	}
	writeArray(text, fmt.Sprintf("code_%d", i), code)
	writeArray(text, fmt.Sprintf("bound_%d", i), m.Buffers)
	return nil
}

func (b *Buffer) writeData(text *strings.Builder, i int) {
	writeArray(text, fmt.Sprintf("before_%d", i), b.Before)
	fmt.Fprintf(text, "static const struct range ranges_%d[] = {", i)
	var expected []uint32
	for _, r := range b.Expected {
		fmt.Fprintf(text, "{%d, %d}, ", r.First, len(r.Words))
		expected = append(expected, r.Words...)
	}
	text.WriteString("{0, 0}};\n")
	writeArray(text, fmt.Sprintf("expected_%d", i), expected)
}

// writeTables writes the tables of modules, buffers and dispatches.
func (s *Stage) writeTables(text *strings.Builder) error {
	text.WriteString("static const struct module modules[] = {\n")
	for i := range s.Modules {
		m := &s.Modules[i]
		operations, err := m.operations()
		if err != nil {
			return err
		}
		full := 0
		if m.FullSubgroups {
			full = 1
		}
		fmt.Fprintf(text, "    {%s, code_%d, sizeof code_%d, %d, %d, %d, %d, %d, bound_%d},\n", cString(m.Name), i, i,
			m.SubgroupSize, full, operations, m.PushBytes, len(m.Buffers), i)
	}
	text.WriteString("};\nstatic const struct buffer buffers[] = {\n")
	for i, b := range s.Buffers {
		fmt.Fprintf(text, "    {%s, %d, before_%d, %d, ranges_%d, expected_%d},\n", cString(b.Name), len(b.Before), i,
			len(b.Expected), i, i)
	}
	text.WriteString("};\nstatic const struct dispatch dispatches[] = {\n")
	for i, d := range s.Dispatches {
		fmt.Fprintf(text, "    {%d, {%d, %d, %d}, push_%d, %d, barriers_%d},\n", d.Module, d.Groups[0], d.Groups[1],
			d.Groups[2], i, len(d.Barriers), i)
	}
	text.WriteString("};\n")
	return nil
}

// writeArray writes an array of words. C has no empty arrays: these have a 0.
func writeArray[T uint32 | int](text *strings.Builder, name string, words []T) {
	fmt.Fprintf(text, "static const uint32_t %s[] = {", name)
	if len(words) == 0 {
		text.WriteString("0")
	}
	writeWords(text, words, ",")
	text.WriteString("};\n")
}

// writeWords writes words, some to a line.
func writeWords[T uint32 | int](text *strings.Builder, words []T, separator string) {
	const perLine = 16
	for i, word := range words {
		if i%perLine == 0 && i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(strconv.FormatUint(uint64(word), 10))
		if i < len(words)-1 {
			text.WriteString(separator)
		}
	}
}

// cString returns a string literal of C.
func cString(s string) string { return strconv.QuoteToASCII(s) }
