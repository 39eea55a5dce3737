package schema

import "testing"

func TestCheck(t *testing.T) {
	for schema, want := range map[int]string{
		0: "the report has no schema number, and this version reads schema 2: give a file that this program wrote",
		1: "the report has schema 1, and this version reads schema 2: use the version that wrote it",
		3: "the report has schema 3, and this version reads schema 2: use the version that wrote it or a later one",
	} {
		if err := Check("the report", schema, 2); err == nil || err.Error() != want {
			t.Errorf("schema %d: %v, want %s", schema, err, want)
		}
	}
	if err := Check("the report", 2, 2); err != nil {
		t.Error(err)
	}
}
