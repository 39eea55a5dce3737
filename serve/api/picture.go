package api

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net/http"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/draw"
)

// coordinates answers with the positions of the cities in a picture: for each city x and y as
// 32-bit floating-point numbers, the low byte first, as draw.Positions returns them.
func (s *service) coordinates(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	in, err := s.read(r, j)
	if err != nil {
		return err
	}
	positions, err := draw.Positions(in.Instance)
	if err != nil {
		return notDrawn(err)
	}
	data := bytes.NewBuffer(make([]byte, 0, 4*len(positions)))
	if err := binary.Write(data, binary.LittleEndian, positions); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("ETag", `"`+string(j.Input.Object)+`"`)
	_, _ = data.WriteTo(w) // the client is gone
	return nil
}

// picture answers with a picture of the best tour that is stored, or of the cities alone if there
// is none.
func (s *service) picture(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	in, err := s.read(r, j)
	if err != nil {
		return err
	}
	p := draw.Picture{Instance: in.Instance, Title: j.Name}
	if digest := bestTour(j); digest != "" {
		route, err := s.verifiedRoute(r, j, in, digest)
		if err != nil {
			return err
		}
		p.Tours, p.Open = []tsp.Tour{route.Tour}, route.Open
	}
	var b bytes.Buffer
	if err := p.Write(&b, draw.SVG); err != nil {
		return notDrawn(err)
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = b.WriteTo(w) // the client is gone
	return nil
}

// notDrawn returns the problem of an instance that has no coordinates.
func notDrawn(err error) error {
	var refused *draw.Error
	if errors.As(err, &refused) {
		return refuse(http.StatusNotFound, "no-coordinates", refused.Error())
	}
	return err
}
