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
	"path/filepath"
	"testing"
	"time"
)

// With a certificate the interface is HTTPS, of TLS 1.2 or later.
func TestListenTLS(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	s := serveCommand{Listen: "127.0.0.1:0", TLSCert: filepath.Join(t.TempDir(), "cert"),
		TLSKey: filepath.Join(t.TempDir(), "key")}
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	if err := errors.Join(os.WriteFile(s.TLSCert, certificate, 0o600),
		os.WriteFile(s.TLSKey, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: encoded}),
			0o600)); err != nil {
		t.Fatal(err)
	}
	listener, scheme, err := s.listen()
	if err != nil || scheme != "https" {
		t.Fatalf("scheme %q, error %v", scheme, err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		io.WriteString(w, "here")
	})}
	go server.Serve(listener)
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(certificate)
	get := func(most uint16) (string, error) {
		client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots,
			MaxVersion: most}}}
		answer, err := client.Get(scheme + "://" + listener.Addr().String())
		if err != nil {
			return "", err
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		return string(text), err
	}
	if text, err := get(0); err != nil || text != "here" {
		t.Errorf("answer %q, error %v", text, err)
	}
	if _, err := get(tls.VersionTLS11); err == nil {
		t.Error("TLS 1.1 was accepted")
	}
	s.TLSKey = s.TLSCert
	if _, _, err := s.listen(); err == nil {
		t.Error("a certificate was taken as its key")
	}
}
