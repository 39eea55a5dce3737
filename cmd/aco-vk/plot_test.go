package main

import (
	"bytes"
	"testing"

	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// The picture in README.md is up to date.
func TestPictureOfREADME(t *testing.T) {
	want := read(t, "../../docs/figures/zone1970.svg")
	input, err := readInput(t.Context(), console{}, "../../testdata/zone1970.tsp", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	command := plotCommand{Tours: []string{"../../testdata/zone1970.tour"}}
	picture, err := command.picture(t.Context(), input.Instance, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := picture.Write(&got, draw.SVG); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("docs/figures/zone1970.svg differs: run make figures")
	}
}
