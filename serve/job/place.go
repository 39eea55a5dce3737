package job

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Place names a place of an instance as [tsp.Instance.City] takes it: by its name or id in the
// input, or by its number in the order of the input, from 1 on; "": none. JSON has a text or a
// number, of which 0 is none.
type Place string

// UnmarshalJSON implements json.Unmarshaler.
func (p *Place) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte(`"`)) {
		return json.Unmarshal(text, (*string)(p))
	}
	var number uint32
	if json.Unmarshal(text, &number) != nil {
		return errors.New("it is no place; give its name, its id or its number from 1 on")
	}
	*p = ""
	if number > 0 {
		*p = Place(text)
	}
	return nil
}
