package job

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Place names a place of an instance: by a text, as [tsp.Instance.City] takes it, or by a number,
// which counts the places from 1 on, without rows above them. JSON has the text or the number. The
// zero value is none.
type Place struct {
	Text   string
	Number int32 // without a text
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *Place) UnmarshalJSON(text []byte) error {
	*p = Place{}
	if bytes.HasPrefix(text, []byte(`"`)) {
		return json.Unmarshal(text, &p.Text)
	}
	if json.Unmarshal(text, &p.Number) != nil || p.Number < 0 {
		return errors.New("it is no place; give its name, its id or its number from 1 on")
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (p Place) MarshalJSON() ([]byte, error) {
	if p.Text == "" {
		return json.Marshal(p.Number)
	}
	return json.Marshal(p.Text)
}

// UnmarshalText implements encoding.TextUnmarshaler: queries have texts alone.
func (p *Place) UnmarshalText(text []byte) error {
	*p = Place{Text: string(text)}
	return nil
}
