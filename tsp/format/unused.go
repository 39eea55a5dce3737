package format

import (
	"slices"
	"strings"
)

// unused collects the fields that a reader does not use, by what this means.
type unused struct {
	meanings []string
	fields   map[string][]string // by meaning
	more     map[string]bool     // by meaning: there are others
}

// add adds a field. An empty meaning is for fields that the reader does not know.
func (u *unused) add(field, meaning string) {
	const enough = 12 // fields in a message
	if u.fields == nil {
		u.fields, u.more = map[string][]string{}, map[string]bool{}
	}
	switch known := u.fields[meaning]; {
	case slices.Contains(known, field):
	case len(known) == enough:
		u.more[meaning] = true
	default:
		if known == nil {
			u.meanings = append(u.meanings, meaning)
		}
		u.fields[meaning] = append(known, field)
	}
}

// unknown adds a field that the reader does not know, of a kind of object.
func (u *unused) unknown(object, field string) {
	if field = shorten(field); object != "" {
		field = object + "." + field
	}
	u.add(field, "")
}

// shorten makes any name fit into a list of names.
func shorten(name string) string {
	if plain := strings.Trim(quote(name), `"`); plain == name && name != "" && !strings.ContainsAny(name, ", ") {
		return name
	}
	return quote(name)
}

// warnings says once what is not used.
func (u *unused) warnings() []string {
	var list []string
	for _, meaning := range u.meanings {
		fields := u.fields[meaning]
		text, verb := "field ", " is not used"
		if len(fields) > 1 {
			text, verb = "fields ", " are not used"
		}
		if text += strings.Join(fields, ", "); u.more[meaning] {
			text += " and others"
		}
		if text += verb; meaning != "" {
			text += ": " + meaning
		}
		list = append(list, text)
	}
	return list
}
