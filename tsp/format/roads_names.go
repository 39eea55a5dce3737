package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
)

// byNames finds the rows by ids and names, and returns the places that it did not find. Texts are
// equal first as they are written, then as [folded] has them. Rows without any, as the start of a
// vehicle, are the places that are left, if there are as many. It returns an error if an id and a
// name are of two rows.
func (r *Roads) byNames(in *tsp.Instance) (row []int32, missing []int, err error) {
	row = slices.Repeat([]int32{unmatched}, in.Dimension())
	taken := make([]bool, len(r.Legs))
	asWritten := func(text string) string { return text }
	for _, form := range []func(string) string{asWritten, folded} {
		for pair, keys := range [][2][]string{{in.IDs, r.IDs}, {in.Names, r.Names}, {in.Names, r.IDs}, {in.IDs, r.Names}} {
			places, rows := onlyOnes(keys[0], form), onlyOnes(keys[1], form)
			for text, place := range places {
				switch at, found := rows[text]; {
				case !found:
				case row[place] == unmatched && !taken[at]:
					row[place], taken[at] = int32(at), true
				case pair == 1 && row[place] != unmatched && int(row[place]) != at:
					return nil, nil, refuse(r.Name, "by its id %s is row %d of the matrix, and by its name row %d; "+
						"give the matrix of these places", in.CityText(int32(place)), row[place]+1, at+1)
				}
			}
		}
	}
	var unnamed []int
	for at := range r.Legs {
		if !taken[at] && (r.Names == nil || r.Names[at] == "") && (r.IDs == nil || r.IDs[at] == "") {
			unnamed = append(unnamed, at)
		}
	}
	for place, at := range row {
		if at == unmatched {
			missing = append(missing, place)
		}
	}
	if len(missing) == len(unnamed) && len(missing) < len(row) {
		for i, place := range missing {
			row[place] = int32(unnamed[i])
		}
		missing = nil
	}
	return row, missing, nil
}

// folded returns a name without the differences that programs make: upper and lower case, blanks,
// and zeros before or after a number, as in 007 and 7.0.
func folded(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	digits := strings.TrimSuffix(text, ".0")
	if strings.Trim(digits, "0123456789") != "" || digits == "" {
		return text
	}
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		return "0"
	}
	return digits
}

// onlyOnes returns the index of each text that is given once in a form.
func onlyOnes(texts []string, form func(string) string) map[string]int {
	at := map[string]int{}
	for i, text := range texts {
		text = form(text)
		if _, twice := at[text]; twice {
			i = unmatched
		}
		at[text] = i
	}
	for text, i := range at {
		if text == "" || i == unmatched {
			delete(at, text)
		}
	}
	return at
}

// otherPlaces is the error for places that no row has.
func (r *Roads) otherPlaces(in *tsp.Instance, missing []int) error {
	const advice = "which has other names; give the matrix of these places"
	if len(missing) == 1 {
		return refuse(r.Name, "%s is in %s and not in the matrix, %s", placeText(in, missing[0]), in.Name, advice)
	}
	var f faults.List
	for _, place := range missing {
		f.Add(nil, in.CityText(int32(place)))
	}
	return refuse(r.Name, "%d of the %s of %s are not in the matrix, %s: %s", len(missing),
		counted(in.Dimension(), "place"), in.Name, advice, f.String())
}

// checkOrder adds a warning if rows have names or ids that are taken in the order of the places. It
// returns an error if these are of other places: only numbers from 0 or 1 on may count the rows.
func (r *Roads) checkOrder(in *tsp.Instance, m *rowMatch) error {
	texts := r.Names
	if !slices.ContainsFunc(texts, isText) {
		texts = r.IDs
	}
	first := slices.IndexFunc(texts, isText)
	switch {
	case first < 0:
		return nil
	case (in.Names != nil || in.IDs != nil) && !areCounted(texts):
		missing := make([]int, in.Dimension())
		for place := range missing {
			missing[place] = place
		}
		return r.otherPlaces(in, missing)
	}
	m.warnings = append(m.warnings, fmt.Sprintf("%s: row %d of the matrix, %s, is taken as %s, and so on: "+
		"no name or id of a place tells which row it is", r.Name, first+1, quote(texts[first]), in.CityText(int32(first))))
	return nil
}

func isText(text string) bool { return text != "" }

// areCounted reports whether texts count from 0 or 1, but for empty ones.
func areCounted(texts []string) bool {
	count := -1
	for _, text := range texts {
		if text == "" {
			continue
		}
		number, err := strconv.Atoi(folded(text))
		if err != nil || count < 0 && number > 1 || count >= 0 && number != count+1 {
			return false
		}
		count = number
	}
	return true
}
