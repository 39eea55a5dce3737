package cite

import "strings"

// Year is the year of this version.
const Year = 2026

// Program returns a version of the program. An empty version or commit is unknown, and year 0.
func Program(version, commit string, year int) Work {
	return Work{
		Key: "aco-vk", Kind: Software, Authors: []Person{{"", "The aco-vk authors"}},
		Title: "aco-vk: ant colony optimization for the travelling salesman problem in Vulkan compute shaders",
		URL:   "https://github.com/aco-vk/aco-vk", Year: year, Version: strings.TrimPrefix(version, "v"), Commit: commit,
	}
}
