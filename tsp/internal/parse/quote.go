package parse

import "strconv"

// Quote quotes text for a message and shortens it.
func Quote(text string) string {
	const enough = 40 // bytes that tell what it is
	if len(text) > enough {
		return strconv.Quote(text[:enough]) + "..."
	}
	return strconv.Quote(text)
}
