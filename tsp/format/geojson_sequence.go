package format

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// recordSeparator begins each record of a sequence of GeoJSON (RFC 8142).
const recordSeparator = "\x1e"

// joinFeatures makes a FeatureCollection of a sequence of GeoJSON: records that begin with a separator, or
// one on each line. All features remain on their lines.
func (s *source) joinFeatures() error {
	text := bytes.TrimLeft(s.data, " \t\r\n")
	var records [][]byte
	switch line, rest, _ := bytes.Cut(text, []byte("\n")); {
	case bytes.HasPrefix(text, []byte(recordSeparator)):
		records = bytes.Split(s.data, []byte(recordSeparator))
	case len(bytes.TrimSpace(rest)) > 0 && bytes.HasPrefix(line, []byte("{")) && jsontext.Value(line).IsValid():
		records = slices.Collect(bytes.Lines(s.data))
	default:
		return nil
	}
	var joined []byte
	count := 0
	for i, record := range records {
		if err := s.ended(i); err != nil {
			return err
		}
		if len(bytes.TrimSpace(record)) > 0 {
			if count++; count == 1 {
				var first struct {
					Type string `json:"type"`
				}
				if json.Unmarshal(record, &first) != nil || !slices.Contains(geoTypes, first.Type) {
					return nil
				}
			} else {
				joined = append(joined, ',')
			}
		}
		joined = append(joined, record...)
	}
	if count == 1 {
		s.data = joined
		return nil
	}
	s.data = slices.Concat([]byte(`{"type":"FeatureCollection","features":[`), joined, []byte("]}"))
	return nil
}
