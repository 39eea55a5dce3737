package lockstep

import "fmt"

// Difference is the first word that differs between a device and the reference.
type Difference struct {
	Stage  string `json:"stage,omitempty"` // the stage after which it was found; "" before any stage
	Buffer string `json:"buffer"`
	// Row is the row of a matrix, or the index of an ant, city or colony. For merged ants it is
	// the colony.
	Row       int    `json:"row"`
	Column    int    `json:"column"` // word within the row
	Device    uint32 `json:"device"`
	Reference uint32 `json:"reference"`
}

func (d *Difference) String() string {
	word := fmt.Sprintf(
		"%s[%d][%d] is %d on the device and %d in the reference", d.Buffer, d.Row, d.Column, d.Device, d.Reference,
	)
	if d.Stage == "" {
		return word
	}
	return "after " + d.Stage + ", " + word
}

// FirstDifference compares rows of the given number of columns. Rows are pitch words apart on the
// device and contiguous in the reference. It returns nil if all words are equal.
func FirstDifference(buffer string, device, reference []uint32, columns, pitch int) *Difference {
	for i, want := range reference {
		row, column := i/columns, i%columns
		if word := device[row*pitch+column]; word != want {
			return &Difference{Buffer: buffer, Row: row, Column: column, Device: word, Reference: want}
		}
	}
	return nil
}
