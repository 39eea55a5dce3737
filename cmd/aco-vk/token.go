package main

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/aco-vk/aco-vk/internal/scratch"
	"github.com/aco-vk/aco-vk/serve/api"
)

const (
	// tokenVariable is the environment variable with which aco-vk serve passes the token to its
	// worker.
	tokenVariable = "ACO_VK_TOKEN"
	// tokenName is the file of the token in the data folder.
	tokenName = "token"
	// tokenBytes is the number of random bytes of a token that the server makes.
	tokenBytes = 32
)

// token returns the token of the NATS server. A server inside the program has one that is made
// when its folder is new, and needs one that cannot be guessed. A cluster has its own rules.
func (s *serveCommand) token() (string, error) {
	if s.Data == "" {
		return readToken(s.TokenFile)
	}
	file := s.tokenFile()
	if _, err := os.Stat(file); s.TokenFile == "" && errors.Is(err, fs.ErrNotExist) {
		return makeToken(file)
	}
	token, err := readToken(file)
	if err == nil && len(token) < api.LeastSecret {
		err = usagef("%s: the token has fewer than %d characters: whoever guesses it can read and end all jobs", file, api.LeastSecret)
	}
	return token, err
}

// tokenFile returns the file of the token of the NATS server, "" for none.
func (s *serveCommand) tokenFile() string {
	if s.Data == "" {
		return s.TokenFile
	}
	return cmp.Or(s.TokenFile, filepath.Join(s.Data, tokenName))
}

// makeToken writes a random token to a new file. A file without its text would be refused later.
func makeToken(file string) (string, error) {
	var random [tokenBytes]byte
	rand.Read(random[:])
	token := hex.EncodeToString(random[:])
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", usageError{err}
	}
	return token, writeSynced(file, func(w io.Writer) error {
		_, err := io.WriteString(w, token+"\n")
		return err
	})
}

// writeSynced writes a file that only its owner reads. A crash of the machine leaves the whole
// file or none.
func writeSynced(file string, write func(io.Writer) error) error {
	written, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.new") // with mode 0600
	if err != nil {
		return usageError{err}
	}
	return scratch.Install(written, file, write(written))
}

// readToken returns the token in a file. Without a file it is in the environment; a variable that
// is not set is no token.
func readToken(file string) (string, error) {
	text, isSet := os.LookupEnv(tokenVariable)
	where := tokenVariable
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return "", usageError{err}
		}
		text, isSet, where = string(data), true, file
	}
	switch token := strings.TrimSpace(text); {
	case !isSet:
		return "", nil
	case token == "":
		return "", usagef("%s has no token, which would let everyone in: write one into it", where)
	case strings.ContainsFunc(token, isNotOfToken):
		return "", usagef("%s: the token has blanks or other characters that cannot be seen; a token is one word", where)
	default:
		return token, nil
	}
}

// isNotOfToken reports whether a character is not printable ASCII.
func isNotOfToken(c rune) bool { return c <= ' ' || c > '~' }
