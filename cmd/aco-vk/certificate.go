package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
	"sync/atomic"
)

// certificate is a certificate that may be read again while it is used.
type certificate struct {
	file, key string
	pair      atomic.Pointer[tls.Certificate]
}

// load reads the certificate and its key. After an error the one before stays.
func (c *certificate) load() error {
	pair, err := tls.LoadX509KeyPair(c.file, c.key)
	if err != nil {
		return usagef("read the certificate %s with the key %s: %w", c.file, c.key, err)
	}
	c.pair.Store(&pair)
	return nil
}

// config returns the TLS of a server with the certificate.
func (c *certificate) config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.pair.Load(), nil }}
}

// trust returns the TLS of a client that trusts the certificates of a file.
func trust(file string) (*tls.Config, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, usageError{err}
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(text) {
		return nil, usagef("%s has no certificate in PEM", file)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots}, nil
}

// trustAlone returns the TLS of a client that trusts the first certificate of a file alone,
// whatever its names are: this machine's worker joins at an address that the certificate of the
// server may not have. The file is read at each connection: the server may have a new certificate.
func trustAlone(file string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: true,
		VerifyConnection: func(to tls.ConnectionState) error {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if len(to.PeerCertificates) == 0 || !bytes.Equal(firstCertificate(text), to.PeerCertificates[0].Raw) {
				return errors.New("the server has another certificate than " + file)
			}
			return nil
		}}
}

// firstCertificate returns the first certificate in PEM, nil if there is none. The file of a server
// may have its key before.
func firstCertificate(text []byte) []byte {
	for {
		block, rest := pem.Decode(text)
		if block == nil {
			return nil
		}
		if block.Type == "CERTIFICATE" {
			return block.Bytes
		}
		text = rest
	}
}
