package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/vk"
)

// process is a worker with a driver.
type process struct {
	command  *exec.Cmd
	patience time.Duration
	in       io.WriteCloser
	answers  *json.Decoder
	said     bytes.Buffer // on standard error
	info     vk.Info
}

// start runs a worker and asserts its device.
func (d driver) start() (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	found, err := filepath.Glob(d.manifest)
	if err != nil {
		return nil, err
	}
	p := &process{command: exec.Command(self, worker), patience: d.patience}
	p.command.Env = append(os.Environ(), "VK_DRIVER_FILES="+strings.Join(found, ":"), "MESA_SHADER_CACHE_DISABLE=1")
	p.command.Env = append(p.command.Env, d.environment...)
	p.command.Stderr = &p.said
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	p.answers = json.NewDecoder(out)
	if err := p.read(&p.info); err != nil {
		return nil, fmt.Errorf("%s: no device was opened: %w", d.device, err)
	}
	if !strings.Contains(p.info.Name, d.says) {
		p.end()
		return nil, fmt.Errorf("%s: the driver opened %q: it was to stand for %s", d.device, p.info.Name, d.says)
	}
	return p, nil
}

// read waits for the next value. One that does not come is the process's end: how it ended is the error.
func (p *process) read(value any) error {
	timer := time.AfterFunc(p.patience, func() { p.command.Process.Kill() })
	err := p.answers.Decode(value)
	if late := !timer.Stop(); late {
		p.command.Wait()
		return fmt.Errorf("nothing came for %v", p.patience)
	}
	if err == nil {
		return nil
	}
	p.in.Close() // a process that said something else waits for more
	ended := p.command.Wait()
	return fmt.Errorf("no answer (%w): the process ended (%v): %s", err, ended, lastLine(p.said.String()))
}

// compile has a pipeline compiled. After an error there is no process any more.
func (p *process) compile(spec vk.PipelineSpec) (a answer, err error) {
	json.NewEncoder(p.in).Encode(spec) // where nobody takes it, nobody answers either, and how the process ended says more
	err = p.read(&a)
	return a, err
}

// end lets the worker end by itself, which closes the device, and returns what was wrong with that.
func (p *process) end() error {
	p.in.Close()
	if err := p.command.Wait(); err != nil {
		return fmt.Errorf("the process ended (%v): %s", err, lastLine(p.said.String()))
	}
	return nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
