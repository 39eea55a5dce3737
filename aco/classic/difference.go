package classic

import "fmt"

// Difference is the first word that a device holds otherwise than the reference.
type Difference struct {
	Stage  string `json:"stage,omitempty"` // after which it was found; "" before any
	Buffer string `json:"buffer"`
	// Row counts rows of a matrix, or what has so many words in a buffer: ants, cities, colonies. Of merged ants it is the colony.
	Row       int    `json:"row"`
	Column    int    `json:"column"` // word of the row
	Device    uint32 `json:"device"`
	Reference uint32 `json:"reference"`
}

func (d *Difference) String() string {
	word := fmt.Sprintf("%s[%d][%d] is %d on the device and %d in the reference", d.Buffer, d.Row, d.Column, d.Device, d.Reference)
	if d.Stage == "" {
		return word
	}
	return "after " + d.Stage + ", " + word
}

// FirstDifference compares rows of so many columns, which lie pitch words apart on the device and side by side in the reference; nil:
// all are equal.
func FirstDifference(buffer string, device, reference []uint32, columns, pitch int) *Difference {
	for i, want := range reference {
		row, column := i/columns, i%columns
		if word := device[row*pitch+column]; word != want {
			return &Difference{Buffer: buffer, Row: row, Column: column, Device: word, Reference: want}
		}
	}
	return nil
}
