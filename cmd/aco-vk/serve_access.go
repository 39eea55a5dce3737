package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/aco-vk/aco-vk/serve/api"
)

// accessFiles are what the server reads again on SIGHUP. A part that the server does not have is nil.
type accessFiles struct {
	tokens      *api.Tokens
	certificate *certificate
}

// readAccess reads the tokens of the clients and the certificate.
func (s *serveCommand) readAccess() (a accessFiles, err error) {
	if s.Tokens != "" {
		a.tokens = new(api.Tokens)
		if err := s.readClients(a.tokens); err != nil {
			return a, err
		}
	}
	if s.TLSCert != "" {
		a.certificate = &certificate{file: s.TLSCert, key: s.TLSKey}
		return a, a.certificate.load()
	}
	return a, nil
}

// tls returns the TLS of the server, nil if it has no certificate.
func (a accessFiles) tls() *tls.Config {
	if a.certificate == nil {
		return nil
	}
	return a.certificate.config()
}

// readClients reads the tokens of the clients. After an error those before stay.
func (s *serveCommand) readClients(into *api.Tokens) error {
	return readFile(s.Tokens, func(file io.Reader) error {
		list, err := api.ReadTokens(file)
		if err == nil {
			into.Replace(list)
		}
		return err
	})
}

// reloadOnHangup reads tokens and certificate again on each SIGHUP, until the context ends.
func (s *serveCommand) reloadOnHangup(ctx context.Context, a accessFiles, log *slog.Logger) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hangup)
		for {
			select {
			case <-hangup:
				s.reload(a, log)
			case <-ctx.Done():
				return
			}
		}
	}()
}

func (s *serveCommand) reload(a accessFiles, log *slog.Logger) {
	say := func(what, file string, err error) {
		if err != nil {
			log.Error("the "+what+" cannot be read again; the one before stays", "file", file, "error", err)
			return
		}
		log.Info("the "+what+" was read again", "file", file)
	}
	if a.tokens != nil {
		say("file of tokens", s.Tokens, s.readClients(a.tokens))
	}
	if a.certificate != nil {
		say("certificate", s.TLSCert, a.certificate.load())
	}
}

// publicNetworks is the value of --webhooks for the public Internet.
const publicNetworks = "public"

// webhooks returns the webhooks that clients may name, nil if they may name none.
func (s *serveCommand) webhooks() (*api.Webhooks, error) {
	if len(s.Webhooks) == 0 {
		return nil, nil
	}
	isPublic := func(text string) bool { return text == publicNetworks }
	networks, err := parseNetworks(slices.DeleteFunc(slices.Clone(s.Webhooks), isPublic))
	if err != nil {
		return nil, usagef("--webhooks: %w, or %s", err, publicNetworks)
	}
	return api.NewWebhooks(slices.ContainsFunc(s.Webhooks, isPublic), networks), nil
}

// proxies returns the networks of proxies that the server trusts.
func (s *serveCommand) proxies() ([]netip.Prefix, error) {
	networks, err := parseNetworks(s.TrustedProxies)
	if err != nil {
		return nil, usagef("--trusted-proxies: %w", err)
	}
	return networks, nil
}

func parseNetworks(texts []string) (networks []netip.Prefix, err error) {
	for _, text := range texts {
		network, err := netip.ParsePrefix(text)
		if err != nil || network != network.Masked() {
			return nil, fmt.Errorf("%q is no network: give an address and bits such as 10.1.0.0/16", text)
		}
		networks = append(networks, network)
	}
	return networks, nil
}
