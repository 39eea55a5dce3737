package main

import (
	"crypto/tls"
	"net"
)

// listen listens at the address of the HTTP interface. scheme is that of its URLs.
func (s *serveCommand) listen() (listener net.Listener, scheme string, err error) {
	config := &tls.Config{}
	if s.TLSCert != "" {
		certificate, err := tls.LoadX509KeyPair(s.TLSCert, s.TLSKey)
		if err != nil {
			return nil, "", usageError{err}
		}
		config.Certificates = []tls.Certificate{certificate}
	}
	if listener, err = net.Listen("tcp", s.Listen); err != nil {
		return nil, "", usageError{err}
	}
	if s.TLSCert == "" {
		return listener, "http", nil
	}
	return tls.NewListener(listener, config), "https", nil
}
