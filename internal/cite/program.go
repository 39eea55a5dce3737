package cite

import (
	"strconv"
	"strings"
)

// Program returns a version of the program. date is when it was made, as 2026-11-25 or a longer
// time that begins so; an empty version, commit or date is unknown.
func Program(version, commit, date string) Work {
	year, _, _ := strings.Cut(date, "-")
	number, _ := strconv.Atoi(year) // 0: unknown
	return Work{
		Key: "aco-vk", Kind: Software, Authors: []Person{{"", "The aco-vk authors"}},
		Title: "aco-vk: ant colony optimization for the travelling salesman problem in Vulkan compute shaders",
		URL:   "https://github.com/aco-vk/aco-vk", Year: number, Version: strings.TrimPrefix(version, "v"), Commit: commit,
	}
}
