package format

import (
	"context"
	"slices"
)

// document is a JSON object with the places of its members, so that they can be read in any order.
type document struct {
	*source
	names   []string // of the members, in their order
	members map[string]part
	unused  unused
}

// readJSON reads GeoJSON, a matrix or a problem of VROOM.
func (s *source) readJSON() (*Input, error) {
	r := s.jsonReader(s.whole())
	if r.kind() == '[' {
		return s.readPlainMatrix(r)
	}
	d, err := s.readDocument(r)
	if err != nil {
		return nil, err
	}
	kind, err := d.text("type")
	if err != nil {
		return nil, err
	}
	geo, vroom := slices.Contains(geoTypes, kind), d.has("vehicles") || d.has("jobs") || d.has("shipments")
	switch want := s.options.Format; {
	case want == GeoJSON && !geo:
		return nil, refuse(s.name, "the JSON is not GeoJSON: its type is none of %v", geoTypes)
	case want == VROOM && !vroom:
		return nil, refuse(s.name, "the JSON is not a problem of VROOM: it has neither vehicles nor jobs")
	case geo && want != VROOM:
		return s.readGeoJSON()
	case vroom:
		return d.readVROOM()
	}
	return d.readMatrix()
}

// readDocument reads the names of the members and checks that all of the data is JSON.
func (s *source) readDocument(r *jsonReader) (*document, error) {
	d := &document{source: s, members: map[string]part{}}
	err := r.object(func(name string) error {
		p, err := r.skipped()
		p.name = name
		d.names, d.members[name] = append(d.names, name), p
		return err
	})
	if err != nil {
		return nil, err
	}
	return d, r.finish()
}

func (d *document) has(name string) bool {
	_, ok := d.members[name]
	return ok
}

// member returns a reader of the value of a member that there is.
func (d *document) member(name string) *jsonReader { return d.jsonReader(d.members[name]) }

// text returns the text of a member, "" if there is no such member, or if it is not a text.
func (d *document) text(name string) (string, error) {
	if !d.has(name) || d.member(name).kind() != '"' {
		return "", nil
	}
	return d.member(name).text()
}

// ended returns the cause if the context has ended. Loops call it with their index: it looks at the
// context from time to time.
func (s *source) ended(index int) error {
	const batch = 1 << 12
	if index%batch == 0 && s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return nil
}
