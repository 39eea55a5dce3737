package packaging

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"github.com/aco-vk/aco-vk/internal/must"
)

// wine is a Windows of its own, with the program unpacked from its archive.
type wine struct {
	program     []string
	environment []string
}

func newWine(t *testing.T) wine {
	t.Helper()
	program := filepath.Join(bundle(t, "aco-vk", "windows-amd64"), "aco-vk.exe")
	need(t, "wine", "x86_64-w64-mingw32-gcc")
	w := wine{[]string{"wine", program}, []string{"WINEPREFIX=" + t.TempDir(), "WINEDEBUG=-all", "DISPLAY="}}
	run(t, ".", w.environment, "wine", "wineboot", "--init")
	t.Cleanup(func() { // its folder can be removed when its processes have ended
		end := exec.Command("sh", "-c",
			"wineserver --kill; wineserver --wait") // there is none to kill if all programs ended seconds ago
		end.Env = append(os.Environ(), w.environment...)
		if err := end.Run(); err != nil {
			t.Error(err)
		}
	})
	library := filepath.Join(strings.TrimPrefix(w.environment[0], "WINEPREFIX="),
		"drive_c/windows/system32/bcryptprimitives.dll")
	if _, err := os.Stat(library); err != nil {
		run(t, ".", nil, "x86_64-w64-mingw32-gcc", "-shared", "-o", library, "testdata/bcryptprimitives.c",
			"-ladvapi32")
	}
	return w
}

func (w wine) solve(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	return run(t, folder, w.environment, append(append(w.program, "solve", "--device", "cpu"), arguments...)...)
}

// The Windows program runs under Wine.
func TestWindows(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8") // Wine takes names of files in it
	w := newWine(t)
	here := native(t)
	places := must.Get(os.ReadFile("../../testdata/places.csv"))(t)
	t.Run("same tours", func(t *testing.T) { sameTours(t, w.environment, w.program...) })
	t.Run("names and line ends", func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "Straße mit Lücke")
		must.Do(t, os.Mkdir(folder, 0o777))
		windows := strings.ReplaceAll(string(places), "\n", "\r\n")
		for name, text := range map[string]string{"Örter.csv": windows, "places.csv": string(places)} {
			must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
		}
		printed := w.solve(t, filepath.Dir(folder), "Straße mit Lücke/Örter.csv", "--iterations", "10", "--json",
			`Straße mit Lücke\Läufe.json`, "-o", "Straße mit Lücke/Straße.csv")
		if !strings.Contains(printed, "Straße mit Lücke/Straße.csv") {
			t.Errorf("it printed %q", printed)
		}
		want := tourOf(t, nil, here, []string{filepath.Join(folder, "places.csv"), "--device", "cpu",
			"--iterations", "10"})
		if got := tourIn(t, filepath.Join(folder, "Läufe.json")); got != want {
			t.Errorf("tour %s, on this machine %s", got, want)
		}
	})
	// A run that goes on on another system finds the tour of a run that was never interrupted.
	t.Run("resume", func(t *testing.T) {
		folder := t.TempDir()
		first := []string{"gen:uniform:100:1", "--algorithm", "mmas", "--seed", "3", "--device", "cpu"}
		w.solve(t, folder, append(first[:5:5], "--iterations", "10", "--checkpoint", "run.checkpoint")...)
		want := tourOf(t, nil, here, append(first, "--iterations", "30"))
		w.solve(t, folder, "gen:uniform:100:1", "--iterations", "30", "--resume", "run.checkpoint", "--json",
			"windows.json")
		run(t, folder, nil, append(here, "solve", "gen:uniform:100:1", "--device", "cpu", "--iterations", "30",
			"--resume", "run.checkpoint", "--json", "here.json")...)
		for _, report := range []string{"windows.json", "here.json"} {
			if got := tourIn(t, filepath.Join(folder, report)); got != want {
				t.Errorf("%s: tour %s, without interruption %s", report, got, want)
			}
		}
	})
	t.Run("Ctrl-C", func(t *testing.T) {
		folder := t.TempDir()
		printed := w.interrupt(t, folder, "gen:uniform:1000:1", "--iterations", "1000000", "--tour", "best.tour")
		if !strings.Contains(printed, "stopped by  interrupted") {
			t.Errorf("it printed %q", printed)
		}
		run(t, folder, nil, append(here, "tour", "check", "gen:uniform:1000:1", "best.tour")...)
	})
	t.Run("wrong input", func(t *testing.T) {
		printed, err := try(t, t.TempDir(), w.environment, append(w.program, "solve", "missing.csv")...)
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 || !strings.Contains(printed, "missing.csv") {
			t.Errorf("error %v, it printed %q", err, printed)
		}
	})
	t.Run("Vulkan", func(t *testing.T) { w.vulkan(t) })
}

// interrupt runs solve in a terminal, types Ctrl-C when the progress shows an iteration, and
// returns what the terminal shows.
func (w wine) interrupt(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	program := append(append(w.program, "solve", "--device", "cpu"), arguments...)
	command := exec.CommandContext(t.Context(), program[0], program[1:]...)
	command.Dir, command.Env = folder, append(os.Environ(), w.environment...)
	terminal := must.Get(pty.Start(command))(t)
	defer terminal.Close()
	var shown strings.Builder
	for r, typed := bufio.NewReader(terminal), false; ; {
		b, err := r.ReadByte()
		if err != nil { // the program has ended
			break
		}
		shown.WriteByte(b)
		if !typed && strings.Contains(shown.String(), "iteration 1") {
			typed = true
			if _, err := terminal.Write([]byte{'C' - '@'}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if exit, ok := command.Wait().(*exec.ExitError); !ok || exit.ExitCode() != 130 {
		t.Errorf("it ended with %v", command.ProcessState)
	}
	return shown.String()
}

// vulkan solves on a Vulkan device of this machine. Wine offers devices where there is a display.
func (w wine) vulkan(t *testing.T) {
	need(t, "Xvfb")
	server := exec.CommandContext(t.Context(), "Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24")
	out := must.Get(server.StdoutPipe())(t)
	must.Do(t, server.Start())
	defer func() { server.Process.Kill(); server.Wait() }()
	display := must.Get(bufio.NewReader(out).ReadString('\n'))(t)
	w.environment = append(w.environment, "DISPLAY=:"+strings.TrimSpace(display), "LP_NATIVE_VECTOR_WIDTH=256")
	arguments := append([]string{}, solves[2]...)
	want := tourOf(t, nil, native(t), arguments)
	arguments[len(arguments)-1] = "vulkan"
	if got := tourOf(t, w.environment, w.program, arguments); got != want {
		t.Errorf("tour %s, on the processor of this machine %s", got, want)
	}
}
