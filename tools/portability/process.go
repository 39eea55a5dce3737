package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/vk"
)

// process is a worker process that uses a driver.
type process struct {
	*child.Process
	limits child.Limits
	info   vk.Info
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
	command := exec.Command(self, worker)
	command.Env = append(os.Environ(), "VK_DRIVER_FILES="+strings.Join(found, ":"), "MESA_SHADER_CACHE_DISABLE=1")
	command.Env = append(command.Env, d.environment...)
	p := &process{limits: child.Limits{Silence: d.timeout}}
	if p.Process, err = child.Start(command, p.limits); err != nil {
		return nil, err
	}
	if p.info, err = receive(p, func(i vk.Info) bool { return i.Name != "" }); err != nil {
		return nil, fmt.Errorf("%s: opening the device: %w", d.device, err)
	}
	if !strings.Contains(p.info.Name, d.vulkanName) {
		p.end()
		return nil, fmt.Errorf("%s: the driver opened %q instead of %s", d.device, p.info.Name, d.vulkanName)
	}
	return p, nil
}

// receive waits for the next message. The error says how the process ended.
func receive[Message any](p *process, isAnswer func(Message) bool) (Message, error) {
	m, err := child.ReceiveMessage(context.Background(), p.Process, isAnswer)
	if err == nil {
		return m, nil
	}
	end := p.Wait()
	if end.Cause == child.Hung {
		return m, fmt.Errorf("no answer within %v", p.limits.Silence)
	}
	return m, fmt.Errorf("no answer: %w", endError(end))
}

// endError says how a process ended.
func endError(end child.End) error {
	return fmt.Errorf("%s: %s", end.Text(), strings.Join(end.Output[max(0, len(end.Output)-1):], ""))
}

// compile compiles a pipeline. After an error the process has ended.
func (p *process) compile(spec vk.PipelineSpec) (answer, error) {
	if err := p.SendMessage(spec); err != nil {
		return answer{}, err
	}
	return receive(p, func(answer) bool { return true })
}

// end lets the worker close the device and end, and returns its error.
func (p *process) end() error {
	p.CloseInput()
	if end := p.Wait(); end.Cause != child.Exited {
		return endError(end)
	}
	return nil
}
