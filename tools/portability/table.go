package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// Table has the figures of all devices.
type Table struct {
	Devices []Device `json:"devices"`
}

// Device has the figures of one device's modules.
type Device struct {
	Device  string   `json:"device"`
	Name    string   `json:"name"`
	Driver  string   `json:"driver"` // with its version
	Modules []Module `json:"modules"`
}

// Module has the worst of each figure among a module's pipelines. Unknown figures are 0.
type Module struct {
	Module    string `json:"module"`
	Pipelines int    `json:"pipelines"`
	Hash      string `json:"hash,omitempty"` // of what the driver compiled; see hashOf
	Figures
}

// readTable reads a table. If the file does not exist, the table is empty.
func readTable(file string) (t Table, err error) {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err != nil {
		return t, fmt.Errorf("read the table: %w", err)
	}
	return t, nil
}

// write writes one line per module, so that diffs are readable.
func (t Table) write(file string) error {
	var b bytes.Buffer
	b.WriteString("{\"devices\": [")
	for i, d := range t.Devices {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n{\"device\": %q, \"name\": %q, \"driver\": %q, \"modules\": [", d.Device, d.Name, d.Driver)
		for j, m := range d.Modules {
			if j > 0 {
				b.WriteString(",")
			}
			line, err := json.Marshal(m)
			if err != nil {
				return err
			}
			b.WriteString("\n")
			b.Write(line)
		}
		b.WriteString("\n]}")
	}
	b.WriteString("\n]}\n")
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// of returns a device's figures, without modules if it is not in the table.
func (t Table) of(device string) Device {
	for _, d := range t.Devices {
		if d.Device == device {
			return d
		}
	}
	return Device{Device: device}
}

// with returns the table with a device's figures replaced or added.
func (t Table) with(device Device) Table {
	for i, d := range t.Devices {
		if d.Device == device.Device {
			t.Devices[i] = device
			return t
		}
	}
	t.Devices = append(t.Devices, device)
	return t
}
