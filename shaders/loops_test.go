package shaders

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ends says of loops that do not count to a bound why they end, whatever is in a buffer. A loop that counts is not listed.
var ends = map[string]string{
	"construct_acs_records.comp: while (next != ~0u)":                                                                                             "next is a lane, and a later one at each turn",
	"include/list_tile.glsl: while (chosen_tile + 1u < subgroup_count && target >= tile_sums[chosen_tile])":                                       "chosen_tile counts",
	"include/trial_kary.glsl: while (left > 1u)":                                                                                                  "left is divided by the invocations of a subgroup, which are at least 4",
	"include/search.glsl: while (low < high)":                                                                                                     "high - low is halved",
	"include/merged_largest.glsl: while (digit > 0u && histogram[digit] < keys)":                                                                  "digit counts down",
	"include/merged_largest.glsl: while (group > 0u && group_histogram[group] < keys)":                                                            "group counts down",
	"include/merged_largest.glsl: for (uint bits = KEY_BITS; bits > 0u;)":                                                                         "bits is a multiple of DIGIT_BITS, by which each turn lowers it",
	"include/rest.glsl: while (left != 0u)":                                                                                                       "a turn clears a bit of words, the lowest that is left, or all are 0",
	"include/rest.glsl: while (unvisited != 0u)":                                                                                                  "a turn clears at least one bit, its lowest",
	"include/near_list.glsl: for (uint at = listed + inclusive - found; unvisited != 0u; at++)":                                                   "a turn clears a bit",
	"include/near_list.glsl: for (uint weight = list_weight(row, k); target >= weight && k + 1u < end; weight = list_weight(row, k))":             "k counts",
	"construct_max_min_task.comp: for (uint weight = unvisited_weight(k); target >= weight && k + 1u < CANDIDATES; weight = unvisited_weight(k))": "k counts",
	"include/tiled.glsl: for (uint w = unvisited_weight(row, city); target >= w && city + 1u < end; w = unvisited_weight(row, city))":             "city counts",
	"include/tiled.glsl: for (uint from = own, end; from < own_end; from = end)":                                                                  "end is beyond from: the end of its tile, or the last",
	"include/tile.glsl: for (uint v = 0u, tile = 0u; v < VECTORS; tile++)":                                                                        "the loop within counts v",
	"include/merged_queue.glsl: for (uint from = head; subgroup_any(from < tail); from += TEAM)":                                                  "from counts to the tails, which a queue's room bounds",
	"include/merged_rearrange.glsl: for (uint turn = turns; subgroup_any(turn > 0u); turn -= uint(turn > 0u))":                                    "turns count down to 0",
	"include/improve_third.glsl: for (uint rank = subgroup_add(earlier) - 1u; unit < end; rank++)":                                                "a listed city has a unit or more, so a turn makes unit larger; rank counts",
	"construct_acs_update.comp: for (uint crossing = 0u; crossing < min(crossings, EDGE_SLOTS); crossing++)":                                      "crossing counts to the slots at most",
	"improve.comp: for (uint left = chosen; left != 0u;)":                                                                                         "a turn clears a bit of left, or makes pair larger, up to the pairs of a move",
	"construct_max_min.comp: for (uint left = steps - i; left > 0u; i++, left--)":                                                                 "left counts down",
	"construct_max_min.comp: for (uint left = subgroup_ballot(stuck && ant_lane == 0u).x; left != 0u; left &= left - 1u)":                         "a turn clears a bit of left",
	"prefix.comp: for (; part < end; part++)":                                                                                                     "part counts to the parts of a guide at most",
	"merged_rewrite.comp: for (uint size_class = CLASS_LONG; size_class-- > 0u;)":                                                                 "size_class counts down",
}

var (
	loop    = regexp.MustCompile(`\b(?:for|while) \(`)
	buffers = regexp.MustCompile(`\bbuffer \w+ \{ \w+ (\w+)\[\]`)
	leastOf = regexp.MustCompile(`^min\(.*, ([A-Z_]+|places - 1u)\)$`) // of a word and what no buffer has
)

// header returns a loop's header, which begins at the start of text.
func header(text string) string {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[:i+1]
			}
		}
	}
	return text
}

// body returns what is between the braces that follow a header.
func body(text string) string {
	depth := 0
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i]
			}
		}
	}
	return text
}

