package tune

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"path/filepath"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// schema is the version of an entry's format.
const schema = 1

// maxEntryBytes is about ten times the size of an entry; a larger file is not one.
const maxEntryBytes = 64 << 10

// A Key identifies the device, driver, shaders and instances that an outcome is valid for.
// Instances with From to To cities, from a power of two to the next, share a key: the same
// configuration is taken to be the fastest for all of them.
type Key struct {
	Name      string          `json:"device"`
	UUID      string          `json:"device_uuid"`
	Driver    string          `json:"driver"`
	Shaders   string          `json:"shaders_sha256"`
	Selection model.Selection `json:"selection"`
	From      int             `json:"cities_from"`
	To        int             `json:"cities_to"`
}

// KeyOf returns the key of a run with an instance and parameters on a device. If these cannot be
// used, or the algorithm is not Ant System, the error is an [*option.Error]. The kernel
// configurations of other algorithms follow from the device's limits.
func KeyOf(instance *tsp.Instance, device *pipeline.Device, parameters model.Parameters) (Key, error) {
	p, err := model.NewUnprepared(instance, parameters)
	if err != nil {
		return Key{}, err
	}
	if p.Algorithm != model.AlgorithmAS {
		return Key{}, &option.Error{
			Reason:   fmt.Sprintf("algorithm %s has no kernel configurations to measure", p.Algorithm),
			Remedies: []option.Remedy{option.Set(option.Algorithm, model.AlgorithmAS)},
		}
	}
	info := device.Info()
	from := 1 << (bits.Len(uint(p.Cities)) - 1)
	return Key{
		Name: info.Name, UUID: info.UUID, Driver: info.DriverName + " " + info.DriverVersion,
		Shaders: shaders.SHA256, Selection: p.Selection, From: from, To: 2*from - 1,
	}, nil
}

// file returns the path of the entry in a folder. The driver and the shaders are not in the name,
// so that after an update a new entry replaces the old one.
func (k Key) file(folder string) string {
	return filepath.Join(folder, fmt.Sprintf("%s-%s-%d.forms.json", k.UUID, k.Selection, k.From))
}

// entry is the content of a file.
type entry struct {
	Schema int `json:"schema"`
	Key
	Outcome
}

// IsGeneral reports whether an outcome measured with the options is valid for all runs with the
// same selection: the options have an empty kernel configuration, as many ants as cities and the
// selection's default numbers. Only such an outcome is worth storing.
func IsGeneral(o classic.Options) bool {
	p := o.Parameters
	return o.Kernel == classic.KernelConfig{} && p.Ants == 0 && p.Trials == 0 && p.Rest == 0 && p.Tile == 0 && p.Rule == ""
}

// Store writes an outcome to a file in a folder. It replaces an earlier one with the same key, and
// makes the folder.
func Store(folder string, key Key, outcome Outcome) error {
	text, err := json.MarshalIndent(entry{schema, key, outcome}, "", "  ")
	if err != nil {
		return err
	}
	if err := cachefile.Write(key.file(folder), text, []byte("\n")); err != nil {
		return fmt.Errorf("store the kernel configuration: %w", err)
	}
	return nil
}

// Load returns the outcome that is stored for a key in a folder, for a device with the given
// limits, or Outcome{} if there is none or another version has written it. If the file is not
// valid it returns an error that says why; the next Store replaces the file.
func Load(folder string, key Key, limits pipeline.Limits) (Outcome, error) {
	path := key.file(folder)
	text, err := cachefile.Read(path, maxEntryBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return Outcome{}, nil
	}
	if err == nil && isOfOtherVersion(text) {
		return Outcome{}, nil
	}
	var e entry
	if err == nil {
		err = e.parse(text, limits)
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("the kernel configuration in %s is ignored: %w", path, err)
	}
	if e.Key != key {
		return Outcome{}, nil
	}
	return e.Outcome, nil
}

// isOfOtherVersion reports whether a file has an entry of another schema.
func isOfOtherVersion(text []byte) bool {
	var of struct{ Schema int }
	return json.Unmarshal(text, &of) == nil && of.Schema > 0 && of.Schema != schema
}

// parse reads an entry. It returns an error for a configuration that no search chooses.
func (e *entry) parse(text []byte, limits pipeline.Limits) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(e); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the file has data after the entry")
	}
	if e.Schema != schema {
		return errors.New("it has no schema number")
	}
	for _, a := range axes(limits) {
		if !a.unset(e.Kernel) && !a.hasCandidate(e.Kernel) {
			return fmt.Errorf("%s %s is not a value that a search chooses", a.name, a.value(e.Kernel))
		}
	}
	return nil
}

// LoadCached returns the outcome that is stored in the device's cache folder for a run on it.
// It returns Outcome{} if there is none and for parameters without a key. If the file is not valid
// it returns an error that says why.
func LoadCached(instance *tsp.Instance, device *pipeline.Device, parameters model.Parameters) (Outcome, error) {
	folder := device.CacheDir()
	if folder == "" {
		return Outcome{}, nil
	}
	key, err := KeyOf(instance, device, parameters)
	if err != nil {
		return Outcome{}, nil
	}
	return Load(folder, key, pipeline.LimitsOf(device.Info()))
}

// StoreCached stores an outcome in the device's cache folder, for [LoadCached]. It is an error if the
// system has none; a device that was opened without caches has none, and stores nothing.
func StoreCached(instance *tsp.Instance, device *pipeline.Device, parameters model.Parameters, outcome Outcome) error {
	folder := device.CacheDir()
	if folder == "" {
		_, err := cachefile.Dir()
		return err
	}
	key, err := KeyOf(instance, device, parameters)
	if err != nil {
		return err
	}
	return Store(folder, key, outcome)
}
