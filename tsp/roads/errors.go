package roads

import (
	"fmt"
	"strings"
)

// Kind says what is wrong with a server or a request.
type Kind int

// The kinds of errors.
const (
	InvalidAddress Kind = iota // the address is not one of a server, or the server redirects to another one
	NoServer                   // no server answers at the address
	TooSlow                    // the server has not answered in time
	Refused                    // the server has refused the request: Status, Code and Message
	TooLarge                   // there are too many places for a matrix, or for the server even one by one
	NoRoad                     // the server finds no road near Place
	NoProtocol                 // the answer is none of the protocol
)

// An Error says why there are no distances from a server.
type Error struct {
	Kind    Kind
	Server  string // the address, without password and query
	Status  int    // of HTTP; 0: there is no answer
	Code    string // of the server, such as "InvalidQuery"; "": it has given none
	Message string // of the server, or what is wrong; "": it has given none
	Place   int    // the place that is refused, counted from 0; -1: none
	Err     error  // that the network has returned; else nil
}

// noPlace stands for no place.
const noPlace = -1

// Error returns what is wrong, and names the server.
func (e *Error) Error() string {
	said := strings.TrimSpace(strings.TrimSuffix(e.Code+": "+e.Message, ": "))
	if e.Code == "" {
		said = e.Message
	}
	text := "routing server " + e.Server + ": "
	switch e.Kind {
	case InvalidAddress:
		return text + said
	case NoServer:
		return fmt.Sprintf("%sno server answers (%v); start it, or give the address of another one", text, e.Err)
	case TooSlow:
		return text + "it has not answered in time; ask it for fewer places, or give the address of another one"
	case TooLarge:
		return text + "too many places for it: " + said
	case NoRoad:
		return fmt.Sprintf("%sthere is no road near place %d: %s", text, e.Place+1, said)
	case NoProtocol:
		return text + "the answer is none of its table service (" + said +
			"); give the address of a server of OSRM or openrouteservice"
	}
	if said == "" {
		said = "no reason is given"
	}
	return fmt.Sprintf("%sit refuses the request with status %d: %s", text, e.Status, said)
}

// Unwrap returns the error of the network.
func (e *Error) Unwrap() error { return e.Err }
