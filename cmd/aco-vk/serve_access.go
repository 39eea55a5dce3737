package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"os/signal"
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
	file, err := os.Open(s.Tokens)
	if err != nil {
		return usageError{err}
	}
	defer file.Close()
	list, err := api.ReadTokens(file)
	if err != nil {
		return usageError{fmt.Errorf("%s: %w", s.Tokens, err)}
	}
	into.Replace(list)
	return nil
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
	public, networks := false, []netip.Prefix(nil)
	for _, text := range s.Webhooks {
		if text == publicNetworks {
			public = true
			continue
		}
		network, err := parseNetwork(text)
		if err != nil {
			return nil, usageError{fmt.Errorf("--webhooks: %w, or %s", err, publicNetworks)}
		}
		networks = append(networks, network)
	}
	if len(s.Webhooks) == 0 {
		return nil, nil
	}
	return api.NewWebhooks(public, networks), nil
}

// proxies returns the networks of proxies that the server trusts.
func (s *serveCommand) proxies() (networks []netip.Prefix, err error) {
	for _, text := range s.TrustedProxies {
		network, err := parseNetwork(text)
		if err != nil {
			return nil, usageError{fmt.Errorf("--trusted-proxies: %w", err)}
		}
		networks = append(networks, network)
	}
	return networks, nil
}

func parseNetwork(text string) (netip.Prefix, error) {
	network, err := netip.ParsePrefix(text)
	if err != nil || network != network.Masked() {
		return network, fmt.Errorf("%q is no network: give an address and bits such as 10.1.0.0/16", text)
	}
	return network, nil
}