// counts says whether a loop counts a variable, which nothing else changes, up or down to a bound that is no word of a buffer: the header
// reads none, and a variable that it compares with was last given one, in the text before, only with the least that it may be beside it.
func counts(before, header, body string, word *regexp.Regexp) bool {
	parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(header, "for ("), ")"), ";")
	if len(parts) != 3 || strings.Contains(parts[1], "||") {
		return false
	}
	step := strings.TrimSpace(parts[2])
	name := regexp.MustCompile(`^\w+`).FindString(step)
	number := `(\d+u?)`
	up := regexp.MustCompile(`^` + name + `(\+\+| \+= .+| \*= ` + number + `)$`).MatchString(step)
	down := regexp.MustCompile(`^` + name + `(--| -= ` + number + `| /= ` + number + `| >>= ` + number + `| &= ` + name + ` - 1u)$`).MatchString(step)
	bounded := slices.ContainsFunc(strings.Split(parts[1], "&&"), func(condition string) bool {
		condition = strings.TrimSpace(condition)
		compared := regexp.MustCompile(`^` + name + `( \* \w+)? (<|<=|>|>=|!=) (.+)$`).FindStringSubmatch(condition)
		if compared == nil || word.MatchString(compared[3]) || !mayBound(compared[3], before, word) {
			return false
		}
		return up && strings.HasPrefix(compared[2], "<") || down && !strings.HasPrefix(compared[2], "<")
	})
	return bounded && !regexp.MustCompile(`(^|[^.\w])`+name+`(\+\+|--| ([-+*/&|^]|<<|>>)?= )`).MatchString(body)
}

// mayBound says whether what a bound is made of was last given no word of a buffer that is not held to something else.
func mayBound(bound, before string, word *regexp.Regexp) bool {
	for _, name := range regexp.MustCompile(`[a-z]\w*`).FindAllString(bound, -1) {
		given := regexp.MustCompile(`[^.\w]`+name+` = ([^;]+);`).FindAllStringSubmatch(before, -1)
		if len(given) > 0 {
			if value := given[len(given)-1][1]; word.MatchString(value) && !leastOf.MatchString(value) {
				return false
			}
		}
	}
	return true
}

// Every loop ends, and none waits: it counts to a bound, or ends for a reason that is stated here.
func TestLoopsEnd(t *testing.T) {
	var files []string
	for _, pattern := range []string{"*.comp", "include/*.glsl"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	texts := map[string]string{}
	var names []string
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = regexp.MustCompile(`//.*`).ReplaceAllString(string(source), "")
		for _, found := range buffers.FindAllStringSubmatch(texts[name], -1) {
			names = append(names, found[1])
		}
	}
	word := regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\[`)
	unseen := maps.Clone(ends)
	loops := 0
	for name, text := range texts {
		for _, at := range loop.FindAllStringIndex(text, -1) {
			loops++
			head := header(text[at[0]:])
			key := fmt.Sprintf("%s: %s", name, head)
			if _, ok := ends[key]; ok {
				delete(unseen, key)
			} else if !counts(text[:at[0]], head, body(text[at[0]+len(head):]), word) {
				t.Errorf("%s: nothing says why this ends", key)
			}
		}
		if strings.Contains(text, "do {") {
			t.Errorf("%s: a loop that tests at its end", name)
		}
	}
	for key := range unseen {
		t.Errorf("%s: there is no such loop", key)
	}
	if loops < 100 || len(names) < 50 {
		t.Errorf("only %d loops and %d buffers were found", loops, len(names))
	}
}

// Loops that wait for memory to change are seen to be none that count.
func TestWaitingDoesNotCount(t *testing.T) {
	word := regexp.MustCompile(`\bwords\[`)
	for _, c := range []struct {
		before, header, body string
		want                 bool
	}{
		{"", "for (uint i = 0u; i < n; i++)", "a[i] = 0u;", true},
		{"", "for (uint i = n; i > 0u; i /= 2u)", "", true},
		{"", "for (uint i = 0u; flag == 0u; i++)", "", false},
		{"", "for (uint i = 0u; i < n; i++)", "i--;", false},
		{"", "for (uint i = 0u; i < n; i++)", "i = 0u;", false},
		{"", "for (uint i = 0u; i < words[0]; i++)", "", false},
		{"", "for (uint i = 0u; i < min(words[0], MOST); i++)", "", false},
		{"", "for (uint i = 0u; i < n || busy; i++)", "", false},
		{"", "for (uint i = 0u; i < n; i--)", "", false},
		{"uint n = words[0];", "for (uint i = 0u; i < n; i++)", "", false},
		{"uint n = words[0]; n = min(words[1], MOST);", "for (uint i = 0u; i < n; i++)", "", true},
		{"", "for (;;)", "", false},
		{"", "while (atomicOr(flag, 0u) == 0u)", "", false},
		{"", "while (i < n)", "i++;", false},
	} {
		if counts(c.before, c.header, c.body, word) != c.want {
			t.Errorf("%s %s { %s } counts: %v", c.before, c.header, c.body, !c.want)
		}
	}
}
