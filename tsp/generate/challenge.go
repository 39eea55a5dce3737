package generate

import (
	"fmt"
	"strings"
)

// challengeKinds are the kinds of [Instance] by the first letter of the DIMACS challenge's names.
var challengeKinds = map[string]string{"E": "uniform", "C": "clustered"}

// challengeSizes are the numbers of cities by the sizes in the challenge's names.
var challengeSizes = map[string]int{
	"1k": 1_000, "3k": 3_162, "10k": 10_000, "31k": 31_623, "100k": 100_000, "316k": 316_228, "1M": 1_000_000, "3M": 3_162_278,
	"10M": 10_000_000,
}

// parseChallenge returns the arguments of [Instance] for the name of an instance of the DIMACS challenge.
func parseChallenge(name string) (kind string, n int, seed int64, ok bool) {
	for letter := range challengeKinds {
		for size := range challengeSizes {
			number, found := strings.CutPrefix(name, letter+size+".")
			if !found {
				continue
			}
			var index int64
			if _, err := fmt.Sscanf(number, "%d", &index); err != nil || index < 0 || number != fmt.Sprint(index) {
				return "", 0, 0, false
			}
			kind, n = challengeKinds[letter], challengeSizes[size]
			if seed = int64(n); index > 0 {
				seed = 10*int64(n) + index
			}
			return kind, n, seed, true
		}
	}
	return "", 0, 0, false
}

// ChallengeName returns the challenge's name of the instance that a generator calls kind-n-seed, or "" if the challenge does
// not have it. The challenge's own generators write portgen and portcgen as kinds.
func ChallengeName(generated string) string {
	kind, numbers, _ := strings.Cut(generated, "-")
	switch kind {
	case "portgen":
		kind = "uniform"
	case "portcgen":
		kind = "clustered"
	}
	var n, seed int
	if _, err := fmt.Sscanf(numbers, "%d-%d", &n, &seed); err != nil || numbers != fmt.Sprintf("%d-%d", n, seed) {
		return ""
	}
	index := max(0, seed-10*n)
	for letter, of := range challengeKinds {
		for size, cities := range challengeSizes {
			name := fmt.Sprintf("%s%s.%d", letter, size, index)
			if _, _, itsSeed, _ := parseChallenge(name); of == kind && cities == n && itsSeed == int64(seed) {
				return name
			}
		}
	}
	return ""
}
