package main

import (
	"bytes"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// The picture in README.md is up to date.
func TestPictureOfREADME(t *testing.T) {
	want := read(t, "../../docs/figures/zone1970.svg")
	input := must.Get(readInput(t.Context(), console{}, "../../testdata/zone1970.tsp", format.Options{}))(t)
	command := plotCommand{Tours: []string{"../../testdata/zone1970.tour"}}
	picture := must.Get(command.picture(t.Context(), input.Instance, nil))(t)
	var got bytes.Buffer
	must.Do(t, picture.Write(&got, draw.SVG))
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("docs/figures/zone1970.svg differs: run make figures")
	}
}
