package format

import (
	"bytes"
	"encoding/json"
	"regexp"
)

// Shape says whether the tour of a file returns to its first place.
type Shape int

// The shapes.
const (
	ShapeUnknown Shape = iota // the file does not say
	ShapeClosed               // the file says so, or its last place is the first one again
	ShapeOpen                 // a route, a report or a comment that this program has written
)

// openComment is the comment of a tour in TSPLIB's format that is an open path.
var openComment = regexp.MustCompile(`(?m)^COMMENT\s*:.*, an open path from `)

// commentShape returns the shape that a comment of TSPLIB's format says.
func (s *source) commentShape() Shape {
	specification, _, _ := bytes.Cut(s.data, []byte("TOUR_SECTION"))
	if openComment.Match(specification) {
		return ShapeOpen
	}
	return ShapeUnknown
}

// routeProperties say whether a route is closed.
type routeProperties struct {
	Closed *bool `json:"closed"` // nil: the file does not say
}

func (p routeProperties) shape() Shape {
	switch {
	case p.Closed == nil:
		return ShapeUnknown
	case *p.Closed:
		return ShapeClosed
	}
	return ShapeOpen
}

// ownGPX matches a GPX file that this program has written. Other programs write closed tours
// without the first place at the end.
var ownGPX = regexp.MustCompile(`<gpx\s[^>]*creator="aco-vk"`)

// routeShape returns the shape that GeoJSON says in the properties of its line, or that a GPX file
// has unless its last place is the first one again.
func (s *source) routeShape(format Format) Shape {
	var route struct {
		Features []struct {
			Properties routeProperties `json:"properties"`
		} `json:"features"`
	}
	switch {
	case format == GPX && ownGPX.Match(s.data):
		return ShapeOpen
	case format == JSON && json.Unmarshal(s.data, &route) == nil && len(route.Features) > 0:
		return route.Features[0].Properties.shape()
	}
	return ShapeUnknown
}
