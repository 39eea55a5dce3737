package conform

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/conform/export"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/must"
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
			c := parse(t, m.text)[0]
			faulty := append(layer[:len(layer):len(layer)], "FAULT_LAYER=miscompile",
				"FAULT_LAYER_INSTRUCTION="+m.instruction)
			o := isolated(t, faulty...)
			r := must.Get(o.newRunner())(t)
			folder := t.TempDir()
			folders, err := r.export(t.Context(), c, exportTo{Folder: folder, Version: "test"})
			must.Do(t, errors.Join(err, r.close()))
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
	headers := must.Get(exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/vulkan-go/vulkan").Output())(t)
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

// The stages of a device that is only described compute the expected words where they run, in all
// iterations: they read nothing that the reference does not have.
func TestDescribedStagesRun(t *testing.T) {
	device := vktest.Open(t)
	for i, c := range parse(t,
		"input=uniform:33:1,algorithm=as,iterations=2,ants=5,statistics=1",
		"input=uniform:33:1,algorithm=acs,iterations=2,ants=5,synchronous=true,memory=selective",
		"input=uniform:33:1,algorithm=mmas,iterations=2,ants=5,local_search=3opt,shuffled=true",
		"input=uniform:70:1,algorithm=merged,iterations=2,shuffled=true",
		"input=uniform:70:1,algorithm=merged,iterations=2,colonies=2,large=true",
	) {
		if i > 1 && testing.Short() {
			break // their ants take seconds to compile
		}
		p := must.Get(c.openPair(t.Context(), device))(t)
		defer p.Close()
		for iteration := 1; iteration <= c.Iterations; iteration++ {
			must.Do(t, p.prepare(iteration))
			stages, err := describedComparer(*device.Info(), false).capture(t.Context(), c, exportTo{Iteration: iteration})
			if err != nil || len(stages) != len(p.Stages()) {
				t.Fatalf("%s: %d stages: %v", c, len(stages), err)
			}
			for _, s := range stages {
				if s := runAgain(t, p, s); s.Wrong() > 0 {
					t.Errorf("%s, iteration %d: %d words of stage %s are wrong", c, iteration, s.Wrong(), s.Name)
				}
			}
		}
	}
}

// runAgain returns a stage with what a device makes of it.
func runAgain(t *testing.T, p pair, s export.Stage) export.Stage {
	t.Helper()
	var device *lockstep.Device
	switch p := p.(type) {
	case classicPair:
		device = &p.Device
	case mergedPair:
		device = &p.Device
	}
	for _, b := range s.Buffers {
		must.Do(t, device.Run.Upload(b.Name, 0, b.Before))
	}
	must.Do(t, device.Submit(device.Whole(s.Name)...))
	for i, b := range s.Buffers {
		var err error
		if s.Buffers[i].After, err = device.Run.Download(b.Name); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// A stage is exported for each size of subgroups whose modules differ, without any device.
func TestExportWithoutDevice(t *testing.T) {
	cases, folder := parse(t, "input=uniform:9:1,algorithm=mmas,iterations=1,ants=2"), t.TempDir()
	folders := must.Get(Export(t.Context(), Options{Cases: cases, Export: folder}, nil, 0, 8, 64))(t)
	var want []string
	for _, stage := range []string{"choice", "construct", "evaluate", "best", "schedule", "evaporate", "deposit"} {
		want = append(want, filepath.Join(folder, "subgroups-0", stage))
	}
	for _, size := range []string{"8", "64"} { // the other stages have no subgroup operations
		construct := filepath.Join(folder, "subgroups-"+size, "construct")
		want = append(want, filepath.Join(folder, "subgroups-"+size, "choice"), construct)
		readme, err := os.ReadFile(filepath.Join(construct, "README.txt"))
		title, _, _ := strings.Cut(string(readme), "\n")
		if err != nil || !strings.HasSuffix(title, "for devices with subgroups of "+size) ||
			!strings.Contains(string(readme), "subgroups of "+size+", required: true, full: true") {
			t.Errorf("%s, %v", readme, err)
		}
	}
	if !slices.Equal(folders, want) {
		t.Errorf("exported %q, want %q", folders, want)
	}
}
