package conform

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// miscompiled is a fault of a driver's compiler and a case that shows it.
type miscompiled struct {
	name, instruction string // see the source of the layer
	text              string // of the case
	stage             string // that differs first
	vkRunner          bool   // whether the stage has one module
}

var miscompilations = []miscompiled{
	{"changed comparison", "176:178", // < of unsigned integers, <=
		"input=uniform:3:1,algorithm=mmas,iterations=1,ants=1,alpha=0,beta=0", "construct", true},
	{"wrong atomic", "237:239", // an atomic minimum, an atomic maximum
		"input=uniform:30:1,algorithm=acs,iterations=1,ants=10,synchronous=true,memory=selective", "construct", false},
	{"missing barrier", "224:0", // a control barrier, nothing
		"input=uniform:700:1,algorithm=mmas,iterations=1,ants=20", "evaluate", true},
}

// A stage that a driver computes wrongly is exported. The program fails with the fault of the
// driver, and passes without it.
func TestExportedStageFailsOnlyWithTheFault(t *testing.T) {
	testkind.Whole(t)
	layer := vktest.FaultLayer(t)
	for _, m := range miscompilations {
		t.Run(m.name, func(t *testing.T) {
			c, err := ParseCase(m.text)
			if err != nil {
				t.Fatal(err)
			}
			faulty := append(layer[:len(layer):len(layer)], "FAULT_LAYER=miscompile",
				"FAULT_LAYER_INSTRUCTION="+m.instruction)
			o := isolated(t, faulty...)
			r, err := o.newRunner()
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			folders, err := r.export(t.Context(), c, exportTo{folder, "test"})
			if err := errors.Join(err, r.close()); err != nil {
				t.Fatal(err)
			}
			if len(folders) != 1 || folders[0] != filepath.Join(folder, m.stage) {
				t.Fatalf("exported %q, want stage %s", folders, m.stage)
			}
			if _, err := os.Stat(filepath.Join(folders[0], "reproduce.vk_shader_test")); (err == nil) != m.vkRunner {
				t.Errorf("script for VkRunner: %v", err)
			}
			program := compileProgram(t, folders[0])
			if code, out := runProgram(t, program, faulty...); code != 1 || !strings.Contains(out, "WRONG: ") {
				t.Errorf("with the fault: code %d\n%s", code, out)
			}
			if code, out := runProgram(t, program); code != 0 || !strings.Contains(out, "PASS: ") {
				t.Errorf("without the fault: code %d\n%s", code, out)
			}
		})
	}
}

// compileProgram compiles an exported program.
func compileProgram(t *testing.T, folder string) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the program is compiled on Linux alone")
	}
	headers, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/vulkan-go/vulkan").Output()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "reproduce")
	build := exec.Command("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", strings.TrimSpace(string(headers)),
		"-o", program, filepath.Join(folder, "reproduce.c"), "-ldl")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// runProgram runs a program with environment variables. It returns its exit code and output.
func runProgram(t *testing.T, program string, variables ...string) (int, string) {
	t.Helper()
	command := exec.Command(program)
	command.Env = append(os.Environ(), variables...)
	out, err := command.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), string(out)
}
