package main

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/internal/precompile"
	"github.com/aco-vk/aco-vk/tsp"
)

// options returns the library's options for the flags, without the path, the devices, Reserve and
// what --initial-tour and --stay-close set.
func (s *solveCommand) options(
	parsed *kong.Context, instance *tsp.Instance, replay *replayed, started time.Time,
) (o aco.Options, err error) {
	o = aco.Options{
		Seed: s.Seed, Started: started, MaxSubmit: time.Duration(s.MaxSubmit),
		Checkpoint: s.Checkpoint, CheckpointEvery: time.Duration(s.CheckpointEvery), Program: "aco-vk " + version(),
	}
	if err = choice.SetRules(&o, s.Rules); err != nil {
		return o, err
	}
	if s.Target != "" {
		if o.Target, err = choice.Length(instance.Unit, "Target", s.Target); err != nil {
			return o, err
		}
	}
	request := choice.Request{
		Algorithm: unlessAuto[aco.Algorithm](s.Algorithm), Preset: s.Preset, Resume: s.Resume,
		Given: givenOptions(parsed), Cities: instance.Dimension(),
	}
	if replay != nil {
		if err := replay.check(instance); err != nil {
			return o, err
		}
		request.Replay = replay.method
	}
	o.Method, err = request.Method()
	return o, err
}

// givenOptions returns the options of methods whose flags are given.
func givenOptions(parsed *kong.Context) (given []choice.Option) {
	for _, flag := range parsed.Flags() {
		path, value := flag.Tag.Get("option"), flag.Target
		isAuto := value.Kind() == reflect.String && value.String() == auto
		if path != "" && !value.IsZero() && !isAuto && len(choice.With(path)) > 0 {
			given = append(given, choice.Option{Path: path, Value: value.Interface()})
		}
	}
	return given
}

// rewordedError is an error of the library with the names of flags.
type rewordedError struct {
	text string
	error
}

func (e rewordedError) Error() string { return e.text }

func (e rewordedError) Unwrap() error { return e.error }

// withFlagNames replaces the names of options in an error of the library by the flags of the
// command.
func withFlagNames(parsed *kong.Context, err error) error {
	if explained, ok := errors.AsType[aco.Explained](err); ok {
		names := flagNames(parsed)
		text := explained.Explain(func(option string) string { return cmp.Or(names[option], option) })
		if option, ok := errors.AsType[*aco.OptionError](err); ok && option.Option == "Preset" && option.With == "" {
			text += "; aco-vk presets lists them"
		}
		return rewordedError{text, err}
	}
	if crash, ok := errors.AsType[*precompile.Error](err); ok {
		return rewordedError{fmt.Sprintf(
			"%s: %v with --device; aco-vk conform --quick --device %d shows what else fails", crash.Device.Name,
			err, crash.Device.Index), err}
	}
	return err
}

// flagNames returns the flags of the command by the option that they set, which is their tag option. Of
// several flags it is one that is given.
func flagNames(parsed *kong.Context) map[string]string {
	names := map[string]string{}
	for _, flag := range parsed.Flags() {
		if option := flag.Tag.Get("option"); option != "" && (flag.Set || names[option] == "") {
			names[option] = "--" + flag.Name
		}
	}
	return names
}
