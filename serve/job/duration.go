package job

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"
)

// Duration is a time.Duration that JSON has as text, such as "1m30s". A number of seconds is read,
// too.
type Duration time.Duration

// MarshalText implements encoding.TextMarshaler.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	value, err := time.ParseDuration(string(text))
	if seconds, plain := strconv.ParseFloat(string(text), 64); plain == nil {
		if !(math.Abs(seconds) < math.MaxInt64/1e9-1) { // or it is not a number
			return fmt.Errorf("%s seconds are more than 292 years", text)
		}
		value, err = time.Duration(math.Round(seconds*1e9)), nil
	}
	if err != nil {
		return fmt.Errorf("%q is not a duration: give seconds, or a unit as in 1.5s or 1m30s", text)
	}
	*d = Duration(value)
	return nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (d *Duration) UnmarshalJSON(text []byte) error {
	var value string
	if !bytes.HasPrefix(text, []byte(`"`)) {
		return d.UnmarshalText(text)
	}
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	return d.UnmarshalText([]byte(value))
}
