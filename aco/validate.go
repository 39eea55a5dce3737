package aco

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
)

// validate checks what does not depend on the algorithm.
func (o *Options) validate(instance *tsp.Instance) error {
	if instance == nil {
		return &tsp.Error{Subject: "instance", Reason: "none is given"}
	}
	if err := instance.Validate(); err != nil {
		return err
	}
	if o.Devices != nil && len(o.Devices) == 0 {
		return refuse("Devices", "the list is empty; nil chooses a device")
	}
	if slices.Contains(o.Devices, nil) {
		return refuse("Devices", "a device is nil; OpenDevice returns devices")
	}
	if o.Algorithm != "" && !slices.Contains(Algorithms, o.Algorithm) {
		return refuse("Algorithm", "%q is not an algorithm; there are %v", o.Algorithm, Algorithms)
	}
	for _, check := range []func() error{o.validateNumbers, o.validateCombination, o.validateCheckpoint} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// validateNumbers refuses numbers out of range.
func (o *Options) validateNumbers() error {
	for _, number := range []struct {
		option string
		value  int64
	}{
		{"Ants", int64(o.Ants)}, {"Colonies", int64(o.Colonies)}, {"Candidates", int64(o.Candidates)},
		{"Iterations", int64(o.Iterations)}, {"Target", o.Target}, {"Stall", int64(o.Stall)}, {"Reference", o.Reference},
		{"Merged.Kick", int64(o.Merged.Kick)}, {"Merged.Windows", int64(o.Merged.Windows)},
	} {
		if number.value < 0 {
			return refuse(number.option, "%d is negative", number.value)
		}
	}
	for _, span := range []struct {
		option string
		value  time.Duration
	}{
		{"TimeLimit", o.TimeLimit}, {"Idle", o.Idle}, {"Reserve", o.Reserve}, {"MaxSubmit", o.MaxSubmit}, {"CheckpointEvery", o.CheckpointEvery},
	} {
		if span.value < 0 {
			return refuse(span.option, "%v is negative", span.value)
		}
	}
	if o.MaxSubmit > engine.LongestSubmit {
		return refuse("MaxSubmit", "%v is too long: a submission takes up to %v", o.MaxSubmit, engine.LongestSubmit)
	}
	return nil
}

// validateCombination refuses options that exclude each other.
func (o *Options) validateCombination() error {
	for _, row := range o.given() {
		switch {
		case o.Resume != "" && !row.Rules.Has(AllowedWithResume):
			return exclude(row.Name, "Resume", "a resumed run keeps the options that it started with")
		case o.Preset != "" && row.Rules.Has(FixedByPreset):
			return exclude(row.Name, "Preset", "a preset is a published system, unchanged")
		case o.Replay != nil && row.Rules.Has(FixedByReplay):
			return exclude(row.Name, "Replay", "a replayed run keeps the options that it had")
		}
	}
	if noise := o.Merged.Noise; noise != nil && *noise > 0 {
		switch {
		case o.Colonies == 1:
			return exclude("Merged.Noise", "Colonies", "a single colony has no other first tour to differ from")
		case o.Merged.Windows > 1:
			return exclude("Merged.Noise", "Merged.Windows", "all windows are parts of one tour")
		}
	}
	if every := o.Exchange.Every; every != nil && *every == 0 && o.Exchange.Topology != "" && o.Exchange.Topology != classicmodel.TopologyNone {
		return exclude("Exchange.Topology", "Exchange.Every", "exchanging tours every 0 iterations means never")
	}
	return nil
}

// exclude refuses an option beside another one.
func exclude(option, with, reason string) error {
	return &OptionError{Option: option, With: with, Reason: reason + "; leave one of them out"}
}

// validateCheckpoint refuses to overwrite the state of another run.
func (o *Options) validateCheckpoint() error {
	if o.Checkpoint == "" {
		if o.CheckpointEvery != 0 {
			return refuse("CheckpointEvery", "no checkpoint file is set")
		}
		return nil
	}
	info, err := os.Stat(o.Checkpoint)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() == 0) {
		return nil
	}
	if err != nil {
		return err
	}
	if resumed, err := os.Stat(o.Resume); o.Resume != "" && err == nil && os.SameFile(info, resumed) {
		return nil
	}
	return refuse("Checkpoint", "%s exists and would be overwritten; resume its run, choose another file, or remove it", o.Checkpoint)
}
