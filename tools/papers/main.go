// Command papers measures what the papers measured, on the device at hand, beside their own figures: the time of an
// iteration by stage, and the length of the tours. It prints tables in Markdown.
package main

import (
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
)

type commandLine struct {
	Device int    `default:"0" help:"Index of the device, as aco-vk devices lists them; -1 for the sequential reference."`
	Folder string `name:"tsplib" env:"ACO_VK_TSPLIB" required:"" help:"Folder with TSPLIB's instances in its folder tsp."`

	Time    timeCommand    `cmd:"" help:"Device time of an iteration by stage."`
	Same    sameCommand    `cmd:"" help:"Hashes of tours, to compare devices."`
	Quality qualityCommand `cmd:"" help:"Lengths of the ants' best tours, means over seeds."`
}

// bench is what the commands run on; the device is nil for the reference.
type bench struct {
	device *vk.Device
	folder string
}

func (b bench) name() string {
	if b.device == nil {
		return "sequential reference"
	}
	return b.device.Info().Name + ", driver " + b.device.Info().DriverVersion
}

func (b bench) subgroup() uint32 {
	if b.device == nil {
		return 1
	}
	return b.device.Info().SubgroupSize
}

func (b bench) load(name string) (*tsp.Instance, error) {
	return tsp.Load(filepath.Join(b.folder, "tsp", name+".tsp"))
}

func main() {
	var line commandLine
	context := kong.Parse(&line)
	context.FatalIfErrorf(run(context, line))
}

func run(context *kong.Context, line commandLine) (err error) {
	if line.Device < 0 {
		return context.Run(bench{nil, line.Folder})
	}
	instance, err := vk.Open(vk.Options{Validate: os.Getenv("ACO_VK_VALIDATE") == "1"})
	if err != nil {
		return err
	}
	defer instance.Close()
	device, err := instance.OpenDevice(line.Device, vk.DeviceOptions{})
	if err != nil {
		return err
	}
	defer device.Close()
	return context.Run(bench{device, line.Folder})
}
