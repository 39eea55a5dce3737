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

// process is a worker process that uses a driver.
type process struct {
	command  *exec.Cmd
	timeout  time.Duration
	in       io.WriteCloser
	answers  *json.Decoder
	messages bytes.Buffer // standard error
	info     vk.Info
}

// start starts a worker and checks that it opened the right device.
func (d driver) start() (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	found, err := filepath.Glob(d.manifest)
	if err != nil {
		return nil, err
	}
	p := &process{command: exec.Command(self, worker), timeout: d.timeout}
	p.command.Env = append(os.Environ(), "VK_DRIVER_FILES="+strings.Join(found, ":"), "MESA_SHADER_CACHE_DISABLE=1")
	p.command.Env = append(p.command.Env, d.environment...)
	p.command.Stderr = &p.messages
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
		return nil, fmt.Errorf("%s: opening the device: %w", d.device, err)
	}
	if !strings.Contains(p.info.Name, d.vulkanName) {
		p.end()
		return nil, fmt.Errorf("%s: the driver opened %q instead of %s", d.device, p.info.Name, d.vulkanName)
	}
	return p, nil
}

// read waits for the next value. After a timeout or an invalid value it ends the process, and the
// error says how it ended.
func (p *process) read(value any) error {
	timer := time.AfterFunc(p.timeout, func() { p.command.Process.Kill() })
	err := p.answers.Decode(value)
	if late := !timer.Stop(); late {
		p.command.Wait()
		return fmt.Errorf("no answer within %v", p.timeout)
	}
	if err == nil {
		return nil
	}
	p.in.Close() // lets a process end that is waiting for input
	ended := p.command.Wait()
	return fmt.Errorf("no answer (%w): the process ended (%v): %s", err, ended, lastLine(p.messages.String()))
}

// compile compiles a pipeline. After an error the process has ended.
func (p *process) compile(spec vk.PipelineSpec) (a answer, err error) {
	json.NewEncoder(p.in).Encode(spec) // if this fails, read fails as well, with a better error
	err = p.read(&a)
	return a, err
}

// end lets the worker close the device and end, and returns its error.
func (p *process) end() error {
	p.in.Close()
	if err := p.command.Wait(); err != nil {
		return fmt.Errorf("the process ended (%v): %s", err, lastLine(p.messages.String()))
	}
	return nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
