package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
)

// writeCertificate writes a new certificate for 127.0.0.1 and its key.
func writeCertificate(t *testing.T, file, key string, serial int64) *x509.CertPool {
	t.Helper()
	private := must.Get(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	signed := must.Get(x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private))(t)
	encoded := must.Get(x509.MarshalPKCS8PrivateKey(private))(t)
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	if err := errors.Join(os.WriteFile(file, text, 0o600),
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: encoded}), 0o600)); err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	return roots
}

// With a certificate the interface is HTTPS, of TLS 1.2 or later. A certificate that is read again
// holds for the next connection, and one that cannot be read changes nothing.
func TestListenTLS(t *testing.T) {
	folder := t.TempDir()
	c := &certificate{file: folder + "/cert", key: folder + "/key"}
	roots := writeCertificate(t, c.file, c.key, 1)
	must.Do(t, c.load())
	s := serveCommand{Listen: "127.0.0.1:0"}
	listener, scheme, err := s.listen(c.config())
	if err != nil || scheme != "https" {
		t.Fatalf("scheme %q, error %v", scheme, err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "here")
	})}
	go server.Serve(listener)
	defer server.Close()
	get := func(roots *x509.CertPool, most uint16) (string, error) {
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true,
			TLSClientConfig: &tls.Config{RootCAs: roots, MaxVersion: most}}}
		answer, err := client.Get(scheme + "://" + listener.Addr().String())
		if err != nil {
			return "", err
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		return string(text), err
	}
	if text, err := get(roots, 0); err != nil || text != "here" {
		t.Errorf("answer %q, error %v", text, err)
	}
	if _, err := get(roots, tls.VersionTLS11); err == nil {
		t.Error("TLS 1.1 was accepted")
	}
	next := writeCertificate(t, c.file, c.key, 2)
	must.Do(t, c.load())
	if _, err := get(roots, 0); err == nil {
		t.Error("the server has its first certificate")
	}
	c.key = c.file
	if err := c.load(); err == nil {
		t.Error("a certificate was taken as its key")
	}
	if _, err := get(next, 0); err != nil {
		t.Errorf("after a certificate that cannot be read: %v", err)
	}
}

// The server's own worker trusts the certificate of the server alone, also if its file has the key
// before it.
func TestTrustAlone(t *testing.T) {
	folder := t.TempDir()
	file, key, both := folder+"/cert", folder+"/key", folder+"/both"
	writeCertificate(t, file, key, 1)
	writeText(t, both, string(read(t, key))+string(read(t, file)))
	c := &certificate{file: both, key: both}
	must.Do(t, c.load())
	other := folder + "/other"
	writeCertificate(t, other, folder+"/otherKey", 2)
	for trusted, want := range map[string]bool{file: true, both: true, other: false, key: false} {
		near, far := net.Pipe()
		server, client := tls.Server(near, c.config()), tls.Client(far, trustAlone(trusted))
		go func() {
			_ = server.Handshake() // the client says whether it trusts
			near.Close()
		}()
		if err := client.HandshakeContext(t.Context()); (err == nil) != want {
			t.Errorf("%s: error %v", trusted, err)
		}
		far.Close()
	}
}
