package main

import (
	"bytes"
	"testing"

	"github.com/aco-vk/aco-vk/tsp/draw"
)

// The picture in README.md is up to date.
func TestPictureOfREADME(t *testing.T) {
	want := read(t, "../../docs/figures/zone1970.svg")
	instance, err := new(inputFlags).readInstance(t.Context(), console{}, "../../testdata/zone1970.tsp")
	if err != nil {
		t.Fatal(err)
	}
	command := plotCommand{Tours: []string{"../../testdata/zone1970.tour"}}
	picture, err := command.picture(t.Context(), instance, nil)
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
