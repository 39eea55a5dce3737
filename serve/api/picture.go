package api

import (
	"encoding/binary"
	"errors"
	"io"
	"net/http"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// coordinates answers with the positions of the cities in a picture: for each city x and y as
// 32-bit floating-point numbers, the low byte first, as draw.Positions returns them.
func (s *service) coordinates(w http.ResponseWriter, r *http.Request, j job.Job) error {
	w.Header().Set("ETag", `"`+string(j.Input.Object)+`"`)
	err := s.answer(w, r, j, Rendering{Kind: renderedCoordinates}, bytesType)
	if err != nil {
		w.Header().Del("ETag")
	}
	return err
}

// writePositions writes the positions of the cities in a picture.
func writePositions(w io.Writer, in *format.Input) error {
	positions, err := draw.Positions(in.Instance)
	if err != nil {
		return notDrawn(err)
	}
	return binary.Write(w, binary.LittleEndian, positions)
}

// writePicture writes a picture of a route, or of the cities alone if there is none.
func writePicture(w io.Writer, in *format.Input, route *format.Route, title string) error {
	p := draw.Picture{Instance: in.Instance, Title: title}
	if route != nil {
		p.Tours, p.Open = []tsp.Tour{route.Tour}, route.Open
	}
	return notDrawn(p.Write(w, draw.SVG))
}

// notDrawn returns the problem of an instance that has no coordinates.
func notDrawn(err error) error {
	if refused, ok := errors.AsType[*draw.Error](err); ok {
		return refuse(http.StatusNotFound, "no-coordinates", refused.Error())
	}
	return err
}
