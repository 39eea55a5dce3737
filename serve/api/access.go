package api

import (
	"bufio"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Token lets a client use the service. Its name is the owner of the client's jobs, which no other
// client sees.
type Token struct {
	Name   string
	SHA256 [sha256.Size]byte // of the secret
}

// LeastSecret is the number of characters that a secret needs. 20 random letters and digits cannot
// be guessed.
const LeastSecret = 20

// ReadTokens reads tokens, a line each: a name, spaces, and the secret, which no other line has.
// Empty lines and lines that begin with # do not count.
func ReadTokens(r io.Reader) (tokens []Token, err error) {
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) == 0 || strings.HasPrefix(fields[0], "#"):
		case len(fields) != 2:
			return nil, fmt.Errorf("read tokens: line %d: give a name and a secret", number)
		case len(fields[1]) < LeastSecret:
			return nil, fmt.Errorf("read tokens: line %d: the secret of %s has fewer than %d characters",
				number, fields[0], LeastSecret)
		default:
			t := Token{fields[0], sha256.Sum256([]byte(fields[1]))}
			if of := ownerOfSecret(tokens, t.SHA256); of != "" {
				return nil, fmt.Errorf("read tokens: line %d: %s has the same secret as %s: give each secret once",
					number, t.Name, of)
			}
			tokens = append(tokens, t)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read tokens: %w", err)
	}
	if len(tokens) == 0 {
		return nil, errors.New("read tokens: there are none")
	}
	return tokens, nil
}

// ownerOfSecret returns the name of the token with a secret, "" if there is none.
func ownerOfSecret(tokens []Token, secret [sha256.Size]byte) string {
	for _, t := range tokens {
		if t.SHA256 == secret {
			return t.Name
		}
	}
	return ""
}

// ownerKey is the key of a request's owner in its context.
type ownerKey struct{}

// ownerOf returns the owner whose token a request has; "": the server has no tokens.
func ownerOf(r *http.Request) string {
	owner, _ := r.Context().Value(ownerKey{}).(string)
	return owner
}

// restrict returns a handler that needs a token, if there are any.
func (s *service) restrict(next handler) handler {
	if len(s.options.Tokens) == 0 {
		return next
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		owner, ok := s.owner(r)
		if !ok {
			w.Header().Set("WWW-Authenticate", "Bearer")
			return refuse(http.StatusUnauthorized, "token",
				"give a token of this server in the header Authorization: Bearer TOKEN")
		}
		return next(w, r.WithContext(context.WithValue(r.Context(), ownerKey{}, owner)))
	}
}

// owner returns the name of the token that a request has. Its time does not depend on how much of
// a token is right.
func (s *service) owner(r *http.Request) (name string, ok bool) {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	isBearer := strings.EqualFold(scheme, "Bearer")
	sum := sha256.Sum256([]byte(secret))
	for i := range s.options.Tokens {
		if subtle.ConstantTimeCompare(sum[:], s.options.Tokens[i].SHA256[:]) == 1 && isBearer {
			name, ok = s.options.Tokens[i].Name, true
		}
	}
	return name, ok
}

// job returns the job that a request names, if it is its owner's.
func (s *service) job(r *http.Request) (job.Job, error) {
	id := r.PathValue("id")
	j, err := s.store.Job(r.Context(), id)
	if err == nil && j.Owner != ownerOf(r) && len(s.options.Tokens) > 0 {
		return job.Job{}, fmt.Errorf("job %s: %w", id, job.ErrNotFound)
	}
	return j, err
}
