package lockstep

import "fmt"

// Word is a word that differs between a device and the reference.
type Word struct {
	Buffer string `json:"buffer"`
	// Row is the row of a matrix, or the index of an ant, city or colony. For merged ants it is
	// the colony.
	Row       int    `json:"row"`
	Column    int    `json:"column"` // word within the row
	Device    uint32 `json:"device"`
	Reference uint32 `json:"reference"`
}

// Difference has the words that differ between a device and the reference after a stage.
type Difference struct {
	Stage string `json:"stage,omitempty"` // the stage after which it was found; "" before any stage
	Word         // the first one
	// Wrong counts all wrong words. Words has the first MaxWords of them.
	Wrong int    `json:"wrong_words"`
	Words []Word `json:"words"`
}

// MaxWords is the number of wrong words that a Difference lists; more are only counted.
const MaxWords = 100

func (d *Difference) String() string {
	text := d.Word.String()
	if d.Stage != "" {
		text = "after " + d.Stage + ", " + text
	}
	if d.Wrong > 1 {
		text += fmt.Sprintf("; %d words are wrong", d.Wrong)
	}
	return text
}

func (w Word) String() string {
	return fmt.Sprintf("%s[%d][%d] is %d on the device and %d in the reference", w.Buffer, w.Row, w.Column, w.Device,
		w.Reference)
}

// Differences compares rows of the given number of columns. Rows are pitch words apart on the
// device and contiguous in the reference. It returns nil if all words are equal.
func Differences(buffer string, device, reference []uint32, columns, pitch int) (d *Difference) {
	for i, want := range reference {
		row, column := i/columns, i%columns
		if word := device[row*pitch+column]; word != want {
			d = d.add(Word{Buffer: buffer, Row: row, Column: column, Device: word, Reference: want})
		}
	}
	return d
}

// add adds a wrong word. d may be nil.
func (d *Difference) add(w Word) *Difference {
	if d == nil {
		d = &Difference{Word: w}
	}
	if d.Wrong++; len(d.Words) < MaxWords {
		d.Words = append(d.Words, w)
	}
	return d
}

// join adds the wrong words of another buffer. Both may be nil.
func (d *Difference) join(other *Difference) *Difference {
	if d == nil || other == nil {
		if d == nil {
			return other
		}
		return d
	}
	d.Wrong += other.Wrong
	d.Words = append(d.Words, other.Words[:min(len(other.Words), MaxWords-len(d.Words))]...)
	return d
}
