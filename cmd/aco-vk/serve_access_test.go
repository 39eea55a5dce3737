package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// begin starts the program, which is ended with the test.
func begin(t *testing.T, arguments ...string) (*exec.Cmd, *jobtest.Log) {
	t.Helper()
	return beginProgram(t, "aco-vk", arguments...)
}

// beginProgram is begin for a program of another version.
func beginProgram(t *testing.T, program string, arguments ...string) (*exec.Cmd, *jobtest.Log) {
	t.Helper()
	command, said := exec.Command(program, arguments...), new(jobtest.Log)
	command.Stderr = said
	must.Do(t, command.Start())
	t.Cleanup(func() {
		command.Process.Signal(syscall.SIGTERM)
		command.Wait()
	})
	return command, said
}

// SIGHUP reads tokens and certificate again, and does not end the server. Workers join by TLS: the
// server's own one, and one that trusts the certificate.
func TestServedAccess(t *testing.T) {
	startsServer(t)
	folder := t.TempDir()
	tokens, file, key := folder+"/tokens", folder+"/cert", folder+"/key"
	writeText(t, tokens, "ann first-first-first-first\n")
	roots := writeCertificate(t, file, key, 1)
	server, said := begin(t, "serve", "--data", folder+"/data", "--listen", "127.0.0.1:0", "--workers", "127.0.0.1:0",
		"--device", "cpu", "--tokens", tokens, "--tls-cert", file, "--tls-key", key)
	address := said.AwaitMatch(`the page is at (https://\S+)/`)[1]
	join := said.AwaitMatch(`--join (tls://\S+) --token-file (\S+)`)
	get := func(roots *x509.CertPool, token string) (status int, workers []job.Worker, err error) {
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true,
			TLSClientConfig: &tls.Config{RootCAs: roots}}}
		r := must.Get(http.NewRequest("GET", address+"/v1/workers", nil))(t)
		r.Header.Set("Authorization", "Bearer "+token)
		answer, err := client.Do(r)
		if err != nil {
			return 0, nil, err
		}
		defer answer.Body.Close()
		var list struct{ Workers []job.Worker }
		text, err := io.ReadAll(answer.Body)
		if err == nil && answer.StatusCode == http.StatusOK {
			err = json.Unmarshal(text, &list)
		}
		return answer.StatusCode, list.Workers, err
	}
	begin(t, "work", "--join", join[1], "--token-file", join[2], "--ca", file, "--name", "trusting", "--device", "cpu")
	jobtest.Until(func() bool {
		_, workers, err := get(roots, "first-first-first-first")
		return err == nil && len(workers) == 2
	})
	// Who does not trust the certificate does not send it the token.
	stranger := exec.Command("aco-vk", "work", "--join", join[1], "--token-file", join[2], "--device", "cpu")
	if text, err := stranger.CombinedOutput(); err == nil || !strings.Contains(string(text), "unknown authority") {
		t.Errorf("a worker that does not trust the certificate: error %v, %s", err, text)
	}

	writeText(t, tokens, "ann second-second-second\n")
	next := writeCertificate(t, file, key, 2)
	must.Do(t, server.Process.Signal(syscall.SIGHUP))
	said.AwaitMatch("the certificate was read again")
	if status, _, err := get(next, "second-second-second"); status != http.StatusOK {
		t.Errorf("the new token: status %d, error %v", status, err)
	}
	if status, _, err := get(next, "first-first-first-first"); status != http.StatusUnauthorized {
		t.Errorf("the old token: status %d, error %v", status, err)
	}

	writeText(t, tokens, "ann short\n")
	must.Do(t, server.Process.Signal(syscall.SIGHUP))
	said.AwaitMatch("the one before stays")
	if status, _, err := get(next, "second-second-second"); status != http.StatusOK {
		t.Errorf("after a file that cannot be read: status %d, error %v", status, err)
	}
}
