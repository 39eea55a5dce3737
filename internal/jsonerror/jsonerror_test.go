package jsonerror

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestExplain(t *testing.T) {
	type inner struct {
		Count  uint32   `json:"count"`
		Ratio  *float64 `json:"ratio"`
		Is     bool     `json:"is"`
		Name   string   `json:"name"`
		Values []int32  `json:"values"`
	}
	type Embedded struct {
		Part int `json:"part"`
	}
	var read struct {
		Embedded
		Inner inner `json:"inner"`
	}
	for text, want := range map[string]string{
		`{"part":"1"}`:                 "run.part is text, expected a whole number within ±2^63",
		`{"inner":{"count":-1}}`:       "run.inner.count is -1, expected a whole number from 0 to 2^32-1",
		`{"inner":{"count":"many"}}`:   "run.inner.count is text, expected a whole number from 0 to 2^32-1",
		`{"inner":{"ratio":[]}}`:       "run.inner.ratio is a list, expected a number",
		`{"inner":{"is":1}}`:           "run.inner.is is a number, expected true or false",
		`{"inner":{"name":true}}`:      "run.inner.name is true or false, expected text",
		`{"inner":{"values":{}}}`:      "run.inner.values is an object, expected a list",
		`{"inner":{"values":[0,1.5]}}`: "run.inner.values is 1.5, expected a whole number within ±2^31",
		`{"inner":3}`:                  "run.inner is a number, expected an object",
		`3`:                            "run is a number, expected an object",
		`{"inner"`:                     "the JSON ends before it is complete",
		``:                             "the JSON ends before it is complete",
		`{"inner";3}`:                  "invalid JSON at byte 9: invalid character ';' after object key",
	} {
		err := Explain(json.Unmarshal([]byte(text), &read), "run")
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
		if again := Explain(err, "other"); again != err {
			t.Errorf("%s: explained twice: %v", text, again)
		}
	}
	if err := Explain(json.NewDecoder(strings.NewReader("")).Decode(&read), ""); err.Error() != "there is no JSON value" {
		t.Error(err)
	}
	if other := errors.New("other"); Explain(other, "run") != other || Explain(nil, "run") != nil {
		t.Error("another error is changed")
	}
}
