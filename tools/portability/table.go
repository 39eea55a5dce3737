package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// Table is what compilers made of the pipelines, device by device.
type Table struct {
	Devices []Device `json:"devices"`
}

// Device is what a driver made of the modules.
type Device struct {
	Device  string   `json:"device"`
	Name    string   `json:"name"`
	Driver  string   `json:"driver"` // and its version
	Modules []Module `json:"modules"`
}

// Module is a module with the worst of each figure among its pipelines. What a compiler does not tell is 0.
type Module struct {
	Module    string `json:"module"`
	Pipelines int    `json:"pipelines"`
	Figures
}

// readTable reads a table. One that is not there yet is empty.
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

// write writes a line for each module, so that changes can be read line by line.
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

// of returns a device's part, or one without modules.
func (t Table) of(device string) Device {
	for _, d := range t.Devices {
		if d.Device == device {
			return d
		}
	}
	return Device{Device: device}
}

// with returns the table with a device's part in place of the one that it had.
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
