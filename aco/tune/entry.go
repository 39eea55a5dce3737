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
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/tsp"
)

// schema is the version of an entry's format.
const schema = 1

// mostEntryBytes is some ten times what an entry takes; a larger file is not ours.
const mostEntryBytes = 64 << 10

// Key says what an entry was measured with. It holds for no other device, driver or shaders. Instances are told apart by the
// size class of their number of cities, from a power of two to the next: within one, the same form is taken to be fastest.
type Key struct {
	Name      string            `json:"device"`
	UUID      string            `json:"device_uuid"`
	Driver    string            `json:"driver"`
	Shaders   string            `json:"shaders_sha256"`
	Selection problem.Selection `json:"selection"`
	From      int               `json:"cities_from"`
	To        int               `json:"cities_to"`
}

// KeyOf returns the key of an instance with a run's parameters on a device. Parameters that cannot be used are a *problem.Error,
// and so are those of an algorithm other than Ant System: the others leave few forms open, which follow from the device.
func KeyOf(instance *tsp.Instance, device *pipeline.Device, parameters problem.Parameters) (Key, error) {
	p, err := problem.NewUnprepared(instance, parameters)
	if err != nil {
		return Key{}, err
	}
	if p.Algorithm != problem.AlgorithmAS {
		return Key{}, &problem.Error{Reason: fmt.Sprintf("algorithm %s: forms are measured of %s alone", p.Algorithm, problem.AlgorithmAS)}
	}
	modules, err := shaders.SHA256()
	if err != nil {
		return Key{}, err
	}
	info := device.Info()
	from := 1 << (bits.Len(uint(p.Cities)) - 1)
	return Key{
		Name: info.Name, UUID: info.UUID, Driver: info.DriverName + " " + info.DriverVersion, Shaders: modules,
		Selection: p.Selection, From: from, To: 2*from - 1,
	}, nil
}

// file is the entry's place in a folder. What changes with an update of driver or program is not in the name, so that a new
// entry takes an old one's place.
func (k Key) file(folder string) string {
	return filepath.Join(folder, fmt.Sprintf("%s-%s-%d.forms.json", k.UUID, k.Selection, k.From))
}

// entry is a file's content.
type entry struct {
	Schema int `json:"schema"`
	Key
	Outcome
}

// Holds says whether what is measured with a run's options holds for all runs of a selection: with as many ants as cities, the
// selection's own numbers, and all axes open. Only such an outcome is stored.
func Holds(o classic.Options) bool {
	p := o.Parameters
	return o.Kernel == classic.KernelConfig{} && p.Ants == 0 && p.Trials == 0 && p.Rest == 0 && p.Tile == 0
}

// Store writes an entry into a folder, in the place of the one there may be.
func Store(folder string, key Key, outcome Outcome) error {
	text, err := json.MarshalIndent(entry{schema, key, outcome}, "", "  ")
	if err != nil {
		return err
	}
	if err := cachefile.Write(key.file(folder), text, []byte("\n")); err != nil {
		return fmt.Errorf("keep the forms for later runs: %w", err)
	}
	return nil
}

// Load reads the entry of a key from a folder, for a device of these limits; Outcome{} when there is none. An error says what is
// wrong with a file that is no entry, which the next Store replaces.
func Load(folder string, key Key, limits pipeline.Limits) (Outcome, error) {
	path := key.file(folder)
	text, err := cachefile.Read(path, mostEntryBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return Outcome{}, nil
	}
	var e entry
	if err == nil {
		err = e.parse(text, limits)
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("the forms kept in %s are ignored: %w", path, err)
	}
	if e.Key != key {
		return Outcome{}, nil
	}
	return e.Outcome, nil
}

// parse reads an entry and refuses what no search chooses.
func (e *entry) parse(text []byte, limits pipeline.Limits) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(e); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after the entry")
	}
	if e.Schema != schema {
		return fmt.Errorf("their schema is %d, this program's %d", e.Schema, schema)
	}
	for _, a := range axes(limits) {
		if !a.open(e.Kernel) && !a.knows(e.Kernel) {
			return fmt.Errorf("%s %s is none of the forms that are searched", a.name, a.value(e.Kernel))
		}
	}
	return nil
}
