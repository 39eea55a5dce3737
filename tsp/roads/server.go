package roads

import (
	"fmt"
	"net/url"
	"strings"
)

// A Server answers requests for travel times and distances.
type Server struct {
	url *url.URL // of the table of a profile
	api protocol
}

// protocol is what a server speaks.
type protocol interface {
	// size is the number of sources and of destinations of the first request. Servers may
	// allow fewer.
	size() int
	request(s *Server, b *batch) (*question, error)
	answer(body []byte, b *batch) (*answer, error)
	refusal(status int, body []byte, b *batch) *Error
}

// The parts of addresses that say what a server speaks.
const (
	osrmTable  = "/table/v1"
	orsMatrix  = "/v2/matrix"
	orsBase    = "/ors"
	osrmDriver = "driving"
	orsDriver  = "driving-car"
)

// Parse returns the server with an address:
//
//   - http://localhost:5000 is a server of OSRM, whose profile is driving,
//   - http://localhost:5000/table/v1/bike is one of OSRM with another profile,
//   - http://localhost:8080/ors is a server of openrouteservice, whose profile is driving-car,
//   - http://localhost:8080/ors/v2/matrix/driving-hgv is one of openrouteservice with another profile.
//
// Other paths are prefixes of OSRM's. A query is a part of every request. The error is an [*Error].
func Parse(address string) (*Server, error) {
	wrong := func(reason string) (*Server, error) {
		return nil, &Error{Kind: InvalidAddress, Server: address, Message: reason, Place: noPlace}
	}
	u, err := url.Parse(address)
	switch {
	case err != nil && !strings.Contains(address, "://"):
		return wrong("it has no scheme; write http://" + address)
	case err != nil:
		return nil, &Error{Kind: InvalidAddress, Server: "address", Message: "it is no URL", Place: noPlace}
	case u.Scheme != "http" && u.Scheme != "https" && !strings.Contains(address, "://"):
		return wrong("it has no scheme; write http://" + address)
	case u.Scheme != "http" && u.Scheme != "https":
		return wrong(fmt.Sprintf("scheme %s is neither http nor https", u.Scheme))
	case u.Host == "":
		return wrong("it has no host")
	}
	u.Fragment = ""
	s := &Server{url: u}
	path := strings.TrimRight(u.Path, "/")
	last := path[strings.LastIndex(path, "/")+1:]
	switch {
	case strings.HasSuffix(path, orsMatrix):
		s.api, path = openRouteService{}, path+"/"+orsDriver
	case strings.Contains(path, orsMatrix+"/"):
		s.api = openRouteService{}
	case "/"+last == orsBase:
		s.api, path = openRouteService{}, path+orsMatrix+"/"+orsDriver
	case strings.HasSuffix(path, osrmTable):
		s.api, path = osrm{}, path+"/"+osrmDriver
	case strings.Contains(path, osrmTable+"/"):
		s.api = osrm{}
	default:
		s.api, path = osrm{}, path+osrmTable+"/"+osrmDriver
	}
	u.Path, u.RawPath = path, ""
	return s, nil
}

// String returns the address of the table without a password and without a query, which may have a
// key.
func (s *Server) String() string {
	shown := *s.url
	shown.User, shown.RawQuery = nil, ""
	return shown.String()
}
