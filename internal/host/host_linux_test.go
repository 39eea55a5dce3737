package host

import "testing"

func TestPrettyName(t *testing.T) {
	for text, want := range map[string]string{
		"NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n": "Debian GNU/Linux 12 (bookworm)",
		"PRETTY_NAME=Alpine":     "Alpine",
		"PRETTY_NAME='Void'\r\n": "Void",
		"NAME=x":                 "Linux",
	} {
		if got := prettyName([]byte(text), "Linux"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
