package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/aco-vk/aco-vk/vk"
)

// worker is the argument that starts the program as a worker.
const worker = "worker"

// answer is a worker's answer to a pipeline.
type answer struct {
	Failure    string         `json:"failure,omitempty"`
	Statistics []vk.Statistic `json:"statistics,omitempty"`
}

// work compiles pipelines with the driver of its environment, under the validation layer. It
// writes the device's vk.Info, then an answer for each vk.PipelineSpec that it reads.
func work(in io.Reader, out io.Writer) (err error) {
	instance, err := vk.Open(vk.Options{Validate: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, instance.Close()) }()
	cache, err := os.MkdirTemp("", "portability")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	device, err := instance.OpenDevice(0, vk.DeviceOptions{CacheDir: cache})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, device.Close()) }()
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	if err := answers.Encode(device.Info()); err != nil {
		return err
	}
	for {
		var spec vk.PipelineSpec
		if err := requests.Decode(&spec); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("read a pipeline: %w", err)
		}
		if err := answers.Encode(compile(device, spec)); err != nil {
			return err
		}
	}
}

// compile compiles a pipeline.
func compile(device *vk.Device, spec vk.PipelineSpec) answer {
	pipeline, err := device.NewPipeline(spec)
	if err != nil {
		return answer{Failure: err.Error()}
	}
	defer pipeline.Close()
	return answer{Statistics: pipeline.Statistics()}
}
